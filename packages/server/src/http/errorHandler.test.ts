import { AppError, type ErrorCode } from "@knowhow/shared";
import Koa from "koa";
import { DBError } from "objection";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../log.ts";
import { TestClient } from "../../testing/client.ts";
import { errorHandler } from "./errorHandler.ts";
import { listen, type Listening } from "./listen.ts";

/** The published types know its fields, not its constructor. */
const Wrapped = DBError as unknown as new (given: { nativeError: Error; client: string }) => Error;

describe("failures", () => {
  let server: Listening;
  let failure: unknown;
  let lines: { level: number; err?: unknown; code?: string; reason?: string }[] = [];

  beforeAll(async () => {
    const log = createLog(
      { logLevel: "info" },
      { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) }, // The lines are the log's own.
    );
    const app = new Koa().use(errorHandler(log)).use(() => {
      throw failure;
    });
    server = await listen(app, 0, "127.0.0.1");
  });
  afterAll(() => server.close());

  const ask = async (thrown: unknown) => {
    failure = thrown;
    lines = [];
    return new TestClient(`http://127.0.0.1:${server.port}`).get("/");
  };

  it.each<ErrorCode>(["PROVIDER_ERROR", "UNAVAILABLE"])("%s is a warning without a stack", async (code) => {
    const answer = await ask(new AppError(code));
    expect(answer.body["code"]).toBe(code);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 40, code });
    expect(lines[0]).not.toHaveProperty("err");
  });

  it.each(["57P01", "57014", "08006", "53300", "40P01", "25006", "ECONNREFUSED"])(
    "%s of the driver means that the database is away, also in a wrapping",
    async (code) => {
      const nativeError = Object.assign(new Error("something"), { code });
      for (const thrown of [nativeError, new Wrapped({ nativeError, client: "postgres" })]) {
        const answer = await ask(thrown);
        expect([answer.status, answer.body["code"]]).toEqual([503, "UNAVAILABLE"]);
        expect(answer.headers.get("retry-after")).toBe("2");
        expect(lines).toMatchObject([{ level: 40, reason: code }]);
      }
    },
  );

  it.each(["ENOSPC", "EDQUOT"])("%s of the disk means: not now, and for a while", async (code) => {
    const answer = await ask(Object.assign(new Error("write"), { code }));
    expect([answer.status, answer.body["code"]]).toEqual([503, "UNAVAILABLE"]);
    expect(answer.headers.get("retry-after")).toBe("60");
    expect(lines).toMatchObject([{ level: 40, reason: code }]);
  });

  it("logs a defect with its place and shows nothing of it", async () => {
    const answer = await ask(new TypeError("secret detail"));
    expect([answer.status, answer.body["code"]]).toEqual([500, "INTERNAL"]);
    expect(answer.bytes.toString()).not.toContain("secret");
    expect(lines).toMatchObject([{ level: 50, err: { type: "TypeError", message: "secret detail" } }]);
  });

  it("logs nothing of what a caller did wrong", async () => {
    expect((await ask(new AppError("NOT_FOUND"))).status).toBe(404);
    expect(lines).toEqual([]);
  });
});
