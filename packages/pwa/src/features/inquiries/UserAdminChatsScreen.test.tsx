import type { CurrentUser, InquiryMessage, InquiryRoom } from "@knowhow/shared";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { UserAdminChatsScreen } from "./UserAdminChatsScreen.tsx";
import { testDevice } from "@knowhow/ui/testing/platform.ts";

const { eraseOutbox } = testDevice;

bePatient();

const now = "2026-11-21T05:06:00.000Z";
const id = (last: string) => `01900000-0000-7000-8000-0000000000${last}`;
const buildRoom = (given: Partial<InquiryRoom> = {}): InquiryRoom => ({
  id: id("c1"),
  type: "general",
  relatedId: null,
  status: "active",
  userId: buildUser().id,
  userNickname: "서연",
  subject: "환불 요청",
  lastMessage: { message: "안녕하세요", createdAt: now },
  lastMessageAt: now,
  createdAt: now,
  unreadCount: 0,
  ...given,
});
const buildMessage = (given: Partial<InquiryMessage> = {}): InquiryMessage => ({
  id: id("d1"),
  senderId: null,
  senderNickname: "관리자",
  message: "무엇을 도와드릴까요?",
  messageType: "admin",
  clientId: null,
  isRead: false,
  createdAt: now,
  ...given,
});

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

interface World {
  user?: CurrentUser | null;
  rooms?: InquiryRoom[];
  send?: () => { status: number; body: unknown };
}

const open = async ({ user = buildUser(), rooms = [], send }: World, path = "/user-admin-chats") => {
  const known = [...rooms];
  const answer = ({ method, path: asked, body }: RecordedRequest) => {
    if (asked === "/api/auth/me") return user ? { body: { user } } : refuse("LOGIN_REQUIRED");
    if (asked === "/api/user/admin-chats") return { body: { chatRooms: known } };
    if (asked === "/api/user/admin-chats/create") {
      known.push(buildRoom());
      return { status: 201, body: { chatRoom: { id: buildRoom().id } } };
    }
    if (method === "POST") {
      if (send) return send();
      const { message, clientId } = JSON.parse(body);
      const own = { id: id("d9"), senderId: user?.id ?? null, senderNickname: "서연", message, clientId };
      return { status: 201, body: { message: buildMessage({ ...own, messageType: "text" }) } };
    }
    const isNewest = !asked.includes("after=");
    return { body: { messages: isNewest ? [buildMessage()] : [], readUpTo: null } };
  };
  server = await startServer(answer);
  return renderAt(<UserAdminChatsScreen />, path, "/user-admin-chats");
};

const sentTo = (path: string): unknown[] =>
  server.asked
    .filter((one) => one.method === "POST" && one.path === path)
    .map(({ body }) => JSON.parse(body) as unknown);

describe("/user-admin-chats", () => {
  it("sends a visitor to sign in and back", async () => {
    const { router } = await open({ user: null });
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    expect(router.state.location.search).toBe("?next=%2Fuser-admin-chats");
  });

  it("is calm where the device has no conversation and there is no network", async () => {
    const send = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation((...request) =>
      String(request[0] instanceof Request ? request[0].url : request[0]).includes("admin-chats")
        ? Promise.reject(new TypeError("Failed to fetch"))
        : send(...request),
    );
    await open({});
    expect(await screen.findByText("관리자와의 대화가 아직 이 기기에 없어요")).toBeInTheDocument();
  });

  it("begins a conversation where there is none, the subject as one likes", async () => {
    await open({});
    const start = await screen.findByRole("button", { name: "대화 시작하기" });
    expect(screen.getByRole("link", { name: "고객센터로" })).toHaveAttribute("href", "/support");
    fireEvent.click(start);
    expect(await screen.findByRole("alert")).toHaveTextContent("메시지를 입력해주세요.");
    fireEvent.change(screen.getByLabelText(/^내용/), { target: { value: "환불하고 싶어요" } });
    fireEvent.click(start);
    expect(await screen.findByText("무엇을 도와드릴까요?")).toBeInTheDocument();
    expect(sentTo("/api/user/admin-chats/create")).toEqual([{ subject: null, message: "환불하고 싶어요" }]);
  });

  it("says above the form that a first message waits, where there is no network, and nowhere else", async () => {
    await open({});
    const start = await screen.findByRole("button", { name: "대화 시작하기" });
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    fireEvent.change(screen.getByLabelText(/^내용/), { target: { value: "환불하고 싶어요" } });
    fireEvent.click(start);
    expect(await screen.findByText("보낼 예정인 문의가 있어요. 연결되면 보내요.")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText(/^내용/)).toHaveValue(""));
    expect(screen.queryByRole("button", { name: "알림 닫기" })).toBeNull();
    await eraseOutbox(buildUser().id);
  });

  it.each([
    ["suspended", buildUser({ suspendedUntil: "2126-11-21T05:06:00.000Z" })],
    ["banned", buildUser({ isBanned: true, banReason: "사기" })],
  ])("lets somebody %s write, and shows the message at once", async (_, user) => {
    await open({ user, rooms: [buildRoom()] });
    const box = await screen.findByRole("textbox", { name: "메시지" });
    expect(await screen.findByText("무엇을 도와드릴까요?")).toBeInTheDocument();
    fireEvent.change(box, { target: { value: " 이의가 있습니다 " } });
    fireEvent.click(screen.getByRole("button", { name: "보내기" }));
    expect(await screen.findByText("이의가 있습니다")).toBeInTheDocument();
    expect(await screen.findByText("보냄")).toBeInTheDocument();
    expect(sentTo(`/api/user/admin-chats/${buildRoom().id}/messages`)).toEqual([
      { message: "이의가 있습니다", clientId: expect.any(String) },
    ]);
    expect(screen.queryByRole("navigation", { name: "대화 목록" })).toBeNull();
  });

  it("lists more than one, the first of them chosen, and the one that the address names", async () => {
    const notice = buildRoom({
      id: id("c2"),
      type: "penalty_notice",
      subject: "제재 안내",
      unreadCount: 120,
    });
    const { router } = await open({ rooms: [notice, buildRoom()] });
    const list = within(await screen.findByRole("navigation", { name: "대화 목록" }));
    const [first, second] = list.getAllByRole("button");
    expect(first).toHaveAttribute("aria-current", "true");
    expect(first).toHaveTextContent("제재 안내");
    expect(first).toHaveTextContent("99+");
    fireEvent.click(second ?? document.body);
    await waitFor(() => expect(router.state.location.search).toBe(`?room=${buildRoom().id}`));
    expect(screen.getByText("일반 문의 · 환불 요청")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "새 문의" })).toBeNull();
  });

  it("opens the talk of the type that the address names, also below a newer one", async () => {
    const result = buildRoom({ id: id("c3"), type: "report_result", subject: "신고 결과" });
    const notice = buildRoom({ id: id("c2"), type: "penalty_notice", subject: "제재 안내" });
    await open({ rooms: [result, notice, buildRoom()] }, "/user-admin-chats?room=penalty_notice");
    const list = within(await screen.findByRole("navigation", { name: "대화 목록" }));
    expect(list.getByRole("button", { current: true })).toHaveTextContent("제재 안내");
    fireEvent.click(list.getByRole("button", { name: /신고 결과/ }));
    await waitFor(() => expect(list.getByRole("button", { current: true })).toHaveTextContent("신고 결과"));
  });

  it("opens the first talk where there is none of the type that the address names", async () => {
    const result = buildRoom({ id: id("c3"), type: "report_result", subject: "신고 결과" });
    await open({ rooms: [result, buildRoom()] }, "/user-admin-chats?room=penalty_notice");
    const list = within(await screen.findByRole("navigation", { name: "대화 목록" }));
    expect(list.getByRole("button", { current: true })).toHaveTextContent("신고 결과");
  });

  it("keeps what could not be sent, under the same name when it is sent again", async () => {
    let isDown = true;
    await open({
      rooms: [buildRoom()],
      send: () =>
        isDown
          ? { status: 503, body: { code: "UNAVAILABLE", message: "잠시 후 다시 시도해주세요." } }
          : { status: 201, body: { message: buildMessage({ id: id("d9"), messageType: "text" }) } },
    });
    fireEvent.change(await screen.findByRole("textbox", { name: "메시지" }), { target: { value: "하나" } });
    fireEvent.click(screen.getByRole("button", { name: "보내기" }));
    expect(await screen.findByText("보내지 못함")).toBeInTheDocument();
    isDown = false;
    fireEvent.click(screen.getByRole("button", { name: /다시 보내기/ }));
    const calls = () => sentTo(`/api/user/admin-chats/${buildRoom().id}/messages`);
    await waitFor(() => expect(calls()).toHaveLength(2));
    const [one, again] = calls();
    expect(again).toEqual(one);
    await waitFor(() => expect(screen.queryByText("보내지 못함")).toBeNull());
  });
});
