import { fileTroubles, type OwnContent } from "@knowhow/shared";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { buildFile, buildRawFile, picture, stubPictures } from "../selling/testing.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type Answer, type Asked } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { ProfileScreen } from "./ProfileScreen.tsx";

bePatient();

const statistics = {
  totalContents: 1,
  totalViews: 12_345,
  totalLikes: 3,
  totalBuyers: 7,
  totalRevenue: 66_500,
};
const orderNumber = "KH20261121-000000000001";
const receipt = {
  id: "01900000-0000-7000-8000-0000000000b1",
  orderNumber,
  amount: 10_500,
  platformFee: 500,
  sellerAmount: 9_500,
  status: "paid",
  contentId: buildContent().id,
  content: { id: buildContent().id, title: "여행 영어", category: "language", mentorNickname: "지현" },
  paymentMethod: "카드",
  receiptUrl: "https://receipt.example/1",
  createdAt: "2026-11-21T00:00:00.000Z",
  paidAt: "2026-11-21T05:06:00.000Z",
  refundableUntil: "2026-11-28T05:06:00.000Z",
  refundState: undefined,
};

/** Long after whatever day the tests run on. */
const refundable = { refundState: "available", refundableUntil: "2126-11-28T05:06:00.000Z", refund: null };

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (answers: Record<string, Answer | ((asked: Asked) => Answer)> = {}) => {
  const usual: typeof answers = {
    "/api/auth/me": { body: { user: buildUser() } },
    "/api/seller/stats": { body: statistics },
    "/api/my-contents": { body: [] },
    "/api/buyer/contents": { body: [] },
    "/api/seller/settlements": { body: [] },
    ...answers,
  };
  server = await startServer((asked) => {
    const path = asked.path.split("?")[0] ?? "";
    const answer = usual[`${asked.method} ${path}`] ?? usual[path];
    if (!answer) return { status: 404, body: { code: "NOT_FOUND", message: path } };
    return typeof answer === "function" ? answer(asked) : answer;
  });
  return renderAt(<ProfileScreen />, "/profile");
};
const input = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("who may see the profile", () => {
  it("asks a visitor to sign in, with the way back", async () => {
    await open({ "/api/auth/me": { status: 401, body: { code: "LOGIN_REQUIRED", message: "" } } });
    expect(await screen.findByRole("heading", { name: "로그인이 필요합니다" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "로그인" })).toHaveAttribute("href", "/login?next=%2Fprofile");
  });

  it("says that it could not be loaded, and tries again", async () => {
    let isDown = true;
    await open({
      "/api/auth/me": () =>
        isDown
          ? { status: 503, body: { code: "UNAVAILABLE", message: "불안정합니다." } }
          : { body: { user: buildUser() } },
    });
    expect(await screen.findByText("내 정보를 불러오지 못했습니다")).toBeInTheDocument();
    isDown = false;
    press("다시 시도");
    expect(await screen.findByText("seoyeon@example.com")).toBeInTheDocument();
  });

  it("shows the administrators' ways to administrators only", async () => {
    const { unmount } = await open();
    await screen.findByText("seoyeon@example.com");
    expect(screen.queryByRole("link", { name: /관리자/ })).toBeNull();
    unmount();
    await server.close();
    await open({ "/api/auth/me": { body: { user: buildUser({ isAdmin: true }) } } });
    expect(await screen.findByRole("link", { name: "관리자 화면" })).toHaveAttribute("href", "/admin");
    expect(screen.getByRole("link", { name: "관리자 채팅" })).toHaveAttribute("href", "/admin-chats");
  });
});

describe("basic information", () => {
  const edit = async (answers: Parameters<typeof open>[0] = {}) => {
    await open({
      "/api/check-nickname-update/%EC%A7%80%ED%98%84": {
        body: { available: false, message: "이미 사용 중인 닉네임입니다." },
      },
      "/api/check-nickname-update/%EB%AF%BC%EC%88%98": { body: { available: true } },
      ...answers,
    });
    await screen.findByText("seoyeon@example.com");
    press("기본 정보 수정");
  };
  const save = () => screen.getByRole("button", { name: "저장" });

  it("puts everything back on cancel", async () => {
    await edit();
    type("nickname", "민수");
    type("email", "other@example.com");
    press("취소");
    press("기본 정보 수정");
    expect(input("nickname")).toHaveValue("서연");
    expect(input("email")).toHaveValue("seoyeon@example.com");
    expect(server.asked.some(({ method }) => method === "PUT")).toBe(false);
  });

  it("can not be saved with a nickname that is taken", async () => {
    await edit();
    expect(save()).toBeEnabled();
    type("nickname", "지현");
    await waitFor(() => {
      expect(save()).toBeDisabled();
    });
    expect(await screen.findByText("이미 사용 중인 닉네임입니다.")).toBeInTheDocument();
    type("nickname", "민수");
    expect(await screen.findByText("사용 가능한 닉네임입니다.")).toBeInTheDocument();
    expect(save()).toBeEnabled();
  });

  it("warns near the limits and strips what does not belong", async () => {
    await edit();
    type("nickname", "가".repeat(19));
    expect(screen.getByText("닉네임은 20자까지 쓸 수 있어요. 지금 19자예요.")).toBeInTheDocument();
    type("nickname", "가");
    expect(screen.getByText("닉네임은 2자 이상 입력해주세요.")).toBeInTheDocument();
    type("name", " 남궁 민수호 ");
    expect(input("name")).toHaveValue("남궁민수호");
    expect(screen.getByText("이름은 5자까지 쓸 수 있어요. 지금 5자예요.")).toBeInTheDocument();
    type("email", "a b@example");
    expect(input("email")).toHaveValue("ab@example");
    expect(screen.getByText("올바른 이메일 형식이 아닙니다.")).toBeInTheDocument();
    type("phoneNumber", "+82 10-1234-5678-9012-3456-7");
    expect(input("phoneNumber")).toHaveValue("+8210123456789012345");
    expect(screen.getByText(/전화번호가 길어요/)).toBeInTheDocument();
  });

  it("keeps the warning of a name too short when its field is left, and refuses it when it is sent", async () => {
    await edit();
    type("nickname", "가");
    fireEvent.blur(input("nickname"));
    type("name", "김");
    fireEvent.blur(input("name"));
    // Judged after both, so that they have been judged by then.
    type("phoneNumber", "1");
    fireEvent.blur(input("phoneNumber"));
    expect(await screen.findByRole("alert")).toHaveTextContent("전화번호는 8자 이상이어야 합니다.");
    expect(screen.getByText("이름은 2자 이상 입력해주세요.")).toBeInTheDocument();
    expect(screen.getByText("닉네임은 2자 이상 입력해주세요.")).toBeInTheDocument();
    fireEvent.click(save());
    expect(await screen.findByText("닉네임은 2자 이상 20자 이하여야 합니다.")).toBeInTheDocument();
    expect(input("name")).toHaveFocus();
  });

  it("saves, shows what was saved and closes", async () => {
    await edit({
      "PUT /api/profile": ({ body }) => ({ body: { user: buildUser(JSON.parse(body)) } }),
    });
    type("nickname", " 민수 ");
    await screen.findByText("사용 가능한 닉네임입니다.");
    fireEvent.click(save());
    expect(await screen.findByText("민수님")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "저장" })).toBeNull();
  });

  it("keeps the form open with the server's words at the field", async () => {
    await edit({
      "PUT /api/profile": {
        status: 409,
        body: { code: "EMAIL_TAKEN", message: "이미 사용 중인 이메일입니다." },
      },
    });
    type("email", "taken@example.com");
    fireEvent.click(save());
    expect(await screen.findByText("이미 사용 중인 이메일입니다.")).toBeInTheDocument();
    expect(input("email")).toHaveValue("taken@example.com");
  });

  it("uploads a picture for the profile, and refuses one that is too large, none, or called otherwise", async () => {
    await edit({
      "PUT /api/profile": ({ body }) => ({ body: { user: buildUser(JSON.parse(body)) } }),
      "POST /api/objects/upload": (asked) => ({
        body: { uploadURL: `http://${asked.headers.host ?? ""}/put`, objectPath: "/objects/uploads/1" },
      }),
      "PUT /put": {},
    });
    stubPictures();
    const choose = (file: File) =>
      fireEvent.change(screen.getByLabelText("프로필 이미지 파일"), { target: { files: [file] } });
    choose(new File([new Uint8Array(5 * 1024 * 1024 + 1)], "large.png", { type: "image/png" }));
    expect((await screen.findAllByText(/5MB까지/)).length).toBeGreaterThan(0);
    choose(new File(["<svg/>"], "me.svg", { type: "image/svg+xml" }));
    expect((await screen.findAllByText(/이미지만 올릴 수 있습니다/)).length).toBeGreaterThan(0);
    choose(buildRawFile("me.jpg", "\x89PNG\r\n\x1a\n"));
    expect((await screen.findAllByText(fileTroubles.contents("me.jpg"))).length).toBeGreaterThan(0);
    picture.side = 0;
    choose(buildFile("broken.png"));
    expect((await screen.findAllByText(fileTroubles.unreadable("broken.png"))).length).toBeGreaterThan(0);
    expect(server.asked.some(({ path }) => path === "/api/objects/upload")).toBe(false);
    picture.side = 100;
    choose(buildRawFile("me.PNG", "\x89PNG\r\n\x1a\n"));
    expect(await screen.findByRole("button", { name: "사진 삭제" })).toBeInTheDocument();
    fireEvent.click(save());
    await screen.findByText("프로필 저장됨");
    const sent = server.asked.find(({ method, path }) => method === "PUT" && path === "/api/profile");
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({ profileImageUrl: "/objects/uploads/1" });
  });
});

describe("the password", () => {
  it("is changed with the old one, and a wrong old one is said at its field", async () => {
    let isWrong = true;
    await open({
      "PUT /api/change-password": () =>
        isWrong
          ? { status: 400, body: { code: "WRONG_PASSWORD", message: "현재 비밀번호가 일치하지 않습니다." } }
          : { body: { ok: true } },
    });
    await screen.findByText("seoyeon@example.com");
    press("비밀번호 변경");
    type("currentPassword", "Old!12345");
    type("newPassword", "New!12345");
    type("passwordConfirm", "New!1234");
    expect(screen.getByText("비밀번호가 일치하지 않습니다.")).toBeInTheDocument();
    press("변경하기");
    await waitFor(() => {
      expect(input("passwordConfirm")).toHaveFocus();
    });
    type("passwordConfirm", "New!12345");
    press("변경하기");
    expect(await screen.findByText("현재 비밀번호가 일치하지 않습니다.")).toBeInTheDocument();
    expect(input("newPassword")).toHaveValue("New!12345");
    isWrong = false;
    fireEvent.click(await screen.findByRole("button", { name: "변경하기" }));
    expect(await screen.findByText("비밀번호 변경됨")).toBeInTheDocument();
    const sent = server.asked.filter(({ path }) => path === "/api/change-password");
    expect(JSON.parse(sent.at(-1)?.body ?? "")).toEqual({
      currentPassword: "Old!12345",
      newPassword: "New!12345",
    });
  });
});

describe("a sanctioned person", () => {
  it("is told until when, and offered nothing that is closed to them", async () => {
    const suspendedUntil = "2126-11-21T05:06:00.000Z";
    await open({
      "/api/auth/me": { body: { user: buildUser({ suspendedUntil, warningCount: 2 }) } },
      "/api/my-contents": { body: [{ ...buildContent({ isOwner: true }), totalRevenue: 0 }] },
    });
    expect(
      await screen.findByText(/^2126년 11월 21일 오후 2:06까지 이용이 정지되었습니다/),
    ).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: /삭제$/ })).toBeInTheDocument();
    for (const name of ["올리기", /수정$/, "계좌 변경", "기본 정보 수정"])
      expect(screen.queryByRole("link", { name }) ?? screen.queryByRole("button", { name })).toBeNull();
    expect(screen.getByRole("button", { name: "비밀번호 변경" })).toBeInTheDocument();
  });

  it("is led to the notice when banned", async () => {
    const { router } = await open({
      "/api/auth/me": { body: { user: buildUser({ isBanned: true, banReason: "사기" }) } },
    });
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/penalty-notice");
    });
  });

  it("is not called one after the suspension has run out", async () => {
    await open({
      "/api/auth/me": { body: { user: buildUser({ suspendedUntil: "2020-01-01T00:00:00.000Z" }) } },
    });
    expect(await screen.findByRole("link", { name: "올리기" })).toBeInTheDocument();
    expect(screen.queryByText(/정지되었/)).toBeNull();
  });
});

describe("the lists", () => {
  const own: OwnContent = { ...buildContent({ isOwner: true }), totalRevenue: 66_500 };

  it("shows the three figures of a price and deletes after asking", async () => {
    let contents = [own];
    await open({
      "/api/my-contents": () => ({ body: contents }),
      [`DELETE /api/contents/${own.id}`]: () => {
        contents = [];
        return { body: { ok: true } };
      },
    });
    const list = await screen.findByRole("region", { name: "등록한 콘텐츠 목록" });
    for (const text of ["10,000원", "10,500원", "9,500원", "66,500원"])
      expect(within(list).getByText(text)).toBeInTheDocument();
    press(`${own.title} 삭제`);
    const dialog = await screen.findByRole("dialog", { name: "정말로 이 콘텐츠를 삭제하시겠습니까?" });
    expect(server.asked.some(({ method }) => method === "DELETE")).toBe(false);
    fireEvent.click(within(dialog).getByRole("button", { name: "삭제" }));
    expect(await screen.findByText("아직 등록한 콘텐츠가 없어요")).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.getByRole("heading", { name: "등록한 콘텐츠" })).toHaveFocus();
    });
  });

  it("brings the next page of a list", async () => {
    await open({
      "/api/my-contents": ({ path }) =>
        path.includes("cursor=two")
          ? { body: [{ ...own, id: "01900000-0000-7000-8000-000000000002", title: "둘째" }] }
          : {
              body: [own],
              headers: {
                link: '</api/my-contents?cursor=two>; rel="next"',
                "access-control-expose-headers": "link",
              },
            },
    });
    fireEvent.click(await screen.findByRole("button", { name: "더 보기" }));
    expect(await screen.findByRole("link", { name: "둘째 수정" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "둘째" })).toHaveFocus();
    expect(screen.queryByRole("button", { name: "더 보기" })).toBeNull();
  });

  it("searches what was bought, further down the list too", async () => {
    const buy = (at: number, title: string, description: string) => ({
      ...buildContent({
        id: `01900000-0000-7000-8000-00000000000${at}`,
        hasPurchased: true,
        title,
        description,
      }),
      orderNumber,
      purchasedAt: "2026-11-21T05:06:00.000Z",
      chatRoomId: null,
    });
    await open({
      "/api/buyer/contents": ({ path }) =>
        path.includes("cursor=two")
          ? { body: [buy(2, "단타 매매", "초보 투자 기록")] }
          : {
              body: [buy(1, "주식투자 입문", "처음 시작하는 분께")],
              headers: {
                link: '</api/buyer/contents?cursor=two>; rel="next"',
                "access-control-expose-headers": "link",
              },
            },
    });
    const section = within(await screen.findByRole("region", { name: "구매한 콘텐츠" }));
    const titles = () =>
      section
        .queryAllByRole("link", { name: /^(주식투자 입문|단타 매매)$/ })
        .map(({ textContent }) => textContent);
    const box = await section.findByRole("textbox", { name: "구매한 콘텐츠 검색" });
    fireEvent.change(box, { target: { value: "투자" } });
    await waitFor(() => expect(titles()).toEqual(["주식투자 입문", "단타 매매"]));
    expect(section.getByText("2개를 찾았어요")).toBeInTheDocument();
    fireEvent.change(box, { target: { value: "ㄷㅌ" } });
    expect(titles()).toEqual(["단타 매매"]);
    fireEvent.change(box, { target: { value: "없는 말" } });
    expect(section.getByText("찾는 콘텐츠가 없어요")).toBeInTheDocument();
    press("모두 보기");
    expect(titles()).toHaveLength(2);
  });

  it("gives what was bought its files and its receipt", async () => {
    const bought = {
      ...buildContent({ hasPurchased: true, fileNames: ["표현.pdf", "음성.zip"] }),
      orderNumber,
      purchasedAt: "2026-11-21T05:06:00.000Z",
      chatRoomId: "01900000-0000-7000-8000-0000000000c1",
      isListed: false,
      purchase: { orderNumber, ...refundable },
    };
    await open({
      "/api/buyer/contents": { body: [bought] },
      [`/api/orders/${orderNumber}`]: { body: { ...receipt, ...refundable } },
    });
    const list = await screen.findByRole("region", { name: "구매한 콘텐츠 목록" });
    expect(within(list).getByText("판매 종료")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "구매 내역" })).toHaveAttribute("href", "/orders");
    // Not opened as yet: a link would be opened in a new tab past the notice of what that ends.
    expect(within(list).getByRole("button", { name: "음성.zip 다운로드" })).not.toHaveAttribute("href");
    expect(within(list).getByText(/2026년 11월 21일 구매/)).toBeInTheDocument();
    const standing = "아직 열지 않아 11월 28일 오후 2:06까지 전액 환불할 수 있어요.";
    expect(within(list).getByText(standing)).toBeInTheDocument();
    expect(within(list).getByRole("link", { name: /채팅/ })).toHaveAttribute(
      "href",
      `/chat/${bought.chatRoomId}`,
    );
    press(/영수증 보기/);
    const dialog = await screen.findByRole("dialog", { name: "영수증" });
    expect(await within(dialog).findByText("10,500원 (수수료 포함)")).toBeInTheDocument();
    expect(within(dialog).getByText("2026년 11월 21일 오후 2:06")).toBeInTheDocument();
    expect(within(dialog).getByText(standing)).toBeInTheDocument();
    expect(within(dialog).getByRole("link", { name: /매출전표/ })).toHaveAttribute(
      "href",
      receipt.receiptUrl,
    );
  });
});
