import type { ContentQuestion } from "@knowhow/shared";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { QuestionSection } from "./QuestionSection.tsx";

bePatient();

const person = buildUser();
const contentId = "01900000-0000-7000-8000-000000000001";
const listed = { state: "listed", hiddenReason: null } as const;
const buildQuestion = (overrides: Partial<ContentQuestion> = {}): ContentQuestion => ({
  id: "01900000-0000-7000-8000-0000000000d1",
  userId: "01900000-0000-7000-8000-0000000000aa",
  user: { nickname: "서연" },
  question: "몇 쪽인가요?",
  createdAt: new Date().toISOString(),
  editedAt: null,
  answer: null,
  state: "listed",
  hiddenReason: null,
  isMine: false,
  isUnseen: false,
  ...overrides,
});

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const setUp = async (
  list: () => ContentQuestion[],
  {
    isOwner = false,
    user = person,
    write = () => ({}),
  }: { isOwner?: boolean; user?: typeof person | null; write?: (asked: RecordedRequest) => FakeAnswer } = {},
) => {
  server = await startServer((asked) => {
    if (asked.path.endsWith("/me"))
      return user ? { body: { user } } : { status: 401, body: { code: "LOGIN_REQUIRED", message: "로그인" } };
    return asked.method === "GET" ? { body: list() } : write(asked);
  });
  renderAt(
    <QuestionSection
      content={buildContent({ id: contentId, isOwner, ...(isOwner ? { sellerId: person.id } : {}) })}
    />,
  );
  return userEvent.setup();
};
const writes = () => server.asked.filter(({ method }) => method !== "GET");

describe("questions before buying", () => {
  it("are read by visitors, who are led to the login and back to them", async () => {
    await setUp(
      () => [buildQuestion({ answer: { text: "서른 쪽이에요", at: new Date().toISOString(), ...listed } })],
      {
        user: null,
      },
    );
    const list = await screen.findByRole("list", { name: "문의 목록" });
    expect(within(list).getByText("서른 쪽이에요")).toBeInTheDocument();
    expect(within(list).getByText("멘토")).toBeInTheDocument();
    expect(screen.queryByRole("textbox")).toBeNull();
    const login = await screen.findByRole("link", { name: "로그인" });
    expect(login).toHaveAttribute("href", "/login?next=%2F%23questions");
  });

  it("are asked once, and the words stay where that is refused", async () => {
    let list: ContentQuestion[] = [];
    let isFull = true;
    const user = await setUp(() => list, {
      write: ({ body }) => {
        if (isFull) return { status: 409, body: { code: "TOO_MANY", message: "세 개가 있습니다." } };
        list = [buildQuestion({ ...(JSON.parse(body) as { question: string }), isMine: true })];
        return { status: 201, body: list[0] };
      },
    });
    expect(await screen.findByText("아직 문의가 없어요")).toBeInTheDocument();
    const box = await screen.findByRole("textbox", { name: "문의 내용" });
    await user.click(screen.getByRole("button", { name: "문의 남기기" }));
    expect(await screen.findByText("문의 내용을 입력해주세요.")).toBeInTheDocument();
    await user.type(box, "초보도 되나요?");
    await user.click(screen.getByRole("button", { name: "문의 남기기" }));
    expect(await screen.findByText("세 개가 있습니다.")).toBeInTheDocument();
    expect(box).toHaveValue("초보도 되나요?");
    isFull = false;
    await user.click(screen.getByRole("button", { name: "문의 남기기" }));
    expect(await screen.findByText(/내 문의/)).toBeInTheDocument();
    expect(screen.getByText("답변 대기")).toBeInTheDocument();
    expect(box).toHaveValue("");
    expect(writes().map(({ path }) => path)).toEqual([
      `/api/contents/${contentId}/questions`,
      `/api/contents/${contentId}/questions`,
    ]);
  });

  it("wait for a network with their words", async () => {
    const user = await setUp(() => []);
    await user.type(await screen.findByRole("textbox", { name: "문의 내용" }), "기차에서 씀");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    window.dispatchEvent(new Event("offline"));
    expect(await screen.findByText(/지금은 문의할 수 없어요/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "문의 남기기" })).toBeDisabled();
    cleanup();
    vi.restoreAllMocks();
    renderAt(<QuestionSection content={buildContent({ id: contentId })} />);
    expect(await screen.findByRole("textbox", { name: "문의 내용" })).toHaveValue("기차에서 씀");
  });

  it("are answered by the mentor, who asks none and may change the answer", async () => {
    let list = [buildQuestion()];
    const user = await setUp(() => list, {
      isOwner: true,
      write: ({ body }) => {
        const { answer } = JSON.parse(body) as { answer: string };
        list = [buildQuestion({ answer: { text: answer, at: new Date().toISOString(), ...listed } })];
        return { body: list[0] };
      },
    });
    await user.click(await screen.findByRole("button", { name: "답변하기: 몇 쪽인가요?" }));
    expect(screen.queryByRole("textbox", { name: "문의 내용" })).toBeNull();
    await user.type(screen.getByRole("textbox", { name: "답변" }), "서른 쪽이에요");
    await user.click(screen.getByRole("button", { name: "답변 등록" }));
    await user.click(await screen.findByRole("button", { name: /^답변 수정/ }));
    expect(screen.queryByText("답변 대기")).toBeNull();
    const box = screen.getByRole("textbox", { name: "답변" });
    expect(box).toHaveValue("서른 쪽이에요");
    await user.clear(box);
    await user.type(box, "마흔 쪽이에요");
    await user.click(screen.getByRole("button", { name: "답변 등록" }));
    expect(await screen.findByRole("button", { name: /^답변 수정/ })).toBeInTheDocument();
    expect(screen.getByText("마흔 쪽이에요")).toBeInTheDocument();
    expect(writes().map(({ method, path }) => [method, path])).toEqual([
      ["PUT", `/api/questions/${buildQuestion().id}/answer`],
      ["PUT", `/api/questions/${buildQuestion().id}/answer`],
    ]);
  });

  it("are edited and taken back by their asker until they are answered, and a new answer is seen", async () => {
    let list = [
      buildQuestion({ userId: person.id, isMine: true }),
      buildQuestion({
        id: "01900000-0000-7000-8000-0000000000d2",
        question: "답을 들었나요?",
        userId: person.id,
        isMine: true,
        isUnseen: true,
        answer: { text: "네", at: new Date().toISOString(), ...listed },
      }),
    ];
    const user = await setUp(() => list, {
      write: ({ method, path, body }) => {
        if (path.endsWith("/seen")) return { body: { ok: true } };
        const [first, ...rest] = list;
        if (method === "DELETE") {
          list = rest;
          return { body: { ok: true } };
        }
        const edited = { ...first, ...(JSON.parse(body) as { question: string }) } as ContentQuestion; // the form's own
        list = [edited, ...rest];
        return { body: edited };
      },
    });
    expect(await screen.findByText("새 답변")).toBeInTheDocument();
    // Of the answered one nothing is left to change.
    expect(screen.getAllByRole("button", { name: /내 문의 삭제/ })).toHaveLength(1);
    expect(screen.queryByRole("button", { name: /문의 신고/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: /내 문의 수정/ }));
    const box = screen.getByRole("textbox", { name: "문의 수정" });
    await user.clear(box);
    await user.type(box, "몇 쪽이에요?");
    await user.click(screen.getByRole("button", { name: "저장" }));
    await user.click(await screen.findByRole("button", { name: "내 문의 삭제: 몇 쪽이에요?" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "삭제" }));
    await waitFor(() => expect(screen.queryByText("몇 쪽이에요?")).toBeNull());
    expect(writes().map(({ method, path }) => [method, path.slice(-7)])).toEqual([
      ["PUT", "d2/seen"],
      ["PUT", "00000d1"],
      ["DELETE", "00000d1"],
    ]);
  });

  it("are reported, as is the answer; what is hidden says so", async () => {
    const user = await setUp(
      () => [
        buildQuestion({ answer: { text: "심한 답변", at: new Date().toISOString(), ...listed } }),
        buildQuestion({
          id: "01900000-0000-7000-8000-0000000000d3",
          userId: person.id,
          isMine: true,
          question: "숨은 문의",
          state: "hidden",
          hiddenReason: "광고",
        }),
      ],
      {
        write: () => ({
          status: 201,
          body: { report: { id: "01900000-0000-7000-8000-0000000000e1", status: "pending" } },
        }),
      },
    );
    expect(await screen.findByText("사유: 광고")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /숨은 문의/ })).toBeNull();
    await user.click(await screen.findByRole("button", { name: "문의 답변 신고: 심한 답변" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("radio", { name: "괴롭힘/욕설" }));
    await user.type(dialog.getByRole("textbox", { name: /상세 내용/ }), "욕설");
    await user.click(dialog.getByRole("button", { name: "신고하기" }));
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(JSON.parse(writes()[0]?.body ?? "")).toEqual({
      reportType: "question_answer",
      questionId: buildQuestion().id,
      reportReason: "harassment",
      reportDetails: "욕설",
    });
  });

  it("say that they can not be read", async () => {
    server = await startServer(({ path }) =>
      path.endsWith("/me")
        ? { body: { user: person } }
        : {
            status: 503,
            headers: { "retry-after": "60" },
            body: { code: "UNAVAILABLE", message: "잠시 후" },
          },
    );
    renderAt(<QuestionSection content={buildContent({ id: contentId })} />);
    expect(
      await screen.findByText("문의를 불러오지 못했습니다", {}, { timeout: 10_000 }),
    ).toBeInTheDocument();
  });
});
