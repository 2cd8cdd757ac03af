import { expect, it } from "vitest";
import { withoutLogin, withoutSessionEnd } from "./useLoginAction.ts";

const action = { label: "로그인", onAct: () => undefined };

it("knows the way to the login by its kind, whatever it is called", () => {
  const other = { title: "알림", action };
  expect(withoutLogin(other)).toBe(other);
  expect(withoutLogin({ title: "알림", action: { ...action, kind: "login", label: "다시 로그인" } })).toEqual(
    {
      title: "알림",
    },
  );
});

it("takes the notice of a session's end away and no other", () => {
  const other = { title: "비밀번호를 바꿨어요" };
  expect(withoutSessionEnd(other)).toBe(other);
  expect(withoutSessionEnd({ ...other, kind: "session-end" })).toBeNull();
});
