import { screen, waitFor } from "@testing-library/react";
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
const answerOf = (answer: Partial<SearchAnswer>): SearchAnswer => ({
  hits: [],
  total: answer.hits?.length ?? 0,
  facets: { category: { language: 1 }, kind: { pdf: 1 }, free: 0, price: [10_000, 10_000] },
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

  it("keeps the search in the address; a category clears it, and the other way round", async () => {
    const { user, search } = await setUp("/market", listOne);
    const box = screen.getByRole("combobox", { name: "콘텐츠 검색" });
    await user.type(box, "여행 영어{Enter}");
    expect(search()).toBe("?q=여행+영어");
    expect(await screen.findByRole("heading", { name: "'여행 영어' 검색 결과" })).toBeInTheDocument();
    expect(box).toHaveFocus();
    await user.click(screen.getByRole("link", { name: "외국어" }));
    expect(search()).toBe("?category=language");
    expect(box).toHaveValue("");
    expect(screen.getByRole("link", { name: "외국어", current: true })).toBeInTheDocument();
    await user.type(box, "노트");
    await user.click(screen.getByRole("button", { name: "검색" }));
    expect(search()).toBe("?q=노트");
    expect(screen.queryByRole("link", { current: true })).toBeNull();
    await user.click(screen.getByRole("button", { name: "검색어 지우기" }));
    expect(search()).toBe("");
  });

  it("asks nothing while one types", async () => {
    const { user } = await setUp("/market?category=language", listOne);
    await screen.findByRole("article");
    const reads = () => server.asked.filter(({ path }) => path.startsWith("/api/contents"));
    const before = reads();
    await user.type(screen.getByRole("combobox"), "타자 치는 중");
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
    await user.selectOptions(screen.getByRole("combobox", { name: "가격" }), "1만 원 이하");
    expect(search()).toBe("?q=영어&sort=newest&in=language&price=low");
    await waitFor(() => {
      const asked = server.asked.map(({ path }) => decodeURIComponent(path));
      expect(asked.at(-1)).toBe("/api/search?q=영어&sort=newest&category=language&max=10000");
    });
    await user.selectOptions(screen.getByRole("combobox", { name: "정렬" }), "관련순");
    expect(search()).toBe("?q=영어&in=language&price=low");
  });

  it("says where there are more hits than were counted, and offers all choices then", async () => {
    const facets = {
      category: { language: 990, music: 10 },
      kind: { pdf: 1_000 },
      free: 3,
      price: [0, 10_000],
    };
    await setUp("/market?q=영어", () => ({
      body: answerOf({ hits: [buildContent()], total: 1_000, facets }),
    }));
    expect(await screen.findByText("콘텐츠 1,000개 이상")).toBeInTheDocument();
    expect(screen.getByRole("option", { name: "음악/악보 (10+)" })).toBeInTheDocument();
    expect(screen.getByRole("option", { name: "요리/레시피" })).toBeInTheDocument();
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
