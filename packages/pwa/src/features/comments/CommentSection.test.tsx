import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { SessionKeeper } from "@knowhow/ui/features/layout/SessionKeeper.tsx";
import { buildComment, buildCommentAnswer } from "@knowhow/ui/testing/comments.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { CommentSection } from "./CommentSection.tsx";
import { testDevice } from "@knowhow/ui/testing/platform.ts";

const { textsOf } = testDevice;

const contentId = "01900000-0000-7000-8000-000000000001";
const me = "01900000-0000-7000-8000-00000000000a";
const person = buildUser({ id: me, nickname: "민수" });
const commentOf = (id: number, userId: string, comment: string) =>
  buildComment({
    id: `01900000-0000-7000-8000-0000000000b${id}`,
    userId,
    user: { nickname: userId === me ? "민수" : "다른 분" },
    comment,
    createdAt: new Date().toISOString(),
  });

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const posts = () => server.asked.filter(({ method }) => method === "POST");
const setUp = async (
  list: () => unknown[],
  write: (asked: RecordedRequest) => FakeAnswer = () => ({}),
  canComment = true,
) => {
  server = await startServer((asked) => {
    if (asked.path.endsWith("/me")) return { body: { user: person } };
    return asked.method === "GET" ? { body: list() } : write(asked);
  });
  renderAt(<CommentSection contentId={contentId} canComment={canComment} isOwner={false} />);
  return userEvent.setup();
};

describe("CommentSection", () => {
  it("tells who has not bought that a comment needs a purchase", async () => {
    await setUp(() => [], undefined, false);
    expect(await screen.findByText("아직 댓글이 없어요")).toBeInTheDocument();
    expect(screen.getByText(/구매해야/)).toBeInTheDocument();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("counts against 1,000 and refuses what is empty or too long without asking the server", async () => {
    const user = await setUp(() => []);
    const box = screen.getByRole("textbox");
    expect(screen.getByText("0/1,000")).toBeInTheDocument();
    await user.type(box, "  ");
    await user.click(screen.getByRole("button", { name: "댓글 등록" }));
    expect(await screen.findByText("댓글을 입력해주세요.")).toBeInTheDocument();
    fireEvent.change(box, { target: { value: "가".repeat(1_001) } });
    expect(screen.getByText("1,001/1,000")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "댓글 등록" }));
    expect(await screen.findByText("댓글은 1,000자 이하여야 합니다.")).toBeInTheDocument();
    expect(server.asked.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("keeps the text of a comment that did not get through, and stores it once on the second try", async () => {
    const stored: unknown[] = [];
    let tries = 0;
    const user = await setUp(
      () => stored,
      ({ body }) => {
        tries += 1;
        if (tries === 1)
          return {
            status: 503,
            headers: { "retry-after": "60" },
            body: { code: "UNAVAILABLE", message: "잠시 후 다시" },
          };
        // The server stores the comment as it was sent.
        const { comment } = JSON.parse(body) as { comment: string };
        stored.unshift(commentOf(1, me, comment));
        return { status: 201, body: stored[0] };
      },
    );
    await user.type(screen.getByRole("textbox"), "정말 좋아요");
    await user.click(screen.getByRole("button", { name: "댓글 등록" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("등록하지 못했습니다. 잠시 후 다시");
    expect(screen.getByText("정말 좋아요")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "다시 시도" }));
    await waitFor(() => {
      expect(screen.getByText("방금 전")).toBeInTheDocument();
    });
    expect(screen.getAllByText("정말 좋아요")).toHaveLength(1);
    const keys = server.asked
      .filter(({ method }) => method === "POST")
      .map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it("has a comment wait that gets no answer, and stores it by itself", async () => {
    const stored: unknown[] = [];
    let isAway = true;
    const user = await setUp(
      () => stored,
      () => {
        if (isAway) return { isLost: true };
        stored.unshift(commentOf(1, me, "기차에서 씀"));
        return { status: 201, body: stored[0] };
      },
    );
    await user.type(screen.getByRole("textbox"), "기차에서 씀");
    await user.click(screen.getByRole("button", { name: "댓글 등록" }));
    expect(await screen.findByText("등록 예정 · 연결되면 등록돼요")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).toBeNull();
    isAway = false;
    expect(await screen.findByText("방금 전", {}, { timeout: 10_000 })).toBeInTheDocument();
  });

  it("shows a comment on its way though the others can not be read", async () => {
    server = await startServer((asked) => {
      if (asked.path.endsWith("/me")) return { body: { user: person } };
      return {
        status: 503,
        headers: { "retry-after": "60" },
        body: { code: "UNAVAILABLE", message: "잠시 후 다시" },
      };
    });
    renderAt(<CommentSection contentId={contentId} canComment isOwner={false} />);
    const user = userEvent.setup();
    expect(
      await screen.findByText("댓글을 불러오지 못했습니다", {}, { timeout: 10_000 }),
    ).toBeInTheDocument();
    await user.type(screen.getByRole("textbox"), "기차에서 씀");
    await user.click(screen.getByRole("button", { name: "댓글 등록" }));
    expect(await within(screen.getByRole("list")).findByText("기차에서 씀")).toBeInTheDocument();
  });

  it("leaves the focus where it is when the others arrive", async () => {
    let isDown = true;
    server = await startServer(({ path, method }) => {
      if (path.endsWith("/me")) return { body: { user: person } };
      if (method === "POST")
        return { status: 403, body: { code: "PURCHASE_REQUIRED", message: "등록할 수 없습니다." } };
      return isDown ? { isLost: true } : { body: [commentOf(1, contentId, "남의 댓글")] };
    });
    const { queryClient } = renderAt(<CommentSection contentId={contentId} canComment isOwner={false} />);
    const user = userEvent.setup();
    expect(await screen.findByText("댓글은 아직 이 기기에 없어요")).toBeInTheDocument();
    await user.type(screen.getByRole("textbox"), "기차에서 씀");
    await user.click(screen.getByRole("button", { name: "댓글 등록" }));
    const discard = await screen.findByRole("button", { name: "지우기" });
    discard.focus();
    isDown = false;
    await queryClient.refetchQueries();
    expect(await screen.findByText("남의 댓글")).toBeInTheDocument();
    expect(discard).toHaveFocus();
  });

  it("leads to the login when the session has ended, and has the text again afterwards", async () => {
    let isSignedIn = true;
    const refusal = { status: 401, body: { code: "LOGIN_REQUIRED", message: "로그인이 필요합니다." } };
    server = await startServer(({ path, method }) => {
      if (path.endsWith("/me")) return isSignedIn ? { body: { user: person } } : refusal;
      if (method === "GET") return { body: [] };
      return isSignedIn ? { status: 201, body: commentOf(1, me, "길게 쓴 댓글") } : refusal;
    });
    const open = () =>
      renderAt(
        <>
          <SessionKeeper />
          <CommentSection contentId={contentId} canComment isOwner={false} />
        </>,
        `/content/${contentId}`,
      );
    const user = userEvent.setup();
    const first = open();
    await user.type(screen.getByRole("textbox"), "길게 쓴 댓글");
    await screen.findByText("아직 댓글이 없어요");
    isSignedIn = false;
    await user.click(screen.getByRole("button", { name: "댓글 등록" }));
    const alert = await screen.findByText("등록하지 못했습니다. 로그인이 필요합니다.");
    const login = await within(alert.parentElement ?? document.body).findByRole("link", { name: "로그인" });
    expect(login).toHaveAttribute("href", `/login?next=${encodeURIComponent(`/content/${contentId}`)}`);
    expect(screen.getByText("로그인이 끝났어요")).toBeInTheDocument();
    first.unmount();

    // Kept until the next sign-in, and sent then.
    isSignedIn = true;
    open();
    await waitFor(() => expect(posts()).toHaveLength(2));
    await waitFor(() => {
      expect(screen.queryByText("길게 쓴 댓글")).toBeNull();
    });
    const keys = posts().map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
    expect(textsOf(me).read(`comment:${contentId}`)).toBeUndefined();
  });

  it("has what was typed again when its writer comes back, and nobody else", async () => {
    const user = await setUp(() => []);
    await user.type(screen.getByRole("textbox"), "아직 쓰는 중");
    await waitFor(() => {
      expect(textsOf(me).read(`comment:${contentId}`)).toEqual({ comment: "아직 쓰는 중" });
    });
    cleanup();
    renderAt(<CommentSection contentId={contentId} canComment isOwner={false} />);
    await waitFor(() => {
      expect(screen.getByRole("textbox")).toHaveValue("아직 쓰는 중");
    });
    expect(textsOf(contentId).read(`comment:${contentId}`)).toBeUndefined();
  });

  it("reports somebody else's comment, never one's own", async () => {
    const user = await setUp(
      () => [commentOf(1, me, "내 댓글"), commentOf(2, contentId, "남의 댓글")],
      () => ({ status: 201, body: { report: { id: contentId, status: "pending" } } }),
    );
    const [button = document.body, ...others] = await screen.findAllByRole("button", { name: /^댓글 신고/ });
    expect([button.getAttribute("aria-label"), others]).toEqual(["댓글 신고: 남의 댓글", []]);
    await user.click(button);
    await user.click(await screen.findByRole("radio", { name: "괴롭힘/욕설" }));
    await user.type(screen.getByRole("textbox", { name: /상세 내용/ }), "욕설이에요");
    await user.click(screen.getByRole("button", { name: "신고하기" }));
    expect(await screen.findByText("신고 완료")).toBeInTheDocument();
    expect(posts().map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
      [
        "/api/reports",
        {
          reportType: "comment",
          commentId: commentOf(2, contentId, "").id,
          reportReason: "harassment",
          reportDetails: "욕설이에요",
        },
      ],
    ]);
  });

  it("lets only its author delete a comment, after asking", async () => {
    let list = [commentOf(1, me, "내 댓글"), commentOf(2, contentId, "남의 댓글")];
    const user = await setUp(
      () => list,
      () => {
        list = list.slice(1);
        return { body: { ok: true } };
      },
    );
    const remove = await screen.findByRole("button", { name: /^내 댓글 삭제/ });
    expect(screen.getAllByRole("button", { name: /삭제/ })).toHaveLength(1);
    await user.click(remove);
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "삭제" }));
    await waitFor(() => {
      expect(screen.queryByText("내 댓글")).toBeNull();
    });
    expect(screen.getByText("남의 댓글")).toBeInTheDocument();
    expect(server.asked.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  const answered = (...texts: string[]) =>
    buildComment({
      ...commentOf(2, contentId, "몇 장인가요?"),
      answers: texts.map((text, index) =>
        buildCommentAnswer({
          id: commentOf(3 + index, contentId, "").id,
          comment: text,
          createdAt: new Date().toISOString(),
          isMentor: index === 0,
        }),
      ),
    });

  it("shows answers below their comment, the seller's marked, and folds many", async () => {
    const user = await setUp(() => [answered("열 장이에요", "고마워요", "저도요", "감사해요")]);
    const list = await screen.findByRole("list", { name: "답글: 몇 장인가요?" });
    expect(within(list).getByText("멘토")).toBeInTheDocument();
    expect(within(list).getAllByRole("listitem")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "답글 2개 더 보기" }));
    expect(within(list).getAllByRole("listitem")).toHaveLength(4);
    expect(screen.queryByRole("button", { name: /더 보기/ })).toBeNull();
  });

  it("lets no one answer who may not comment, but the seller", async () => {
    server = await startServer(({ path }) => ({
      body: path.endsWith("/me") ? { user: person } : [answered()],
    }));
    const { unmount } = renderAt(<CommentSection contentId={contentId} canComment={false} isOwner={false} />);
    expect(await screen.findByText("몇 장인가요?")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^답글 쓰기/ })).toBeNull();
    unmount();
    renderAt(<CommentSection contentId={contentId} canComment={false} isOwner />);
    expect(await screen.findByRole("button", { name: "답글 쓰기: 몇 장인가요?" })).toBeInTheDocument();
  });

  it("has an answer wait below its comment until there is a network, and stores it once", async () => {
    let list = [answered()];
    let isAway = true;
    const user = await setUp(
      () => list,
      () => {
        if (isAway) return { isLost: true };
        list = [answered("열 장이에요")];
        return { status: 201, body: list[0]?.answers[0] };
      },
    );
    await user.click(await screen.findByRole("button", { name: "답글 쓰기: 몇 장인가요?" }));
    await user.type(screen.getByRole("textbox", { name: "답글" }), "열 장이에요");
    await user.click(screen.getByRole("button", { name: "답글 등록" }));
    const thread = screen.getByRole("list", { name: "답글: 몇 장인가요?" });
    expect(await within(thread).findByText("등록 예정 · 연결되면 등록돼요")).toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "답글" })).toBeNull();
    isAway = false;
    expect(await within(thread).findByText("멘토", {}, { timeout: 10_000 })).toBeInTheDocument();
    expect(screen.getAllByText("열 장이에요")).toHaveLength(1);
    expect(new Set(posts().map(({ path }) => path))).toEqual(
      new Set([`/api/comments/${answered().id}/answers`]),
    );
  });

  it("has an answer again that was typed and not sent, until it is taken back", async () => {
    const user = await setUp(() => [answered()]);
    await user.click(await screen.findByRole("button", { name: "답글 쓰기: 몇 장인가요?" }));
    await user.type(screen.getByRole("textbox", { name: "답글" }), "쓰다 만 답글");
    cleanup();
    renderAt(<CommentSection contentId={contentId} canComment isOwner={false} />);
    expect(await screen.findByRole("textbox", { name: "답글" })).toHaveValue("쓰다 만 답글");
    await user.click(screen.getByRole("button", { name: "취소" }));
    expect(screen.queryByRole("textbox", { name: "답글" })).toBeNull();
  });

  it("edits a young comment in its place, and keeps the words where that is refused", async () => {
    let list = [commentOf(1, me, "오타가 잇어요")];
    let isLate = true;
    const user = await setUp(
      () => list,
      ({ body }) => {
        if (isLate) return { status: 403, body: { code: "TOO_LATE", message: "늦었습니다." } };
        const edited = {
          ...list[0],
          ...(JSON.parse(body) as { comment: string }),
          editedAt: new Date().toISOString(),
        };
        list = [buildComment(edited)];
        return { body: list[0] };
      },
    );
    await user.click(await screen.findByRole("button", { name: /^내 댓글 수정 \(5분 남음\)/ }));
    const box = screen.getByRole("textbox", { name: "댓글 수정" });
    expect(box).toHaveValue("오타가 잇어요");
    await user.clear(box);
    await user.type(box, "오타가 있어요");
    await user.click(screen.getByRole("button", { name: "저장" }));
    expect(await screen.findByText("늦었습니다.")).toBeInTheDocument();
    expect(box).toHaveValue("오타가 있어요");
    isLate = false;
    await user.click(screen.getByRole("button", { name: "저장" }));
    expect(await screen.findByText(/수정됨/)).toBeInTheDocument();
    expect(screen.getByText("오타가 있어요")).toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "댓글 수정" })).toBeNull();
  });

  it("offers no edit of an old comment, and says which answers go with it", async () => {
    const old = { ...answered("열 장이에요", "고마워요"), userId: me, createdAt: "2026-11-20T05:06:00.000Z" };
    const user = await setUp(() => [old]);
    await user.click(await screen.findByRole("button", { name: /^내 댓글 삭제/ }));
    expect(within(screen.getByRole("dialog")).getByText(/답글 2개도 함께/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /수정/, hidden: true })).toBeNull();
  });
});
