import { describe, expect, it } from "vitest";
import { emptyStore, withNewer, withOlder, withSent } from "./messageStore.ts";
import { talkRows, type TalkRow } from "./talk.ts";
import { buildMessage, me, messageId } from "./testing.ts";

const own = (at: number, overrides = {}) => buildMessage(at, { senderId: me.id, ...overrides });
const rowsOf = (messages: ReturnType<typeof own>[], readUpTo: string | null = null) =>
  talkRows({ messages, outgoing: [], meId: me.id, readUpTo });
const statesOf = (rows: readonly TalkRow[]) =>
  rows.flatMap((row) => (row.kind === "message" ? [row.state] : []));

describe("talkRows", () => {
  it("draws a line where a day of Seoul begins", () => {
    const rows = rowsOf([
      own(1, { createdAt: "2026-11-20T14:59:00.000Z" }),
      own(2, { createdAt: "2026-11-20T15:00:00.000Z" }),
    ]);
    expect(rows.map((row) => (row.kind === "day" ? row.label : row.text))).toEqual([
      "2026년 11월 20일",
      "메시지 1",
      "2026년 11월 21일",
      "메시지 2",
    ]);
  });

  it("shows the name once for what one person says in a row", () => {
    const rows = rowsOf([
      buildMessage(1),
      buildMessage(2),
      own(3),
      buildMessage(4),
      buildMessage(5, { messageType: "admin" }),
    ]);
    const firsts = rows.flatMap((row) => (row.kind === "message" ? [row.isFirst] : []));
    expect(firsts).toEqual([true, false, true, true, true]);
  });

  it("knows own messages as read up to the newest that was", () => {
    expect(statesOf(rowsOf([own(1), own(2), own(3)], messageId(2)))).toEqual(["read", "read", "sent"]);
    expect(statesOf(rowsOf([own(1, { isRead: true }), buildMessage(2)]))).toEqual(["read", undefined]);
  });

  it("shows what is on its way below, and once only when it is stored already", () => {
    const states = { one: "sending", two: "failed", three: "waiting" } as const;
    const outgoing = (["one", "two", "three"] as const).map((clientId) => ({
      clientId,
      text: clientId,
      createdAt: "2026-11-21T00:00:00.000Z",
      state: states[clientId],
      ...(clientId === "two" ? { failure: "끊겼습니다" } : {}),
    }));
    const rows = (messages: ReturnType<typeof own>[]) =>
      talkRows({ messages, outgoing, meId: me.id, readUpTo: null });
    expect(statesOf(rows([own(1)]))).toEqual(["sent", "sending", "failed", "waiting"]);
    const stored = rows([own(1), own(2, { clientId: "one" })]);
    expect(statesOf(stored)).toEqual(["sent", "sent", "failed", "waiting"]);
    expect(stored.map(({ key }) => key)).toEqual([
      `day ${messageId(1)}`,
      messageId(1),
      "one",
      "two",
      "three",
    ]);
  });
});

describe("the messages of a room", () => {
  const page = (...ats: number[]) => ({ messages: ats.map((at) => buildMessage(at)), readUpTo: null });
  const textsOf = ({ messages }: { messages: readonly { message: string }[] }) =>
    messages.map(({ message }) => message);

  it("stay the very same when nothing is new", () => {
    const store = withNewer(emptyStore, page(1, 2));
    expect(withNewer(store, page())).toBe(store);
    expect(withNewer(store, { messages: [], readUpTo: messageId(1) }).readUpTo).toBe(messageId(1));
  });

  it("do not skip what the other wrote before one's own was stored", () => {
    const store = withNewer(emptyStore, page(1));
    const sent = withSent(store, buildMessage(3, { senderId: me.id }));
    expect(sent.upTo).toBe(messageId(1));
    const read = withNewer(sent, page(2, 3));
    expect(textsOf(read)).toEqual(["메시지 1", "메시지 2", "메시지 3"]);
    expect(read.upTo).toBe(messageId(3));
  });

  it("go on upwards until a page is not full", () => {
    const store = withNewer({ ...emptyStore, hasOlder: true }, page(5, 6));
    const older = withOlder(store, page(3, 4), 2);
    expect([textsOf(older), older.hasOlder, older.upTo]).toEqual([
      ["메시지 3", "메시지 4", "메시지 5", "메시지 6"],
      true,
      messageId(6),
    ]);
    expect(withOlder(older, page(1), 2).hasOlder).toBe(false);
  });
});
