import { AppError } from "@knowhow/shared";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ConnectionError, HttpError } from "@knowhow/ui/components/failure.ts";
import { lastingTroubleOf, troubleOf } from "./troubles.ts";

afterEach(() => vi.useRealTimers());

describe("troubleOf", () => {
  it.each<[Error, string]>([
    [new AppError("TOO_LARGE", { message: "최대 500MB입니다." }), "최대 500MB입니다."],
    [new AppError("UNSUPPORTED_TYPE"), "지원하지 않는 형식입니다."],
    [new AppError("VALIDATION", { fields: { file: "파일을 선택해주세요." } }), "파일을 선택해주세요."],
    [new HttpError(413, "<html>"), "크기 제한을 넘었습니다."],
  ])("puts what is about the file there: %s", (error, text) => {
    expect(troubleOf(error)).toEqual({ kind: "file", text });
  });

  it("says of a file without text what that means and what else there is", () => {
    expect(troubleOf(new AppError("NO_TEXT"))).toMatchObject({
      kind: "file",
      text: "읽을 수 있는 글이 없는 파일입니다.",
      hint: expect.stringMatching(/스캔본.*파일 없이/),
    });
  });

  it("leaves the words about a file that can not be read alone", () => {
    const message = "암호가 걸린 파일은 읽을 수 없습니다.";
    expect(troubleOf(new AppError("NO_TEXT", { message }))).toEqual({ kind: "file", text: message });
  });

  it("says when the helper is there again, in the time of Korea", () => {
    vi.useFakeTimers({ now: new Date("2026-11-21T05:00:00.400Z") });
    const whenIn = (retryAfter: number) => troubleOf(new AppError("AI_LIMIT", { retryAfter })).hint;
    expect(whenIn(10 * 3_600)).toBe("2026년 11월 22일 오전 12:00부터 다시 이용할 수 있어요.");
    expect(whenIn(300)).toBe("약 5분 뒤에 다시 시도할 수 있어요.");
    expect(whenIn(7)).toBe("7초 뒤에 다시 시도할 수 있어요.");
    expect(troubleOf(new AppError("AI_LIMIT"))).toMatchObject({ kind: "limit", hint: undefined });
    expect(troubleOf(new AppError("RATE_LIMITED", { retryAfter: 7 })).kind).toBe("limit");
  });

  it("knows that the session is over", () => {
    expect(troubleOf(new AppError("LOGIN_REQUIRED"))).toEqual({
      kind: "login",
      text: "로그인이 필요합니다.",
    });
  });

  it.each([
    new AppError("PROVIDER_ERROR"),
    new AppError("UNAVAILABLE"),
    new ConnectionError(),
    new HttpError(500, "x"),
  ])("takes %s for something that passes, in words", (error) => {
    const trouble = troubleOf(error);
    expect(trouble.kind).toBe("passing");
    expect(trouble.text).toMatch(/다시 시도해주세요\.$/);
  });
});

describe("lastingTroubleOf", () => {
  it("explains where there is nothing to summarise, and nothing more today", () => {
    expect(lastingTroubleOf(new AppError("NO_TEXT", { message: "글이 없습니다." }))).toEqual({
      title: "요약할 글이 없습니다",
      text: "글이 없습니다. 글자가 아니라 그림으로만 된 파일(스캔본 등)은 읽을 수 없어요.",
    });
    expect(lastingTroubleOf(new AppError("AI_LIMIT", { retryAfter: 60 }))?.text).toMatch(
      /모두 사용했습니다.*1분 뒤에/,
    );
  });

  it("leaves what may pass to another try", () => {
    expect(lastingTroubleOf(new AppError("PROVIDER_ERROR"))).toBeUndefined();
    expect(lastingTroubleOf(null)).toBeUndefined();
  });
});
