import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/factories.ts";
import { hashPassword } from "./passwords.ts";

const password = "Nolja!2026";
let app: TestApp;
let hashed: string;
beforeAll(async () => {
  app = await startTestApp();
  hashed = await hashPassword(password);
});
afterAll(() => app.stop());

const person = () => createUser(app.deps, { password: hashed });
const login = (client: TestClient, emailOrUserId: string, given: string) =>
  client.post("/api/login", { emailOrUserId, password: given });

describe("an account that does not exist", () => {
  /** The server's work for a sign-in: statements in order, and passwords hashed. */
  const workOf = async (name: string): Promise<{ answer: Answer; statements: string[]; hashes: number }> => {
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => statements.push(sql);
    const hashes = async () => {
      const text = (await app.visitor().get("/metrics")).bytes.toString();
      return Number(/^knowhow_password_hashes_total\{result="done"\} (\d+)$/m.exec(text)?.[1]);
    };
    const before = await hashes();
    app.deps.knex.on("query", listen);
    const answer = await login(app.visitor(), name, "Wrong!2026");
    app.deps.knex.off("query", listen);
    return { answer, statements, hashes: (await hashes()) - before };
  };
  /** All that a caller can see, except what differs between any two answers. */
  const visible = ({ status, headers, bytes }: Answer): unknown => {
    const shown = [...headers].filter(([name]) => !["date", "x-request-id", "retry-after"].includes(name));
    return [status, shown, bytes.toString().replace(/\d+초/, "…초")];
  };

  it("costs the same work whether or not there is a temporary password", async () => {
    const [plain, reset] = [await person(), await person()];
    await app.deps.pool.query(
      "update users set temp_password = password, temp_password_expires_at = app_now() + interval '10 minutes' where id = $1",
      [reset.id],
    );
    const [usual, other] = [await workOf(plain.userId), await workOf(reset.userId)];
    expect([other.statements, other.hashes]).toEqual([usual.statements, usual.hashes]);
    expect(visible(other.answer)).toEqual(visible(usual.answer));
  });

  it.each(["userId", "email"] as const)(
    "costs the same work and shows the same as one that does (%s)",
    async (by) => {
      const user = await person();
      const unknown = by === "userId" ? "nobody-of-that-id" : "nobody@nowhere.example";
      for (let round = 1; round <= 5; round += 1) {
        const [there, notThere] = [await workOf(user[by]), await workOf(unknown)];
        // One hash for the password, one for a temporary password, with or without one.
        expect(there.hashes).toBe(2);
        expect(notThere.hashes).toBe(2);
        expect(there.statements.length).toBeGreaterThan(1);
        expect(notThere.statements).toEqual(there.statements);
        expect(there.answer.status).toBe(401);
        expect(visible(notThere.answer)).toEqual(visible(there.answer));
      }
      // During a lock each costs one hash, of a temporary password, with or without one; both answer the same.
      const [there, notThere] = [await workOf(user[by]), await workOf(unknown)];
      expect([there.hashes, notThere.hashes]).toEqual([1, 1]);
      expect(notThere.statements).toEqual(there.statements);
      expect(there.answer.status).toBe(429);
      expect(visible(notThere.answer)).toEqual(visible(there.answer));
      const seconds = [there, notThere].map(({ answer }) => Number(answer.headers.get("retry-after")));
      expect(Math.max(...seconds)).toBeLessThanOrEqual(30);
      expect(Math.min(...seconds)).toBeGreaterThan(20);
    },
  );
});
