import { AppError } from "@knowhow/shared";
import { describe, expect, it } from "vitest";
import { ConnectionError, failureOf, messageOf } from "../../components/failure.ts";
import { isRefusal } from "./classifyFailure.ts";

const page = (status: number) => failureOf(status, "", "<h1>no</h1>", null);

describe("a refusal", () => {
  it("is a no for good, of the server or of what stands before it", () => {
    expect([400, 403, 413, 422].map((status) => isRefusal(page(status)))).toEqual([true, true, true, true]);
    expect(isRefusal(new AppError("NOT_OWNER"))).toBe(true);
  });

  it("is not what says to come back, or nothing", () => {
    for (const error of [...[200, 401, 408, 429, 500, 502, 503].map(page), new ConnectionError()])
      expect(isRefusal(error), error.message).toBe(false);
    for (const code of ["RATE_LIMITED", "LOGIN_REQUIRED", "MUST_CHANGE_PASSWORD", "IN_PROGRESS"] as const)
      expect(isRefusal(new AppError(code)), code).toBe(false);
    for (const code of ["UPLOAD_BUSY", "UPLOAD_OFFSET"] as const)
      expect(isRefusal(new AppError(code)), code).toBe(false);
  });

  it("is in the server's words, though its code is not known here yet", () => {
    const error = failureOf(422, "", JSON.stringify({ code: "NEWER", message: "이제는 안 됩니다." }), null);
    expect(isRefusal(error)).toBe(true);
    expect(messageOf(error)).toBe("이제는 안 됩니다.");
    expect(messageOf(page(403))).not.toContain("no");
  });
});
