import type { Rating, RatingPage } from "@knowhow/shared";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { testDevice } from "@knowhow/ui/testing/platform.ts";
import { buildRating, buildRatingPage } from "@knowhow/ui/testing/ratings.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { RatingSection } from "./RatingSection.tsx";

const person = buildUser();
const content = buildContent();
const listed = { state: "listed", hiddenReason: null } as const;
const buildOwnRating = (overrides: Partial<Rating> = {}) =>
  buildRating({ id: "01900000-0000-7000-8000-0000000000d9", userId: person.id, isMine: true, ...overrides });
/** What the form has sent of itself. */
const typedOf = (body: string) => {
  const { score, text } = JSON.parse(body) as Pick<Rating, "score" | "text">;
  return { score, text };
};
const summaryOf = (...scores: number[]): RatingPage["summary"] => {
  const distribution = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const score of scores) distribution[score as 1] += 1; // one of the five
  const sum = scores.reduce((total, score) => total + score, 0);
  return { count: scores.length, mean: scores.length === 0 ? null : sum / scores.length, distribution };
};

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const changes = () => server.asked.filter(({ method }) => method !== "GET");
const show = async (
  page: () => RatingPage,
  {
    answer = () => ({}),
    isOwner = false,
    isVisitor = false,
  }: { answer?: (asked: RecordedRequest) => FakeAnswer; isOwner?: boolean; isVisitor?: boolean } = {},
) => {
  server = await startServer((asked) => {
    if (asked.path.endsWith("/me")) return isVisitor ? refuse("LOGIN_REQUIRED") : { body: { user: person } };
    return asked.method === "GET" ? { body: page() } : answer(asked);
  });
  renderAt(
    <RatingSection content={buildContent({ isOwner, ...(isOwner ? { sellerId: person.id } : {}) })} />,
  );
  return userEvent.setup();
};

describe("RatingSection", () => {
  it.each([
    ["PURCHASE_REQUIRED", "구매하고 열어 본 분만 후기를 남길 수 있어요."],
    ["NOT_OPENED", "구매한 콘텐츠를 한 번 열어 보면 후기를 남길 수 있어요."],
    ["OWN_CONTENT", "후기는 구매하고 열어 본 분들이 남겨요. 후기마다 답변을 하나씩 남길 수 있어요."],
  ] as const)("says why one may not rate: %s", async (obstacle, words) => {
    await show(() => buildRatingPage({ obstacle }));
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.getByText("아직 후기가 없어요")).toBeInTheDocument();
    expect(screen.queryByRole("radio")).toBeNull();
  });

  it("tells no mean of fewer than three without saying so, and how all are spread", async () => {
    let summary = summaryOf(5, 1);
    await show(() => buildRatingPage({ ratings: [buildRating()], summary }));
    expect(await screen.findByText("후기가 3개보다 적어 아직 참고만 해주세요.")).toBeInTheDocument();
    expect(screen.getByText("3.0")).toBeInTheDocument();
    cleanup();
    await server.close();
    summary = summaryOf(5, 5, 4);
    await show(() => buildRatingPage({ ratings: [buildRating()], summary }));
    expect(await screen.findByText("4.7")).toBeInTheDocument();
    expect(screen.queryByText(/참고만/)).toBeNull();
    const spread = within(screen.getByRole("list", { name: "별점 분포" }));
    expect(spread.getAllByRole("listitem").map((bar) => bar.getAttribute("aria-label"))).toEqual([
      "5점 2명",
      "4점 1명",
      "3점 0명",
      "2점 0명",
      "1점 0명",
    ]);
  });

  it("takes a score by the keyboard and keeps what could not be sent", async () => {
    let page = buildRatingPage({ obstacle: null });
    let isDown = true;
    const answer = ({ body }: RecordedRequest): FakeAnswer => {
      if (isDown) return { isLost: true };
      const rating = buildOwnRating(typedOf(body)); // what the form has sent
      page = buildRatingPage({ obstacle: null, own: rating, ratings: [rating], summary: summaryOf(4) });
      return { status: 201, body: { rating } };
    };
    const user = await show(() => page, { answer });
    await user.click(await screen.findByRole("button", { name: "후기 등록" }));
    expect(await screen.findByText("별점을 1점에서 5점까지 선택해주세요.")).toBeInTheDocument();
    expect(changes()).toEqual([]);
    screen.getByRole("radio", { name: "5점, 아주 좋아요" }).focus();
    await user.keyboard(" {ArrowLeft}");
    expect(screen.getByRole("radio", { name: "4점, 좋아요" })).toBeChecked();
    await user.type(screen.getByRole("textbox", { name: /후기/ }), "예문이 좋아요");
    await user.click(screen.getByRole("button", { name: "후기 등록" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("쓴 내용은 이 기기에 남아 있어요.");

    cleanup();
    await server.close();
    const again = await show(() => page, { answer });
    expect(await screen.findByRole("textbox", { name: /후기/ })).toHaveValue("예문이 좋아요");
    expect(screen.getByRole("radio", { name: "4점, 좋아요" })).toBeChecked();
    isDown = false;
    await again.click(screen.getByRole("button", { name: "후기 등록" }));
    expect(await screen.findByRole("list", { name: "내 후기" })).toHaveTextContent("예문이 좋아요");
    expect(changes().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { score: 4, text: "예문이 좋아요", pictures: [] },
    ]);
    expect(testDevice.textsOf(person.id).read(`rating:${content.id}`)).toBeUndefined();
  });

  it("changes and deletes the own rating, which stands apart from the others", async () => {
    let own: Rating | null = buildOwnRating({ score: 2, text: "아쉬워요" });
    const user = await show(
      () =>
        own
          ? buildRatingPage({ obstacle: null, own, ratings: [buildRating(), own], summary: summaryOf(4, 2) })
          : buildRatingPage({ obstacle: null, ratings: [buildRating()], summary: summaryOf(4) }),
      {
        answer: ({ method, body }) => {
          if (method === "DELETE") {
            own = null;
            return { body: { ok: true } };
          }
          own = buildOwnRating(typedOf(body)); // what the form has sent
          return { body: { rating: own } };
        },
      },
    );
    expect(await screen.findByRole("list", { name: "내 후기" })).toHaveTextContent("아쉬워요");
    expect(screen.getByRole("list", { name: "후기 목록" })).not.toHaveTextContent("아쉬워요");
    await user.click(screen.getByRole("button", { name: "내 후기 고치기" }));
    const box = screen.getByRole("textbox", { name: /후기/ });
    expect(box).toHaveValue("아쉬워요");
    expect(screen.getByRole("radio", { name: "2점, 아쉬워요" })).toBeChecked();
    await user.clear(box);
    screen.getByRole("radio", { name: "2점, 아쉬워요" }).focus();
    await user.keyboard("{ArrowRight}");
    await user.click(screen.getByRole("button", { name: "고치기" }));
    expect(await screen.findByRole("list", { name: "내 후기" })).not.toHaveTextContent("아쉬워요");
    expect(screen.getByRole("img", { name: "별점 3점" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "내 후기 삭제" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "삭제" }));
    expect(await screen.findByRole("button", { name: "후기 등록" })).toBeInTheDocument();
    expect(screen.queryByRole("list", { name: "내 후기" })).toBeNull();
  });

  it("takes a vote and takes it back; a visitor is led to the login", async () => {
    const rating = buildRating({ helpfulCount: 1 });
    const page = () => buildRatingPage({ ratings: [rating], summary: summaryOf(4) });
    const user = await show(page, {
      answer: ({ method }) => {
        const isHelpful = method === "PUT";
        return { body: { rating: { ...rating, isHelpful, helpfulCount: isHelpful ? 2 : 1 } } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "도움돼요 1", pressed: false }));
    await user.click(await screen.findByRole("button", { name: "도움돼요 2", pressed: true }));
    expect(await screen.findByRole("button", { name: "도움돼요 1", pressed: false })).toBeInTheDocument();
    cleanup();
    await server.close();
    const visitor = await show(page, { isVisitor: true, answer: () => refuse("LOGIN_REQUIRED") });
    await visitor.click(await screen.findByRole("button", { name: "도움돼요 1" }));
    expect(await screen.findByText("로그인하면 누를 수 있어요")).toBeInTheDocument();
  });

  it("lets the mentor answer and change the answer, and not vote", async () => {
    let rating = buildRating({ helpfulCount: 3 });
    const user = await show(
      () => buildRatingPage({ ratings: [rating], summary: summaryOf(4), obstacle: "OWN_CONTENT" }),
      {
        isOwner: true,
        answer: ({ body }) => {
          const { text } = JSON.parse(body) as { text: string }; // what the form has sent
          rating = { ...rating, answer: { text, at: "2026-11-21T00:00:00.000Z", ...listed } };
          return { body: { rating } };
        },
      },
    );
    await user.click(await screen.findByRole("button", { name: "답변하기" }));
    expect(screen.queryByRole("button", { name: /도움돼요/ })).toBeNull();
    await user.type(screen.getByRole("textbox", { name: "답변" }), "고맙습니다");
    await user.click(screen.getByRole("button", { name: "답변 등록" }));
    expect(await screen.findByText("지현님의 답변")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "답변 고치기" }));
    expect(screen.getByRole("textbox", { name: "답변" })).toHaveValue("고맙습니다");
    await user.click(screen.getByRole("button", { name: "취소" }));
    await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
    expect(screen.getByText("고맙습니다")).toBeInTheDocument();
  });

  it("has pictures that open large and are turned by the keyboard", async () => {
    const pictures = ["첫 쪽", null].map((alt, index) => ({
      url: `/api/rating-pictures/${buildRating().id}/${index}?v=1`,
      alt,
      objectPath: null,
    }));
    const user = await show(() =>
      buildRatingPage({ ratings: [buildRating({ pictures })], summary: summaryOf(4) }),
    );
    await user.click(await screen.findByRole("button", { name: "크게 보기: 첫 쪽" }));
    const dialog = within(await screen.findByRole("dialog", { name: "도윤님의 후기 사진" }));
    expect(dialog.getByRole("img", { name: "첫 쪽" })).toHaveAttribute("src", `${pictures[0]?.url}&w=1280`);
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(dialog.getByRole("img", { name: "도윤님의 후기 사진 2" })).toBeInTheDocument();
    expect(dialog.getByText("2 / 2")).toBeInTheDocument();
    await user.keyboard("{ArrowLeft}");
    expect(dialog.getByRole("img", { name: "첫 쪽" })).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("keeps, describes and takes out the pictures of the own rating", async () => {
    const kept = {
      url: "/api/rating-pictures/x/0?v=1",
      alt: "표지",
      objectPath: "/objects/uploads/01900000-0000-4000-8000-0000000000f1",
    };
    const second = {
      ...kept,
      url: "/api/rating-pictures/x/1?v=2",
      objectPath: kept.objectPath.replace("f1", "f2"),
    };
    const own = buildOwnRating({ pictures: [kept, second] });
    const user = await show(
      () => buildRatingPage({ obstacle: null, own, ratings: [own], summary: summaryOf(4) }),
      {
        answer: () => ({ body: { rating: own } }),
      },
    );
    await user.click(await screen.findByRole("button", { name: "내 후기 고치기" }));
    const words = screen.getByRole("textbox", { name: "1번째 사진 설명 (선택)" });
    expect(words).toHaveValue("표지");
    await user.clear(words);
    await user.type(words, "속지");
    await user.click(screen.getByRole("button", { name: "2번째 사진 빼기" }));
    expect(screen.getByRole("button", { name: "사진 추가" })).toHaveFocus();
    // A file of another kind says so, and nothing is sent.
    const careless = userEvent.setup({ applyAccept: false });
    await careless.upload(screen.getByLabelText("후기 사진 파일"), new File(["x"], "메모.txt"));
    expect(await screen.findByText(/이미지만 올릴 수 있습니다/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "고치기" }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(JSON.parse(changes()[0]?.body ?? "")).toMatchObject({
      pictures: [{ objectPath: kept.objectPath, alt: "속지" }],
    });
    await waitFor(() =>
      expect(testDevice.textsOf(person.id).read(`rating-pictures:${content.id}`)).toBeUndefined(),
    );
  });

  it("says to its author that a rating was hidden, and leaves nothing to change", async () => {
    const own = buildOwnRating({ state: "hidden", hiddenReason: "욕설", text: "심한 말" });
    await show(() => buildRatingPage({ obstacle: null, own, ratings: [own], summary: summaryOf() }));
    expect(await screen.findByText("사유: 욕설")).toBeInTheDocument();
    expect(screen.getByText(/평균과 별점 분포에서도 빠졌어요/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /고치기|삭제|신고/ })).toBeNull();
  });
});
