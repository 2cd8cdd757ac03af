import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import type { SearchAnswer } from "@knowhow/shared";
import { MarketScreen } from "./MarketScreen.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const setUp = async (path: string, answer: (path: string) => FakeAnswer | Promise<FakeAnswer>) => {
  server = await startServer(({ path: asked }) => {
    if (asked.endsWith("/me")) return refuse("LOGIN_REQUIRED");
    if (asked.startsWith("/api/search/suggestions")) return { body: { suggestions } };
    return answer(asked);
  });
  const { router } = renderAt(<MarketScreen />, path, "/market");
  return { user: userEvent.setup(), search: () => decodeURIComponent(router.state.location.search) };
};
const suggestions = [
  { kind: "category", text: "외국어", id: "language" },
  { kind: "mentor", text: "지현" },
] as const;
const facets = {
  category: { language: 1 },
  kind: { pdf: 1 },
  free: 0,
  price: [10_000, 10_000],
  prices: { low: 0, middle: 1, high: 0 },
  ratings: { 4: 0, 3: 1 },
  total: 1,
};
const answerOf = (answer: Partial<SearchAnswer>): SearchAnswer => ({
  hits: [],
  total: answer.hits?.length ?? 0,
  facets,
  isCorrected: false,
  ...answer,
});
const listOne = (path = "") => ({
  body: path.startsWith("/api/search") ? answerOf({ hits: [buildContent()] }) : [buildContent()],
});

describe("MarketScreen", () => {
  it("shows nine skeletons while the first shelf is on its way", async () => {
    await setUp("/market", () => new Promise(() => undefined));
    await waitFor(() => {
      expect(document.querySelectorAll("[data-skeleton=card]")).toHaveLength(9);
    });
  });

  it("clears the words, not the order and filters, when a category is chosen, and begins anew with words", async () => {
    const { user, search } = await setUp("/market", listOne);
    const box = screen.getByRole("combobox", { name: "콘텐츠 검색" });
    await user.type(box, "여행 영어{Enter}");
    expect(search()).toBe("?q=여행+영어");
    expect(await screen.findByRole("heading", { name: "'여행 영어' 검색 결과" })).toBeInTheDocument();
    expect(document.title).toBe("마켓 | 노하우");
    expect(box).toHaveFocus();
    expect(screen.getByRole("link", { name: "전체", current: true })).toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "정렬" }), "낮은 가격순");
    await user.selectOptions(
      screen.getByRole("combobox", { name: "평점" }),
      await screen.findByRole("option", { name: "3점 이상 (1)" }),
    );
    await user.click(screen.getByRole("link", { name: "외국어" }));
    expect(search()).toBe("?sort=price&rating=3&category=language");
    expect(box).toHaveValue("");
    expect(screen.getByRole("link", { name: "외국어", current: true })).toBeInTheDocument();
    // As the server's page is named.
    expect(document.title).toBe("외국어 | 노하우");
    expect(screen.getByRole("combobox", { name: "카테고리" })).toHaveValue("language");
    await waitFor(() => {
      const asked = server.asked.map(({ path }) => decodeURIComponent(path));
      expect(asked.at(-1)).toBe("/api/search?category=language&sort=price&rating=3");
    });
    await user.click(screen.getByRole("link", { name: "전체" }));
    expect(search()).toBe("?sort=price&rating=3&category=all");
    expect(document.title).toBe("마켓 | 노하우");
    await user.click(screen.getByRole("link", { name: "음악/악보" }));
    await user.type(box, "노트");
    await user.click(screen.getByRole("button", { name: "검색" }));
    expect(search()).toBe("?q=노트");
    await user.click(screen.getByRole("button", { name: "검색어 지우기" }));
    expect(search()).toBe("");
  });

  it("stays in the category when the words are cleared", async () => {
    const { user, search } = await setUp("/market?q=영어&category=language&price=low", listOne);
    await user.click(await screen.findByRole("button", { name: "검색어 지우기" }));
    expect(search()).toBe("?category=language");
  });

  it("filters and orders a category, with the numbers of its contents", async () => {
    const { user, search } = await setUp("/market?category=language", listOne);
    expect(await screen.findByRole("option", { name: "1만~3만 원 (1)" })).toBeInTheDocument();
    for (const name of ["무료 (0)", "PDF (1)", "4점 이상 (0)", "외국어 (1)"])
      expect(screen.getByRole("option", { name })).toBeInTheDocument();
    for (const name of ["엑셀", "음악/악보", "관련순"])
      expect(screen.queryByRole("option", { name })).toBeNull();
    const asked = () => server.asked.map(({ path }) => path);
    expect(asked()).toContain("/api/contents/category/language");
    expect(asked()).toContain("/api/search?category=language&limit=1");
    const order = screen.getByRole("combobox", { name: "정렬" });
    expect(order).toHaveValue("newest");
    await user.selectOptions(order, "인기순");
    await user.selectOptions(screen.getByRole("combobox", { name: "가격" }), "무료 (0)");
    expect(search()).toBe("?category=language&sort=popular&price=free");
    expect(await screen.findByText("콘텐츠 1개")).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "외국어" })).toBeInTheDocument();
    expect(asked().at(-1)).toBe("/api/search?category=language&sort=popular&free=true");
    await user.click(screen.getByRole("link", { name: "전체" }));
    expect(search()).toBe("?sort=popular&price=free&category=all");
    expect(await screen.findByRole("heading", { name: "전체 콘텐츠" })).toBeInTheDocument();
    await user.selectOptions(order, "최신순");
    await user.selectOptions(screen.getByRole("combobox", { name: "가격" }), "모든 가격");
    expect(await screen.findByRole("heading", { name: "최신 콘텐츠" })).toBeInTheDocument();
    await user.click(screen.getByRole("link", { name: "전체" }));
    expect(search()).toBe("");
  });

  it("asks nothing while one types", async () => {
    const { user } = await setUp("/market?category=language", listOne);
    await screen.findByRole("article");
    const reads = () => server.asked.filter(({ path }) => path.startsWith("/api/contents"));
    const before = reads();
    await user.type(screen.getByRole("combobox", { name: "콘텐츠 검색" }), "타자 치는 중");
    expect(reads()).toEqual(before);
  });

  it("reads search and category out of a shared address", async () => {
    await setUp("/market?category=cooking", listOne);
    expect(await screen.findByRole("heading", { name: "요리/레시피" })).toBeInTheDocument();
    await waitFor(() => {
      expect(server.asked.map(({ path }) => path)).toContain("/api/contents/category/cooking");
    });
  });

  it.each([
    ["/market?q=없음", "검색 결과가 없습니다"],
    ["/market?category=music", "이 카테고리에는 아직 콘텐츠가 없습니다"],
    ["/market?category=music&price=free", "조건에 맞는 콘텐츠가 없습니다"],
    ["/market", "아직 등록된 콘텐츠가 없습니다"],
  ])("says at %s what is empty", async (path, title) => {
    await setUp(path, (asked) => ({ body: asked.startsWith("/api/search") ? answerOf({}) : [] }));
    expect(await screen.findByText(title)).toBeInTheDocument();
  });

  it("offers another try when a list can not be read", async () => {
    let isUp = false;
    const { user } = await setUp("/market?q=영어", () =>
      isUp ? listOne("/api/search") : { status: 503, body: "" },
    );
    await screen.findByRole("alert");
    isUp = true;
    await user.click(screen.getByRole("button", { name: "다시 시도" }));
    expect(await screen.findByRole("article")).toBeInTheDocument();
  });

  it("keeps order and filters in the address, and tells how many hits there are", async () => {
    const { user, search } = await setUp("/market?q=영어", listOne);
    expect(await screen.findByText("콘텐츠 1개")).toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "정렬" }), "최신순");
    await user.selectOptions(screen.getByRole("combobox", { name: "카테고리" }), "외국어 (1)");
    await user.selectOptions(
      screen.getByRole("combobox", { name: "가격" }),
      await screen.findByRole("option", { name: "1만~3만 원 (1)" }),
    );
    expect(search()).toBe("?q=영어&sort=newest&category=language&price=middle");
    await waitFor(() => {
      const asked = server.asked.map(({ path }) => decodeURIComponent(path));
      expect(asked.at(-1)).toBe("/api/search?q=영어&category=language&sort=newest&min=9524&max=28572");
    });
    await user.selectOptions(screen.getByRole("combobox", { name: "정렬" }), "관련순");
    expect(search()).toBe("?q=영어&category=language&price=middle");
  });

  it("says where there are more hits than were counted, and offers all choices then", async () => {
    const ofMany = {
      category: { language: 990, music: 10 },
      kind: { pdf: 1_000 },
      free: 3,
      price: [0, 10_000],
      prices: { low: 1_000, middle: 0, high: 0 },
      ratings: { 4: 0, 3: 2 },
      total: 1_000,
    };
    await setUp("/market?q=영어", () => ({
      body: answerOf({ hits: [buildContent()], total: 1_000, facets: ofMany }),
    }));
    expect(await screen.findByText("콘텐츠 1,000개 이상")).toBeInTheDocument();
    expect(screen.getByRole("option", { name: "음악/악보 (10+)" })).toBeInTheDocument();
    for (const name of ["요리/레시피", "무료 (3+)", "3만 원 이상", "3점 이상 (2+)"])
      expect(screen.getByRole("option", { name })).toBeInTheDocument();
  });

  it("says which other words it has searched for", async () => {
    await setUp("/market?q=영오", () => ({
      body: answerOf({ hits: [buildContent()], didYouMean: "영어", isCorrected: true }),
    }));
    expect(await screen.findByRole("link", { name: "영어" })).toHaveAttribute(
      "href",
      `/market?q=${encodeURIComponent("영어")}`,
    );
    expect(screen.getByText(/'영오'에 맞는 콘텐츠가 없어/)).toBeInTheDocument();
  });

  it("shows what is near when nothing fits", async () => {
    await setUp("/market?q=영어+낙타", () => ({
      body: answerOf({ near: { words: "영어", hits: [buildContent()] } }),
    }));
    expect(await screen.findByText("대신 '영어'에 맞는 콘텐츠를 찾았어요")).toBeInTheDocument();
    expect(screen.getByRole("article")).toBeInTheDocument();
  });

  it.each([
    ["?q=뷁뷁뷁", "대신 인기 있는 콘텐츠를 보여드려요"],
    ["?q=뷁뷁뷁&category=music&price=free", "대신 '음악/악보'에서 인기 있는 콘텐츠를 보여드려요"],
  ])("shows what is popular when no word of %s fits", async (query, heading) => {
    const { user, search } = await setUp(`/market${query}`, (path) =>
      path.startsWith("/api/search")
        ? { body: answerOf({ near: { hits: [buildContent()] } }) }
        : { body: [] },
    );
    const popular = await screen.findByRole("region", { name: "인기 콘텐츠" });
    expect(within(popular).getByRole("heading", { name: heading })).toBeInTheDocument();
    expect(within(popular).getByRole("article")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "전체 콘텐츠 보기" }));
    expect(search()).toBe("");
  });

  it("suggests while one types, by the keyboard too, and last searches before that", async () => {
    const { user, search } = await setUp("/market", listOne);
    const box = screen.getByRole("combobox", { name: "콘텐츠 검색" });
    await user.type(box, "지");
    expect(await screen.findByRole("option", { name: /지현/ })).toBeInTheDocument();
    await user.keyboard("{ArrowUp}");
    expect(screen.getByRole("option", { selected: true })).toHaveAccessibleName(/지현/);
    expect(box).toHaveAttribute("aria-activedescendant", screen.getByRole("option", { selected: true }).id);
    await user.keyboard("{Enter}");
    expect(search()).toBe("?q=지현");
    await screen.findByText("콘텐츠 1개");
    await user.click(screen.getByRole("button", { name: "검색어 지우기" }));
    expect(await screen.findByRole("option", { name: /지현.*최근 검색/ })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "최근 검색어 지우기" }));
    expect(screen.queryByRole("option")).toBeNull();
  });
});
