// @vitest-environment jsdom
import { AppError } from "@knowhow/shared";
import { ConnectionError, HttpError } from "@knowhow/ui/components/failure.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { createAttempts } from "./attempts.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});
const failing = (error: Error) => () => Promise.reject(error);
const broken = failing(new HttpError(500, ""));

it("goes on after what fails by itself, until too much does one after the other", async () => {
  const attempt = createAttempts();
  for (let time = 0; time < 4; time += 1) expect(await attempt(broken, "none")).toBe("none");
  expect(await attempt(async () => "read", "none")).toBe("read");
  for (const error of [new AppError("NOT_FOUND"), new AppError("INTERNAL"), new HttpError(502, "")])
    expect(await attempt(failing(error), "none")).toBe("none");
  expect(await attempt(broken, "none")).toBe("none");
  await expect(attempt(broken, "none")).rejects.toThrow(HttpError);
});

it.each([
  new ConnectionError(),
  new AppError("LOGIN_REQUIRED"),
  new AppError("RATE_LIMITED"),
  new Error("The round has ended."),
])("ends with %s", async (error) => {
  await expect(createAttempts()(failing(error), "none")).rejects.toBe(error);
});
