import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { MarketScreen } from "./MarketScreen.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const setUp = async (path: string, answer: (path: string) => FakeAnswer | Promise<FakeAnswer>) => {
  server = await startServer(({ path: asked }) =>
    asked.endsWith("/me") ? refuse("LOGIN_REQUIRED") : answer(asked),
  );
  const { router } = renderAt(<MarketScreen />, path, "/market");
  return { user: userEvent.setup(), search: () => decodeURIComponent(router.state.location.search) };
};
const listOne = () => ({ body: [buildContent()] });

describe("MarketScreen", () => {
  it("shows nine skeletons while the first shelf is on its way", async () => {
    await setUp("/market", () => new Promise(() => undefined));
    await waitFor(() => {
      expect(document.querySelectorAll("[data-skeleton=card]")).toHaveLength(9);
    });
  });

  it("keeps the search in the address; a category clears it, and the other way round", async () => {
    const { user, search } = await setUp("/market", listOne);
    const box = screen.getByRole("textbox", { name: "콘텐츠 검색" });
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
    await user.type(screen.getByRole("textbox"), "타자 치는 중");
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
    await setUp(path, () => ({ body: [] }));
    expect(await screen.findByText(title)).toBeInTheDocument();
  });

  it("offers another try when a list can not be read", async () => {
    let isUp = false;
    const { user } = await setUp("/market?q=영어", () => (isUp ? listOne() : { status: 503, body: "" }));
    await screen.findByRole("alert");
    isUp = true;
    await user.click(screen.getByRole("button", { name: "다시 시도" }));
    expect(await screen.findByRole("article")).toBeInTheDocument();
  });
});
