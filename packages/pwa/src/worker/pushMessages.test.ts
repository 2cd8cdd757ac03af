import { describe, expect, it } from "vitest";
import { leadsToPage, pushMessageOf, windowFor, type WindowFacts } from "./pushMessages.ts";

const message = { title: "새 메시지", body: "서연: 안녕하세요", path: "/chat/1", tag: "room-1" };
const general = { title: "새 소식이 있어요", body: "", path: "/", tag: "news" };

describe("the data of a push", () => {
  it("is shown as it was sent", () => {
    expect(pushMessageOf(JSON.stringify(message))).toEqual(message);
    const asked = { ...message, path: "/content/1?from=push#questions" };
    expect(pushMessageOf(JSON.stringify(asked))).toEqual(asked);
  });

  it.each([
    ["nothing", undefined],
    ["no JSON", "새 메시지"],
    ["null", "null"],
    ["a text", '"새 메시지"'],
    ["no title", JSON.stringify({ ...message, title: "" })],
    ["a body that is no text", JSON.stringify({ ...message, body: 1 })],
    ["no path", JSON.stringify({ ...message, path: undefined })],
    ["the path of a call", JSON.stringify({ ...message, path: "/api/chat/rooms" })],
    ["another site", JSON.stringify({ ...message, path: "//knowhow.example/chat/1" })],
    ["a long tag", JSON.stringify({ ...message, tag: "x".repeat(201) })],
  ])("that can not be shown, %s, becomes general news", (_, data) => {
    expect(pushMessageOf(data)).toEqual(general);
  });
});

it("only paths of this app lead to its pages", () => {
  for (const path of ["/", "/orders?page=2", "/seller#questions"]) expect(leadsToPage(path)).toBe(true);
  for (const path of ["chat", "https://page.invalid/chat", "/\\evil.example", "/nowhere", null])
    expect(leadsToPage(path)).toBe(false);
});

describe("the windows of the browser", () => {
  const at = (path: string, more: Partial<WindowFacts> = {}): WindowFacts => ({
    url: `https://knowhow.example${path}`,
    focused: false,
    visibilityState: "hidden",
    ...more,
  });
  const visible = { visibilityState: "visible" } as const;
  const focused = { ...visible, focused: true };

  it("open a path where it is open, else where the person is", () => {
    const [there, active, shown, hidden] = [
      at("/chat/1"),
      at("/market", focused),
      at("/orders", visible),
      at("/profile"),
    ];
    expect(windowFor("/chat/1", [hidden, shown, active, there])).toBe(there);
    expect(windowFor("/chat/1", [hidden, shown, active])).toBe(active);
    expect(windowFor("/chat/1", [hidden, shown])).toBe(shown);
    expect(windowFor("/chat/1", [hidden])).toBe(hidden);
  });

  it("open nothing where they show no page of the app", () => {
    expect(windowFor("/chat/1", [at("/standin/toss/pay/1", focused)])).toBeUndefined();
  });
});
