import { errors } from "@knowhow/shared";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { client } from "../../../client/client.ts";
import { bePatient } from "../../../testing/patience.ts";
import { renderAt } from "../../../testing/render.tsx";
import { startServer, type FakeAnswer } from "../../../testing/server.ts";
import { buildUser } from "../../../testing/users.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const account = { bankName: "토스뱅크", accountNumber: "100020003000", accountHolder: "홍길동" };

/** A screen with one act; the password is "right". */
const open = async (verification: (given: unknown) => FakeAnswer = () => ({ body: { ok: true } })) => {
  const saved = { body: { ok: true, user: buildUser() } };
  let isFresh = false;
  server = await startServer(({ path, body }) => {
    if (path === "/api/auth/me") return { body: { user: buildUser() } };
    if (path === "/api/auth/verify-password") {
      const answer = verification((JSON.parse(body) as { password: unknown }).password);
      isFresh = (answer.status ?? 200) === 200;
      return answer;
    }
    return isFresh ? saved : { status: 403, body: { code: "PASSWORD_REQUIRED", message: "다시" } };
  });
  renderAt(<p>화면</p>);
  const outcome = client.accounts.updateBankAccount({ body: account }).then(
    () => "saved",
    (error: unknown) => (error as { code: string }).code,
  );
  return { outcome, dialog: await screen.findByRole("dialog", { name: "비밀번호 확인" }) };
};
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText(/^비밀번호/, { selector: "input" }), { target: { value: text } });
const send = () => fireEvent.click(screen.getByRole("button", { name: "확인" }));

describe("the question for the password", () => {
  it("says why, has the focus in its field, and goes on with what was begun", async () => {
    const { outcome, dialog } = await open();
    expect(dialog).toHaveAccessibleDescription(/정산 계좌를 바꾸려고 해요/);
    await waitFor(() => expect(screen.getByLabelText(/^비밀번호/, { selector: "input" })).toHaveFocus());
    type("right");
    send();
    expect(await outcome).toBe("saved");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("stays with a wrong password, and says when there have been too many", async () => {
    const { outcome } = await open((given) =>
      given === "right"
        ? { body: { ok: true } }
        : given === "wrong"
          ? { status: 400, body: { code: "WRONG_PASSWORD", message: errors.WRONG_PASSWORD.message } }
          : { status: 429, body: { code: "LOGIN_LOCKED", message: "30초 후에 다시 시도해주세요." } },
    );
    type("wrong");
    send();
    expect(await screen.findByText(errors.WRONG_PASSWORD.message)).toBeVisible();
    type("again");
    send();
    expect(await screen.findByText("30초 후에 다시 시도해주세요.")).toBeVisible();
    type("right");
    send();
    expect(await outcome).toBe("saved");
  });

  it("gives up with the escape key", async () => {
    const { outcome, dialog } = await open();
    fireEvent.keyDown(dialog, { key: "Escape" });
    expect(await outcome).toBe("PASSWORD_REQUIRED");
    expect(server.asked.filter(({ path }) => path.endsWith("verify-password"))).toEqual([]);
  });

  it.each([
    ["a wrong password", "WRONG_PASSWORD", 400],
    ["a lock", "LOGIN_LOCKED", 429],
  ] as const)("can be closed from the moment in which it says why not, after %s", async (_, code, status) => {
    await open(() => ({ status, body: { code, message: errors[code].message } }));
    const held: boolean[] = [];
    const watch = new MutationObserver(() => {
      if (screen.queryByText(errors[code].message) === null) return;
      held.push(screen.getByRole("button", { name: "취소" }).hasAttribute("disabled"));
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    type("wrong");
    send();
    await screen.findByText(errors[code].message);
    await waitFor(() => expect(held).toContain(false));
    watch.disconnect();
    expect(held).not.toContain(true);
  });

  it("gives up when the session has ended", async () => {
    const { outcome } = await open(() => ({
      status: 401,
      body: { code: "LOGIN_REQUIRED", message: errors.LOGIN_REQUIRED.message },
    }));
    type("right");
    send();
    expect(await outcome).toBe("PASSWORD_REQUIRED");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
