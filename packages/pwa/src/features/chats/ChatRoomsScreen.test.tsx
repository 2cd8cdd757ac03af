import { act, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rememberMe } from "@knowhow/ui/client/session.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { ChatRoomsScreen } from "./ChatRoomsScreen.tsx";
import { buildRoom, me, otherId, roomId } from "@knowhow/ui/features/chats/testing.ts";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (rooms: (path: string) => FakeAnswer, user: FakeAnswer = { body: { user: me } }) => {
  server = await startServer(({ path }) => {
    if (path === "/api/user/admin-chats") return { body: { chatRooms: [] } };
    return path.endsWith("/me") ? user : rooms(path);
  });
  return renderAt(<ChatRoomsScreen />, "/chat");
};

describe("ChatRoomsScreen", () => {
  it("shows who is on the other side, what was said last and how much waits", async () => {
    const sold = buildRoom({
      id: "01900000-0000-7000-8000-0000000000c2",
      buyerId: otherId,
      sellerId: me.id,
      buyer: { nickname: "민수", profileImageUrl: null },
      lastMessage: null,
      unreadCount: 100,
    });
    await open(() => ({ body: { chatRooms: [buildRoom({ unreadCount: 99 }), sold] } }));
    const list = within(await screen.findByRole("list", { name: "채팅 목록" }));
    const [first, second, ...more] = list.getAllByRole("link");
    expect(more).toEqual([]);
    if (!first || !second) throw new Error("two rooms are missing");
    expect(first).toHaveAttribute("href", `/chat/${roomId}`);
    for (const text of ["지현", "판매자", "여행 영어", "안녕하세요", "99"])
      expect(within(first).getByText(text)).toBeInTheDocument();
    for (const text of ["민수", "구매자", "아직 나눈 대화가 없어요", "99+", "읽지 않은 메시지 100개"])
      expect(within(second).getByText(text)).toBeInTheDocument();
  });

  it("shows a person's words before those of the product, which are short", async () => {
    const at = "2026-11-21T00:00:00.000Z";
    const system = { message: "새 버전이 나왔어요. ‘여행 영어’ 버전 2", senderId: null, createdAt: at };
    const lastMessage = { ...system, messageType: "system" } as const;
    const lastTalk = {
      message: "고맙습니다",
      senderId: otherId,
      createdAt: at,
      messageType: "text",
    } as const;
    const ids = ["c2", "c3", "c4"].map((end) => `01900000-0000-7000-8000-0000000000${end}`);
    const [one = "", two = "", three = ""] = ids;
    await open(() => ({
      body: {
        chatRooms: [
          buildRoom({ id: one, lastMessage, lastTalk }),
          buildRoom({ id: two, lastMessage, lastTalk, unreadCount: 1 }),
          buildRoom({ id: three, lastMessage, lastTalk: null }),
        ],
      },
    }));
    const rows = await screen.findAllByRole("link", { name: /지현/ });
    expect(rows.map((row) => /고맙습니다|새 버전이 나왔어요\.(?! )/.exec(row.textContent)?.[0])).toEqual([
      "고맙습니다",
      "새 버전이 나왔어요.",
      "새 버전이 나왔어요.",
    ]);
  });

  it("brings the next page", async () => {
    const link = '</api/chat/rooms?cursor=next>; rel="next"';
    await open((path) =>
      path.includes("cursor=next")
        ? {
            body: {
              chatRooms: [buildRoom({ id: otherId, seller: { nickname: "하늘", profileImageUrl: null } })],
            },
          }
        : { body: { chatRooms: [buildRoom()] }, headers: { link } },
    );
    await userEvent.click(await screen.findByRole("button", { name: "채팅방 더 보기" }));
    expect(await screen.findByText("하늘")).toBeInTheDocument();
    expect(screen.getByText("지현")).toBeInTheDocument();
  });

  it("leads to the market where nothing was bought, and visitors to the login", async () => {
    const view = await open(() => ({ body: { chatRooms: [] } }));
    expect(await screen.findByRole("link", { name: "마켓 둘러보기" })).toHaveAttribute("href", "/market");
    view.unmount();
    await server.close();
    const nobody = { status: 401, body: { code: "LOGIN_REQUIRED", message: "로그인이 필요합니다." } };
    await open(() => ({ status: 500 }), nobody);
    const login = await screen.findByRole("link", { name: "로그인" });
    expect(login).toHaveAttribute("href", "/auth/login?next=%2Fchat");
    expect(server.asked.filter(({ path }) => path.includes("rooms"))).toEqual([]);
  });

  it("says what went wrong and tries again", async () => {
    let isBroken = true;
    await open(() =>
      isBroken
        ? { status: 503, body: { code: "UNAVAILABLE", message: "잠시 후 다시 시도해주세요." } }
        : { body: { chatRooms: [buildRoom()] } },
    );
    expect(await screen.findByText("채팅 목록을 불러오지 못했습니다")).toBeInTheDocument();
    isBroken = false;
    await userEvent.click(screen.getByRole("button", { name: "다시 시도" }));
    expect(await screen.findByText("지현")).toBeInTheDocument();
  });

  it("is calm where the device has no list and there is no network", async () => {
    const { queryClient } = await open(() => ({ status: 500 }), {
      status: 401,
      body: { code: "LOGIN_REQUIRED", message: "로그인이 필요합니다." },
    });
    await screen.findByRole("link", { name: "로그인" });
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    act(() => rememberMe(queryClient, me));
    expect(await screen.findByText("채팅 목록이 아직 이 기기에 없어요")).toBeInTheDocument();
    vi.restoreAllMocks();
  });

  it("sends who is banned to the notice", async () => {
    const banned = { body: { user: buildUser({ isBanned: true }) } };
    const { router } = await open(() => ({ body: { chatRooms: [] } }), banned);
    await screen.findByRole("region");
    await expect.poll(() => router.state.location.pathname).toBe("/penalty-notice");
  });
});
