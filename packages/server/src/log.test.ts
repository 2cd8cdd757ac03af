import { DBError } from "objection";
import { describe, expect, it } from "vitest";
import { object, string } from "yup";
import { createLog } from "./log.ts";

/** The published types know its fields, not its constructor. */
const Wrapped = DBError as unknown as new (given: { nativeError: Error; client: string }) => Error;

/** What the log writes for one failure. */
const written = (error: unknown): { message: string; code?: string; stack: string } => {
  const lines: string[] = [];
  const log = createLog({ logLevel: "info" }, { write: (line) => lines.push(line) });
  log.error({ err: error }, "failed");
  // One line was written, by the serializer under test.
  return (JSON.parse(lines[0] ?? "{}") as { err: { message: string; code?: string; stack: string } }).err;
};

const statement =
  "select *\n  from users\n    at time zone 'x:1:2'\n    at secret (0:1:2)\n where email = 'a@example.com'";

describe("a logged failure", () => {
  it("keeps the places and drops a statement of several lines", () => {
    const error = Object.assign(new Error(`${statement} - syntax error`), { code: "42601" });
    const { message, code, stack } = written(error);
    expect(message).toBe("syntax error");
    expect(code).toBe("42601");
    expect(stack).toContain("log.test.ts");
    for (const line of stack.split("\n")) expect(line).toMatch(/^ {4}at /);
    expect(stack).not.toMatch(/users|secret|time zone/);
  });

  it("does so also when the driver changed the message afterwards", () => {
    const error = new Error("syntax error\nnear example@example.com");
    error.message = `${statement} - ${error.message}`;
    expect(written(error).stack).not.toMatch(/example\.com|secret/);
  });

  it("does so for wrapped failures", () => {
    const nativeError = new Error(`${statement} - syntax error`);
    const { stack } = written(new Wrapped({ nativeError, client: "postgres" }));
    expect(stack).not.toMatch(/users|secret|time zone/);
    expect(stack).toMatch(/^ {4}at /);
  });

  it("does not quote the value that the database could not take", () => {
    const message = 'invalid input syntax for type integer: "a@example.com"';
    const error = Object.assign(new Error(`${statement} - ${message}`), { code: "22P02" });
    expect(written(error).message).toBe('invalid input syntax for type integer: "…"');
    const nativeError = Object.assign(new Error(message), { code: "22P02" });
    expect(written(new Wrapped({ nativeError, client: "postgres" })).message).not.toContain("example.com");
    const unknown = Object.assign(new Error('relation "users" does not exist'), { code: "42P01" });
    expect(written(unknown).message).toBe('relation "users" does not exist');
  });

  it("names the field that a schema refused, not what was in it", async () => {
    const schema = object({ email: string().email("${path}: ${value}") });
    const error: unknown = await schema.validate({ email: "secret" }).catch((thrown: unknown) => thrown);
    expect(written(error).message).toBe("email: email");
    expect(JSON.stringify(written(error))).not.toContain("secret");
  });

  it("says of what is no error only its type", () => {
    expect(written("a@example.com")).toEqual({ type: "string" });
  });
});
