import { pollIntervals } from "@knowhow/shared";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { ChatRoomScreen } from "./ChatRoomScreen.tsx";
import {
  buildDetail,
  buildMessage,
  me,
  messageId,
  otherId,
  roomId,
} from "@knowhow/ui/features/chats/testing.ts";
import { testDevice } from "@knowhow/ui/testing/platform.ts";

const { closeOutboxes, eraseOutbox, outboxOf, textsOf } = testDevice;

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
  await eraseOutbox(me.id);
});

interface Room {
  user?: unknown;
  detail?: FakeAnswer;
  /** Answers GET of messages; by default with one page. */
  read?: (query: URLSearchParams) => FakeAnswer | Promise<FakeAnswer>;
  write?: (asked: RecordedRequest) => FakeAnswer | Promise<FakeAnswer>;
}

const talk = (...messages: ReturnType<typeof buildMessage>[]): FakeAnswer => ({
  body: { messages, readUpTo: null },
});
const stored = (at: number, { body }: RecordedRequest): FakeAnswer => {
  const { message, clientId } = JSON.parse(body) as { message: string; clientId: string };
  return { status: 201, body: { message: buildMessage(at, { senderId: me.id, message, clientId }) } };
};

const open = async ({
  user = me,
  detail = { body: { chatRoom: buildDetail() } },
  read,
  write,
}: Room = {}) => {
  server = await startServer((asked) => {
    const url = new URL(asked.path, "http://page.invalid");
    if (url.pathname.endsWith("/me")) return { body: { user } };
    if (asked.method === "POST") return write?.(asked) ?? stored(50, asked);
    if (url.pathname.endsWith("/messages")) {
      if (read) return read(url.searchParams);
      return url.searchParams.has("after") ? talk() : talk(buildMessage(1));
    }
    return url.pathname.endsWith("/rooms") ? { body: { chatRooms: [] } } : detail;
  });
  return renderAt(<ChatRoomScreen />, `/chat/${roomId}`, "/chat?/:roomId?/*");
};
const writeBox = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "메시지" });
const sentBodies = () =>
  server.asked
    .filter(({ method }) => method === "POST")
    .map(({ body }) => JSON.parse(body) as { message: string; clientId: string });
const reads = () =>
  server.asked
    .filter(({ method, path }) => method === "GET" && path.includes("/messages"))
    .map(({ path }) => new URL(path, "http://page.invalid").searchParams);

describe("a room", () => {
  it("names the other one, the content and what it is for", async () => {
    await open();
    expect(await screen.findByRole("heading", { level: 1, name: "지현" })).toBeInTheDocument();
    expect(screen.getByText("여행 영어")).toBeInTheDocument();
    expect(screen.getByText(/구매가 완료되었습니다/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "채팅 목록으로" })).toHaveAttribute("href", "/chat");
    const log = await screen.findByRole("log");
    expect(within(log).getByText("메시지 1")).toBeInTheDocument();
    expect(within(log).getByText("2026년 11월 21일")).toBeInTheDocument();
  });

  it("has names for who and what is gone", async () => {
    const chatRoom = buildDetail({ sellerNickname: "", content: { id: otherId, title: "" } });
    await open({ detail: { body: { chatRoom } } });
    expect(await screen.findByRole("heading", { level: 1, name: "사용자" })).toBeInTheDocument();
    expect(screen.getByText("콘텐츠")).toBeInTheDocument();
  });

  it("is kept on the device as it stands by those who talk there alone", async () => {
    const unkept = () => document.querySelector("[data-view=no]");
    const view = await open();
    await screen.findByRole("log");
    expect(unkept()).toBeNull();
    view.unmount();
    await server.close();
    await open({ user: buildUser({ id: messageId(9), isAdmin: true }) });
    await screen.findByRole("log");
    expect(unkept()).not.toBeNull();
  });

  it("says that it is not there, with the way back", async () => {
    const detail = { status: 404, body: { code: "NOT_FOUND", message: "채팅방을 찾을 수 없습니다." } };
    await open({ detail, read: () => detail });
    expect(await screen.findByRole("heading", { name: "채팅방을 찾을 수 없습니다" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "채팅 목록으로" })).toHaveAttribute("href", "/chat");
  });

  it.each([
    ["refund", /환불된 구매라 대화가 종료되었습니다/],
    ["party", /상대방의 서비스 이용이 종료되어 대화가 종료되었습니다/],
  ] as const)("says why it is over: %s", async (endedBy, words) => {
    await open({ detail: { body: { chatRoom: buildDetail({ status: "inactive", endedBy }) } } });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByText(/제재|정지|제한/)).toBeNull();
    expect(screen.queryByText(/구매가 완료되었습니다/)).toBeNull();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("tells an administrator of one that is over how their words are shown", async () => {
    const detail = { body: { chatRoom: buildDetail({ status: "inactive", endedBy: "refund" }) } };
    await open({ detail, user: buildUser({ id: messageId(9), isAdmin: true }) });
    expect(await screen.findByText(/두 사람 모두에게 관리자의 말로 보여요/)).toBeInTheDocument();
    expect(screen.queryByText(/구매가 완료되었습니다/)).toBeNull();
  });

  it("takes nothing more when it is over, or while one is suspended", async () => {
    const view = await open({ detail: { body: { chatRoom: buildDetail({ status: "inactive" }) } } });
    expect(await screen.findByText("종료된 대화입니다")).toBeInTheDocument();
    expect(screen.queryByRole("textbox")).toBeNull();
    view.unmount();
    await server.close();
    await open({ user: buildUser({ suspendedUntil: "2999-01-01T00:00:00.000Z" }) });
    expect(await screen.findByText(/메시지를 보낼 수 없습니다/)).toBeInTheDocument();
    expect(await screen.findByText("메시지 1", { selector: "[role=log] *" })).toBeInTheDocument();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("marks what administrators and the system say", async () => {
    const said = [
      buildMessage(1, { senderId: null, messageType: "system", message: "구매가 완료되었습니다." }),
      buildMessage(2, { senderId: messageId(9), messageType: "admin", message: "확인하겠습니다." }),
    ];
    await open({ read: (query) => (query.has("after") ? talk() : talk(...said)) });
    const log = await screen.findByRole("log");
    expect(within(log).getAllByText("관리자").length).toBeGreaterThan(0);
    expect(within(log).queryByText("지현")).toBeNull();
  });

  it("brings older messages, and says when there are no more", async () => {
    const page = Array.from({ length: 50 }, (_, at) => buildMessage(at + 51));
    await open({
      read: (query) => {
        if (query.has("before")) return talk(buildMessage(49), buildMessage(50));
        return query.has("after") ? talk() : talk(...page);
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "이전 메시지 보기" }));
    expect(await screen.findByText("메시지 49")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "이전 메시지 보기" })).toBeNull();
    expect(
      reads()
        .find((query) => query.has("before"))
        ?.get("before"),
    ).toBe(messageId(51));
  });

  it("asks for what is new behind what it has, and only looks while nobody does", async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
      shouldAdvanceTime: true,
    });
    const visibility = vi.spyOn(document, "visibilityState", "get");
    let news = talk();
    await open({ read: (query) => (query.has("after") ? news : talk(buildMessage(1))) });
    await screen.findByRole("log");
    news = talk(buildMessage(2));
    act(() => {
      vi.advanceTimersByTime(pollIntervals.chatMessages);
    });
    expect(await screen.findByText("메시지 2", { selector: "[role=log] *" })).toBeInTheDocument();
    const [first, ...later] = reads();
    expect([first?.get("after"), first?.get("peek")]).toEqual([null, null]);
    expect([later.at(-1)?.get("after"), later.at(-1)?.get("peek")]).toEqual([messageId(1), null]);

    const before = reads().length;
    visibility.mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    act(() => {
      vi.advanceTimersByTime(10 * pollIntervals.chatMessages);
    });
    visibility.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    // The next read is of a page that is looked at: a hidden one would have peeked.
    await expect
      .poll(() =>
        reads()
          .slice(before, before + 1)
          .map((query) => query.get("peek")),
      )
      .toEqual([null]);
    visibility.mockRestore();
  });

  it("knows own messages as read when the other has read them", async () => {
    const own = buildMessage(1, { senderId: me.id });
    await open({
      read: (query) => (query.has("after") ? { body: { messages: [], readUpTo: own.id } } : talk(own)),
    });
    expect(await screen.findByText("보냄")).toBeInTheDocument();
    // Coming back to the page asks at once.
    document.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByText("읽음")).toBeInTheDocument();
  });
});

describe("writing", () => {
  it("shows a message at once, stays open for the next, and sends both in their order", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let at = 10;
    await open({
      write: async (asked) => {
        await held;
        at += 1;
        return stored(at, asked);
      },
    });
    const box = await writeBox();
    await userEvent.type(box, "하나{Enter}둘{Shift>}{Enter}{/Shift}셋{Enter}");
    expect(box).toHaveValue("");
    expect(box).toBeEnabled();
    expect(await screen.findAllByText("보내는 중")).toHaveLength(2);
    release();
    await waitFor(() => expect(screen.getAllByText("보냄")).toHaveLength(2));
    expect(sentBodies().map(({ message }) => message)).toEqual(["하나", "둘\n셋"]);
  });

  it("tells of a message that was refused, and sends it again under the same name", async () => {
    let isDown = true;
    await open({
      write: (asked) =>
        isDown
          ? {
              status: 503,
              headers: { "retry-after": "60" },
              body: { code: "UNAVAILABLE", message: "잠시 후에요." },
            }
          : stored(50, asked),
    });
    await userEvent.type(await writeBox(), "안녕하세요{Enter}");
    expect(await screen.findByText("보내지 못함")).toBeInTheDocument();
    expect(screen.getByText("메시지 전송 실패")).toBeInTheDocument();
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "다시 보내기: 안녕하세요" }));
    expect(await screen.findByText("보냄")).toBeInTheDocument();
    const [first, second] = sentBodies();
    expect(first?.clientId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).toEqual(first);
    expect(textsOf(me.id).read(`chat:${roomId}`)).toBeUndefined();
  });

  it("has what gets no answer wait, with what follows it, and calls neither failed", async () => {
    let isAway = true;
    let at = 10;
    await open({
      write: (asked) => {
        at += 1;
        return isAway ? { isLost: true } : stored(at, asked);
      },
    });
    await userEvent.type(await writeBox(), "하나{Enter}둘{Enter}");
    await waitFor(() => expect(screen.getAllByText("보낼 예정")).toHaveLength(2));
    expect(screen.queryByText("보내지 못함")).toBeNull();
    expect(screen.queryByText("메시지 전송 실패")).toBeNull();
    isAway = false;
    await waitFor(() => expect(screen.getAllByText("보냄")).toHaveLength(2));
    expect(screen.queryByText("메시지 전송 실패")).toBeNull();
    expect(new Set(sentBodies().map(({ clientId }) => clientId)).size).toBe(2);
  });

  it("notes with a message to whom it goes, for the list of what waits", async () => {
    await open({ write: () => ({ isLost: true }) });
    await userEvent.type(await writeBox(), "하나{Enter}");
    await waitFor(() =>
      expect(outboxOf(me.id).jobs.getSnapshot().at(-1)?.payload).toMatchObject({
        roomId,
        about: "지현 · 여행 영어",
      }),
    );
  });

  it("keeps a draft and what was under way, and stores that once", async () => {
    let at = 10;
    const write = async (asked: RecordedRequest) => {
      at += 1;
      // The first answer never comes.
      return at === 11 ? new Promise<FakeAnswer>(() => undefined) : stored(at, asked);
    };
    const view = await open({ write });
    await userEvent.type(await writeBox(), "보낸 것{Enter}쓰던 것");
    await waitFor(() => expect(sentBodies()).toHaveLength(1));
    view.unmount();
    // As after a reload: memory has nothing of the running request.
    closeOutboxes();
    renderAt(<ChatRoomScreen />, `/chat/${roomId}`, "/chat/:roomId");
    expect(await writeBox()).toHaveValue("쓰던 것");
    expect(await screen.findByText("보냄")).toBeInTheDocument();
    const [first, second] = sentBodies();
    expect(second).toEqual(first);
  });

  it("sends nothing that is empty or too long, and counts near the limit", async () => {
    await open();
    const box = await writeBox();
    await userEvent.type(box, "  {Enter}");
    fireEvent.change(box, { target: { value: "가".repeat(1_801) } });
    expect(screen.getByText("1,801/2,000")).toBeInTheDocument();
    fireEvent.change(box, { target: { value: "가".repeat(2_001) } });
    expect(screen.getByRole("alert")).toHaveTextContent("메시지는 2,000자 이하여야 합니다.");
    fireEvent.keyDown(box, { key: "Enter" });
    expect(box).toHaveValue("가".repeat(2_001));
    expect(sentBodies()).toEqual([]);
  });

  it("closes when the room is over meanwhile", async () => {
    let status: "active" | "inactive" = "active";
    const refused = { status: 409, body: { code: "ROOM_INACTIVE", message: "종료된 대화방입니다." } };
    const detail: FakeAnswer = {
      get body() {
        return { chatRoom: buildDetail({ status }) };
      },
    };
    await open({ detail, write: () => refused });
    const box = await writeBox();
    status = "inactive";
    await userEvent.type(box, "늦었나요{Enter}");
    expect(await screen.findByText("종료된 대화입니다")).toBeInTheDocument();
    expect(screen.getByText("보내지 못함")).toBeInTheDocument();
  });
});

describe("Enter on a composed syllable", () => {
  const compose = async (): Promise<HTMLTextAreaElement> => {
    await open();
    const box = await writeBox();
    fireEvent.compositionStart(box);
    fireEvent.compositionUpdate(box, { data: "안" });
    fireEvent.change(box, { target: { value: "안" } });
    return box;
  };
  const press = (box: HTMLElement, keyCode: number, isComposing: boolean) =>
    fireEvent.keyDown(box, { key: "Enter", code: "Enter", keyCode, isComposing });
  const expectOne = async () => {
    await waitFor(() => expect(sentBodies().map(({ message }) => message)).toEqual(["안"]));
    expect(await writeBox()).toHaveValue("");
    // A room's messages are sent in their order: a second one would come before this.
    await userEvent.type(await writeBox(), "다음{Enter}");
    await expect.poll(() => sentBodies().at(-1)?.message).toBe("다음");
    expect(sentBodies()).toHaveLength(2);
  };

  it("is told before and after the commit: Chrome", async () => {
    const box = await compose();
    press(box, 229, true);
    fireEvent.compositionEnd(box, { data: "안" });
    press(box, 13, false);
    fireEvent.keyUp(box, { key: "Enter" });
    await expectOne();
  });

  it("is told after the commit only: Safari", async () => {
    const box = await compose();
    fireEvent.compositionEnd(box, { data: "안" });
    press(box, 229, false);
    fireEvent.keyUp(box, { key: "Enter" });
    await expectOne();
  });

  it("is taken by an input method that does not commit by itself", async () => {
    const box = await compose();
    box.addEventListener("blur", () => fireEvent.compositionEnd(box, { data: "안" }));
    box.focus();
    press(box, 229, true);
    fireEvent.keyUp(box, { key: "Enter" });
    await expectOne();
  });

  it("begins a line with Shift, and chooses a Chinese character", async () => {
    const box = await compose();
    fireEvent.keyDown(box, { key: "Enter", keyCode: 229, isComposing: true, shiftKey: true });
    fireEvent.compositionUpdate(box, { data: "安" });
    press(box, 229, true);
    fireEvent.compositionEnd(box, { data: "安" });
    expect(box).toHaveValue("안");
    press(box, 13, false);
    await expect.poll(sentBodies).not.toEqual([]);
    expect(sentBodies()).toHaveLength(1);
  });
});
