import {
  addDays,
  maxPauseDays,
  seoulDay,
  seoulDayStart,
  type Content,
  type ContentState,
} from "@knowhow/shared";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { SaleStateButton } from "./SaleStateButton.tsx";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (
  state: ContentState,
  answer: () => FakeAnswer = () => ({}),
  more: Partial<Content> = {},
) => {
  server = await startServer(answer);
  const [content, bystander] = [
    buildContent({ state, ...more }),
    buildContent({ id: "01900000-0000-7000-8000-0000000000b1", title: "다른 글" }),
  ];
  renderAt(
    <>
      <SaleStateButton content={content} isOneOfMany />
      <SaleStateButton content={bystander} isOneOfMany />
    </>,
  );
  return content;
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const puts = () =>
  server.asked
    .filter(({ method }) => method === "PUT")
    .map(({ path, body }) => [path, JSON.parse(body) as unknown]);

describe("the button of a sale", () => {
  it("pauses at once and without an end, where none is chosen", async () => {
    const paused = buildContent({ state: "paused", isListed: false, isOwner: true });
    const { id, title } = await open("listed", () => ({ body: paused }));
    press(`${title} 판매 멈추기`);
    expect(puts()).toEqual([]);
    press("판매 멈추기");
    expect(await screen.findByText("판매를 멈췄습니다")).toBeInTheDocument();
    expect(puts()).toEqual([[`/api/contents/${id}/state`, { state: "paused" }]]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("pauses until the chosen day begins in Korea, one within a year from tomorrow", async () => {
    const { title } = await open("listed", () => ({ body: buildContent({ state: "paused" }) }));
    press(`${title} 판매 멈추기`);
    const today = seoulDay(new Date());
    const choose = (day: string) =>
      fireEvent.change(screen.getByLabelText("다시 판매할 날 (선택)"), { target: { value: day } });
    for (const [day, words] of [
      [today, "내일 이후의 날짜를 선택해주세요."],
      [addDays(today, maxPauseDays + 1), "1년 안의 날짜를 선택해주세요."],
    ] as const) {
      choose(day);
      press("판매 멈추기");
      expect(await screen.findByText(words)).toBeInTheDocument();
    }
    expect(puts()).toEqual([]);
    const day = addDays(today, 10);
    choose(day);
    press("판매 멈추기");
    await waitFor(() => expect(puts()).toHaveLength(1));
    expect(puts()[0]?.[1]).toEqual({ state: "paused", until: seoulDayStart(day).toISOString() });
  });

  it("does not take a date that was typed in part for none", async () => {
    const { title } = await open("listed", () => ({ body: buildContent({ state: "paused" }) }));
    press(`${title} 판매 멈추기`);
    const field = screen.getByLabelText("다시 판매할 날 (선택)");
    // A browser's own state, which jsdom's fields never have.
    Object.defineProperty(field, "validity", { value: { badInput: true } });
    press("판매 멈추기");
    expect(await screen.findByText("날짜를 끝까지 입력하거나 비워주세요.")).toBeInTheDocument();
    expect(puts()).toEqual([]);
  });

  it("says in the dialog why it was refused, and keeps the day", async () => {
    const { title } = await open("listed", () => ({
      status: 503,
      body: { code: "UNAVAILABLE", message: "서비스가 일시적으로 불안정합니다." },
    }));
    press(`${title} 판매 멈추기`);
    const day = addDays(seoulDay(new Date()), 3);
    fireEvent.change(screen.getByLabelText("다시 판매할 날 (선택)"), { target: { value: day } });
    press("판매 멈추기");
    expect(await screen.findByText("서비스가 일시적으로 불안정합니다.")).toBeInTheDocument();
    expect(screen.getByLabelText("다시 판매할 날 (선택)")).toHaveValue(day);
  });

  it("puts back on sale what is paused, with one press", async () => {
    const { id, title } = await open("paused", () => ({ body: buildContent({ isOwner: true }) }));
    press(`${title} 다시 판매하기`);
    expect(await screen.findByText("다시 판매합니다")).toBeInTheDocument();
    expect(puts()).toEqual([[`/api/contents/${id}/state`, { state: "listed" }]]);
  });

  it("changes the day of a pause, beginning with the present one", async () => {
    const day = addDays(seoulDay(new Date()), 20);
    const { title } = await open("paused", () => ({ body: buildContent({ state: "paused" }) }), {
      pausedUntil: seoulDayStart(day).toISOString(),
    });
    press(`${title} 다시 판매할 날 바꾸기`);
    const field = screen.getByLabelText("다시 판매할 날 (선택)");
    expect(field).toHaveValue(day);
    const next = addDays(day, 5);
    fireEvent.change(field, { target: { value: next } });
    press("날짜 저장");
    await waitFor(() => expect(puts()).toHaveLength(1));
    expect(puts()[0]?.[1]).toEqual({ state: "paused", until: seoulDayStart(next).toISOString() });
  });

  it("is not there for what administrators have hidden", async () => {
    await open("hidden");
    expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
      "다른 글 판매 멈추기",
    ]);
  });
});
