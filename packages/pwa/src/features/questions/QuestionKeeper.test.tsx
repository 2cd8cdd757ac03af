import { api } from "@knowhow/shared";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noticesId } from "@knowhow/ui/components/ToastProvider.tsx";
import { hearNews, tellNews } from "@knowhow/ui/testing/news.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { QuestionKeeper } from "./QuestionKeeper.tsx";

let server: Awaited<ReturnType<typeof startServer>>;
let stop: () => void;
beforeEach(async () => {
  stop = hearNews();
  server = await startServer(() => ({ body: { waiting: 0, answered: [] } }));
});
afterEach(async () => {
  stop();
  vi.unstubAllGlobals();
  await server.close();
});

const contentId = buildContent().id;

it("tells of a question at once, but while a field is in use only when that is left", async () => {
  const user = userEvent.setup();
  renderAt(
    <>
      <QuestionKeeper />
      <input aria-label="제목" />
      <textarea aria-label="설명" />
      <button type="button">저장</button>
    </>,
    "/upload",
  );
  await expect.poll(() => server.asked.map(({ path }) => path)).toContain(api.questions.news.path);
  await user.type(screen.getByRole("textbox", { name: "제목" }), "가");
  tellNews("question", { contentId, act: "asked" });
  // From field to field it goes on being typed.
  await user.type(screen.getByRole("textbox", { name: "설명" }), "나");
  tellNews("question", { contentId, act: "answered" });
  expect(screen.queryByText(/문의/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "저장" }));
  expect(await screen.findByText("문의에 답변이 달렸습니다")).toBeVisible();
  act(() => screen.getByRole("button", { name: "저장" }).focus());
  tellNews("question", { contentId, act: "asked" });
  expect(await screen.findByText("구매 전 문의가 왔습니다")).toBeVisible();
});

it("makes room for a field that the news would cover, and stays beside others", async () => {
  renderAt(
    <>
      <QuestionKeeper />
      <input aria-label="제목" />
      <input aria-label="가격" />
    </>,
    "/upload",
  );
  await expect.poll(() => server.asked.map(({ path }) => path)).toContain(api.questions.news.path);
  tellNews("question", { contentId, act: "asked" });
  const news = await screen.findByText("구매 전 문의가 왔습니다");
  const [title, price] = screen.getAllByRole("textbox");
  // jsdom has no layout: the news lie over the second field.
  const at = (element: Element | null | undefined, top: number) =>
    vi.spyOn(element ?? news, "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 400, 80));
  at(document.getElementById(noticesId)?.parentElement, 300);
  at(title, 0);
  at(price, 320);
  act(() => title?.focus());
  expect(news).toBeVisible();
  act(() => price?.focus());
  expect(screen.queryByText("구매 전 문의가 왔습니다")).toBeNull();
});
