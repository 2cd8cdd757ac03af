import { pollIntervals } from "@knowhow/shared";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { noteServerTime } from "../../client/serverClock.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import type { startServer } from "../../testing/server.ts";
import { AdminChatScreen } from "./AdminChatScreen.tsx";
import { InboxScreen } from "./InboxScreen.tsx";
import { quickAnswers } from "./quickAnswers.ts";
import { admin, buildMessage, buildRoom, idOf, startAdminServer } from "./testing.ts";
import { testPlatform } from "../../testing/platform.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

describe("/admin-chats", () => {
  it("lists conversations with what waits unread, and sends an answer once, also after a failure", async () => {
    let tries = 0;
    const clientIds = new Set<string>();
    server = await startAdminServer({
      "/api/admin/chats": () => ({ body: { chatRooms: [buildRoom({ unreadCount: 120 })] } }),
      [`/api/admin/chats/${idOf("e")}/messages`]: ({ method, body, path }) => {
        if (method === "GET")
          return {
            body: { messages: path.includes("after=") ? [] : [buildMessage()], readUpTo: null },
          };
        const { message, clientId } = JSON.parse(body) as { message: string; clientId: string };
        clientIds.add(clientId);
        tries += 1;
        if (tries === 1) return { status: 503, body: { code: "UNAVAILABLE", message: "잠시 후 다시" } };
        const stored = { id: idOf("f1"), message, clientId, messageType: "admin", senderId: admin.id };
        return {
          status: 201,
          body: { message: buildMessage({ ...stored, messageType: "admin", senderNickname: "관리자" }) },
        };
      },
    });
    const user = userEvent.setup();
    renderAt(<InboxScreen />, "/admin-chats", "/admin-chats");
    expect(await screen.findByRole("link", { name: "내 정보로" })).toHaveAttribute("href", "/profile");
    expect(await screen.findByText("99+")).toBeInTheDocument();
    const list = within(screen.getByRole("list", { name: "문의 목록" }));
    expect(list.getByText("문의")).toBeInTheDocument();
    await user.click(list.getByRole("link"));
    const log = within(await screen.findByRole("log"));
    expect(log.getByText("환불하고 싶어요")).toBeInTheDocument();
    await user.type(screen.getByRole("textbox", { name: "메시지" }), "확인해볼게요");
    await user.click(screen.getByRole("button", { name: "보내기" }));
    await user.click(await screen.findByRole("button", { name: /^다시 보내기/ }));
    await waitFor(() => {
      expect(log.getByText("보냄")).toBeInTheDocument();
    });
    expect(log.getAllByText("확인해볼게요")).toHaveLength(1);
    expect(tries).toBe(2);
    expect(clientIds.size).toBe(1);
  });
});

describe("whoever waits for an answer", () => {
  afterEach(() => {
    vi.useRealTimers();
    noteServerTime(new Date().toUTCString());
  });

  it("is shown to wait since their first word, read or not, until one is given", async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000).toISOString();
    const lastMessage = { message: "아직인가요?", createdAt: hoursAgo(0) };
    const waiting = (id: string, userNickname: string, waitingSince: string | null) =>
      buildRoom({ id: idOf(id), userNickname, lastMessage, waitingSince });
    server = await startAdminServer({
      "/api/admin/chats": () => ({
        body: {
          chatRooms: [
            waiting("e1", "민수", hoursAgo(5)),
            waiting("e2", "지현", hoursAgo(0)),
            waiting("e3", "수아", null),
          ],
        },
      }),
    });
    renderAt(<InboxScreen />, "/admin-chats", "/admin-chats");
    const rows = await within(await screen.findByRole("list", { name: "문의 목록" })).findAllByRole("link");
    expect(rows).toHaveLength(3);
    expect(rows[0]).toHaveTextContent("5시간 전부터 대기");
    expect(rows[1]).toHaveTextContent("답변 대기");
    expect(rows[2]).not.toHaveTextContent("대기");
  });

  it("waits by the server's clock, on a device that is a day ahead", async () => {
    const realNow = Date.now();
    const since = new Date(realNow - 5.5 * 60 * 60_000).toISOString();
    const lastMessage = { message: "아직인가요?", createdAt: since };
    server = await startAdminServer({
      "/api/admin/chats": () => ({ body: { chatRooms: [buildRoom({ lastMessage, waitingSince: since })] } }),
    });
    vi.useFakeTimers({ toFake: ["Date"], now: realNow + 24 * 60 * 60_000 });
    noteServerTime(new Date(realNow).toUTCString());
    renderAt(<InboxScreen />, "/admin-chats", "/admin-chats");
    const list = within(await screen.findByRole("list", { name: "문의 목록" }));
    const row = await list.findByRole("link");
    expect(row).toHaveTextContent("5시간 전부터 대기");
    expect(within(row).getByRole("time")).toHaveTextContent("5시간 전");
  });
});

describe("reading", () => {
  /** Three waiting conversations, in a window that may have the focus. */
  const start = async () => {
    let isAttended = true;
    let tell = (): void => undefined;
    testPlatform.attention = {
      isAttended: () => isAttended,
      onChange: (handler) => {
        tell = handler;
        return () => undefined;
      },
    };
    const ids = [idOf("e1"), idOf("e2"), idOf("e3")];
    server = await startAdminServer({
      "/api/admin/chats": () => ({ body: { chatRooms: ids.map((id) => buildRoom({ id, unreadCount: 1 })) } }),
      ...Object.fromEntries(
        ids.map((id) => [
          `/api/admin/chats/${id}/messages`,
          ({ path }: { path: string }) => ({
            body: { messages: path.includes("after=") ? [] : [buildMessage()], readUpTo: null },
          }),
        ]),
      ),
    });
    const { router } = renderAt(<InboxScreen />, "/admin-chats", "/admin-chats");
    await within(await screen.findByRole("list", { name: "문의 목록" })).findAllByRole("link");
    const at = (id: string) => router.state.location.search === `?room=${id}`;
    return {
      ids,
      look: (now: boolean) => {
        isAttended = now;
        act(tell);
      },
      goNext: async (id: string) => {
        fireEvent.keyDown(document.body, { code: "KeyJ" });
        await expect
          .poll(() => at(id) && server.asked.some(({ path }) => path.includes(`${id}/messages`)))
          .toBe(true);
      },
      /** How often it was read there: asked for without `peek`. */
      readOf: (id: string) =>
        server.asked.filter(({ path }) => path.includes(`${id}/messages`) && !path.includes("peek=")).length,
      peeksOf: (id: string) =>
        server.asked.filter(({ path }) => path.includes(`${id}/messages`) && path.includes("peek=")).length,
    };
  };
  afterEach(() => {
    delete testPlatform.attention;
    vi.useRealTimers();
  });

  it("is staying: whoever passes by leaves a conversation unread", async () => {
    const { ids, goNext, readOf } = await start();
    const [first = "", second = "", third = ""] = ids;
    for (const id of ids) await goNext(id);
    await expect.poll(() => readOf(third)).toBeGreaterThan(0);
    expect([readOf(first), readOf(second)]).toEqual([0, 0]);
  });

  it("is looking: in a window that is hidden nothing is read before somebody comes back to it", async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
      shouldAdvanceTime: true,
    });
    const { ids, goNext, look, readOf, peeksOf } = await start();
    const [first = ""] = ids;
    look(false);
    await goNext(first);
    // Polled later than a person who stays has read it.
    for (let polls = 0; polls < 3; polls += 1) {
      const before = peeksOf(first);
      act(() => {
        vi.advanceTimersByTime(pollIntervals.adminMessages);
      });
      await expect.poll(() => peeksOf(first)).toBeGreaterThan(before);
    }
    expect(readOf(first)).toBe(0);
    look(true);
    act(() => {
      vi.advanceTimersByTime(pollIntervals.adminMessages);
    });
    await expect.poll(() => readOf(first)).toBeGreaterThan(0);
  });
});

describe("answering", () => {
  it("puts what is often written in at the cursor, by a press or by Alt and its number", async () => {
    server = await startAdminServer({
      "/api/admin/chats": () => ({ body: { chatRooms: [buildRoom({ unreadCount: 1 })] } }),
      [`/api/admin/chats/${idOf("e")}/messages`]: () => ({
        body: { messages: [buildMessage()], readUpTo: null },
      }),
    });
    const user = userEvent.setup();
    renderAt(<InboxScreen />, `/admin-chats?room=${idOf("e")}`, "/admin-chats");
    const box = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "메시지" });
    await user.type(box, "민수 님, 고맙습니다");
    box.setSelectionRange(6, 6);
    await user.click(screen.getByRole("button", { name: "정보 요청" }));
    const asking = quickAnswers[1].text;
    await waitFor(() => {
      expect(box.value).toBe(`민수 님, ${asking}고맙습니다`);
      expect(box.selectionStart).toBe(6 + asking.length);
    });
    await user.clear(box);
    fireEvent.keyDown(box, { code: "Digit5", altKey: true });
    await waitFor(() => {
      expect(box.value).toBe(quickAnswers[4].text);
    });
    fireEvent.keyDown(box, { code: "Digit9", altKey: true });
    expect(box.value).toBe(quickAnswers[4].text);
  });
});

describe("the list of those who wait", () => {
  it("is a key away, leads to its conversations, and says when nobody waits", async () => {
    const waits = buildRoom({ id: idOf("e1"), userNickname: "민수" });
    const answered = buildRoom({ id: idOf("e2"), userNickname: "지현" });
    let hasWaitingRoom = true;
    server = await startAdminServer({
      "/api/admin/chats": ({ path }) => ({
        body: {
          chatRooms: !path.includes("waiting=true") ? [waits, answered] : hasWaitingRoom ? [waits] : [],
          unreadCount: 0,
        },
      }),
    });
    const { router } = renderAt(<InboxScreen />, "/admin-chats", "/admin-chats");
    const names = () =>
      within(screen.getByRole("list", { name: "문의 목록" }))
        .getAllByRole("link")
        .map(({ textContent }) => /민수|지현/.exec(textContent)?.[0]);
    await waitFor(() => expect(names()).toEqual(["민수", "지현"]));
    fireEvent.keyDown(document.body, { code: "KeyF" });
    await waitFor(() => expect(names()).toEqual(["민수"]));
    expect(router.state.location.search).toBe("?tab=waiting");
    expect(screen.getByRole("link", { name: /민수/ })).toHaveAttribute(
      "href",
      `/admin-chats?tab=waiting&room=${idOf("e1")}`,
    );
    hasWaitingRoom = false;
    fireEvent.keyDown(document.body, { code: "KeyF" });
    await waitFor(() => expect(names()).toHaveLength(2));
    fireEvent.click(screen.getByRole("button", { name: "답변 대기" }));
    expect(await screen.findByText("답변을 기다리는 문의가 없어요")).toBeInTheDocument();
  });
});

describe("/admin-chat/:chatRoomId", () => {
  const path = (id: string) => [`/admin-chat/${id}`, "/admin-chat/:chatRoomId"] as const;
  const noRoom = () => ({ status: 404, body: { code: "NOT_FOUND", message: "없음" } });

  it("shows the purchase's room of an id, where the administrator may write", async () => {
    const id = idOf("77");
    const room = {
      id,
      buyerId: idOf("a"),
      sellerId: idOf("b"),
      buyerNickname: "민수",
      sellerNickname: "지현",
      buyerProfileImage: null,
      sellerProfileImage: null,
      content: { id: idOf("c"), title: "여행 영어" },
      status: "inactive",
    };
    const { senderNickname, ...message } = buildMessage({ message: "파일이 안 열려요" });
    server = await startAdminServer({
      "/api/admin/chats": () => ({ body: { chatRooms: [] } }),
      [`/api/chat/rooms/${id}`]: () => ({ body: { chatRoom: room } }),
      [`/api/chat/rooms/${id}/messages`]: () => ({ body: { messages: [message], readUpTo: null } }),
    });
    const { router } = renderAt(<AdminChatScreen />, ...path(id));
    expect(await screen.findByText("파일이 안 열려요")).toBeInTheDocument();
    // Nothing is promised that only the parties have.
    expect(screen.queryByText(/신고는 오른쪽 위/)).toBeNull();
    fireEvent.keyDown(document.body, { code: "KeyN" });
    expect(screen.getByRole("textbox", { name: "메시지" })).toHaveFocus();
    expect(screen.getByRole("link", { name: "목록으로" })).toHaveAttribute("href", "/admin");
    const from = `/reports/${idOf("1")}?q=민수`;
    await act(() => router.navigate(`/admin-chat/${id}`, { state: { from } }));
    expect(screen.getByRole("link", { name: "신고로" })).toHaveAttribute("href", from);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("민수 · 지현");
    expect(screen.getByText(senderNickname)).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "메시지" })).toBeInTheDocument();
  });

  it("shows an old conversation with the administrators, and says when the id names nothing", async () => {
    const old = idOf("88");
    server = await startAdminServer({
      "/api/admin/chats": () => ({ body: { chatRooms: [] } }),
      "/api/chat/rooms": noRoom,
      [`/api/admin/chats/${old}/messages`]: () => ({ body: { messages: [buildMessage()], readUpTo: null } }),
      [`/api/admin/chats/${idOf("99")}/messages`]: noRoom,
    });
    const { unmount } = renderAt(<AdminChatScreen />, ...path(old));
    expect(await screen.findByText("환불하고 싶어요")).toBeInTheDocument();
    unmount();
    renderAt(<AdminChatScreen />, ...path(idOf("99")));
    expect(await screen.findByText("채팅방을 찾을 수 없습니다")).toBeInTheDocument();
  });
});
