import { fileTroubles, type CurrentUser } from "@knowhow/shared";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { buildFile, buildRawFile, picture, stubPictures } from "../selling/testing.ts";
import { refuse, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { asked, buildWholeUser, closeServer, input, open, prepareProfile, press, type } from "./testing.tsx";

prepareProfile();

/** The profile as it was sent, without what the form expected. */
const saved = ({ body }: RecordedRequest): FakeAnswer => {
  const { expected, ...form } = JSON.parse(body) as Partial<CurrentUser> & { expected?: unknown }; // as it was sent
  return expected ? { body: { user: buildWholeUser(form) } } : refuse("VALIDATION");
};

describe("basic information", () => {
  const edit = async (answers: Parameters<typeof open>[0] = {}) => {
    await open({
      "/api/check-nickname-update/%EC%A7%80%ED%98%84": {
        body: { available: false, message: "이미 사용 중인 닉네임입니다." },
      },
      "/api/check-nickname-update/%EB%AF%BC%EC%88%98": { body: { available: true } },
      ...answers,
    });
    await screen.findByText("se***@example.com");
    await openForm();
  };
  const openForm = async () => {
    press("기본 정보 수정");
    await screen.findByRole("form", { name: "기본 정보 수정" });
  };
  const save = () => screen.getByRole("button", { name: "저장" });

  it("shows address and number masked, and opens the form with all of them once the password was entered", async () => {
    let isFresh = false;
    await open({
      "POST /api/profile/open": () =>
        isFresh
          ? { body: { user: buildWholeUser() } }
          : { status: 403, body: { code: "PASSWORD_REQUIRED", message: "다시" } },
      "POST /api/auth/verify-password": () => {
        isFresh = true;
        return { body: { ok: true } };
      },
    });
    expect(await screen.findByText("se***@example.com")).toBeInTheDocument();
    expect(screen.getByText("010-****-5678")).toBeInTheDocument();
    press("기본 정보 수정");
    const dialog = await screen.findByRole("dialog", { name: "비밀번호 확인" });
    expect(document.body).not.toHaveTextContent("seoyeon@example.com");
    fireEvent.keyDown(dialog, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("form", { name: "기본 정보 수정" })).toBeNull();
    await waitFor(() => expect(screen.getByRole("button", { name: "기본 정보 수정" })).toBeEnabled());
    expect(screen.queryByText("기본 정보를 열지 못했습니다")).toBeNull();
    press("기본 정보 수정");
    await screen.findByRole("dialog", { name: "비밀번호 확인" });
    fireEvent.change(screen.getByLabelText(/^비밀번호/, { selector: "input" }), {
      target: { value: "Nolja!2026" },
    });
    press("확인");
    await screen.findByRole("form", { name: "기본 정보 수정" });
    expect(input("email")).toHaveValue("seoyeon@example.com");
    expect(input("phoneNumber")).toHaveValue("01012345678");
  });

  it("says that it can not be opened without a connection", async () => {
    await open();
    await screen.findByText("se***@example.com");
    await closeServer();
    press("기본 정보 수정");
    expect(await screen.findByText("기본 정보를 열지 못했습니다")).toBeInTheDocument();
    expect(screen.queryByRole("form", { name: "기본 정보 수정" })).toBeNull();
  });

  it("keeps what was typed when something was changed elsewhere, shows that, and saves what is seen", async () => {
    let now = buildWholeUser();
    await edit({
      "/api/auth/me": () => ({ body: { user: now } }),
      "POST /api/profile/open": () => ({ body: { user: now } }),
      "PUT /api/profile": ({ body }) => {
        const { expected, ...form } = JSON.parse(body) as { expected: { email: string } };
        if (expected.email !== now.email)
          return { status: 409, body: { code: "EDIT_CONFLICT", message: "다른 곳에서" } };
        return { body: { user: buildWholeUser(form) } };
      },
    });
    now = buildWholeUser({ email: "elsewhere@example.com", name: "김다른" });
    type("phoneNumber", "01055556666");
    type("name", "김서윤");
    fireEvent.click(save());
    expect(await screen.findByText(/이메일: elsewhere@example.com/)).toBeInTheDocument();
    expect(screen.getByText(/이름: 김다른 .*입력하신 값은 그대로/)).toBeInTheDocument();
    expect(input("email")).toHaveValue("elsewhere@example.com");
    expect(input("phoneNumber")).toHaveValue("01055556666");
    expect(input("name")).toHaveValue("김서윤");
    fireEvent.click(save());
    expect(await screen.findByText("프로필 저장됨")).toBeInTheDocument();
    const bodies = asked()
      .filter(({ method, path }) => method === "PUT" && path === "/api/profile")
      .map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toMatchObject([
      { expected: { email: "seoyeon@example.com", name: "김서연" } },
      {
        ...{ email: "elsewhere@example.com", name: "김서윤", phoneNumber: "01055556666" },
        expected: { email: "elsewhere@example.com", name: "김다른", phoneNumber: "01012345678" },
      },
    ]);
  });

  it("puts everything back on cancel", async () => {
    await edit();
    type("nickname", "민수");
    type("email", "other@example.com");
    press("취소");
    await openForm();
    expect(input("nickname")).toHaveValue("서연");
    expect(input("email")).toHaveValue("seoyeon@example.com");
    expect(asked().some(({ method }) => method === "PUT")).toBe(false);
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
    // Validated after the other two, so that they are validated by then.
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
      "PUT /api/profile": saved,
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
      "PUT /api/profile": saved,
      "POST /api/objects/upload": (one) => ({
        body: {
          uploadURL: `http://${one.headers.host ?? ""}/.private/uploads/1`,
          objectPath: "/objects/uploads/1",
        },
      }),
      "PUT /.private/uploads/1": {},
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
    expect(asked().some(({ path }) => path === "/api/objects/upload")).toBe(false);
    picture.side = 100;
    choose(buildRawFile("me.PNG", "\x89PNG\r\n\x1a\n"));
    expect(await screen.findByRole("button", { name: "사진 삭제" })).toBeInTheDocument();
    fireEvent.click(save());
    await screen.findByText("프로필 저장됨");
    const sent = asked().find(({ method, path }) => method === "PUT" && path === "/api/profile");
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
    await screen.findByText("se***@example.com");
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
    const sent = asked().filter(({ path }) => path === "/api/change-password");
    expect(JSON.parse(sent.at(-1)?.body ?? "")).toEqual({
      currentPassword: "Old!12345",
      newPassword: "New!12345",
    });
  });
});
