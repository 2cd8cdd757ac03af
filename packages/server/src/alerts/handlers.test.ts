import type { Alert } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../testing/app.ts";
import type { TestClient } from "../testing/client.ts";
import { createUser } from "../testing/factories.ts";
import { failing } from "../testing/reports.ts";
import { raiseAlert } from "./alerts.ts";

describe("what administrators are called for", () => {
  let app: TestApp;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
  });
  afterAll(() => app.stop());

  const list = async (query = "") =>
    (await admin.get(`/api/admin/alerts${query}`)).body["alerts"] as unknown as Alert[];

  it("is listed, newest first, and looked at once", async () => {
    await raiseAlert(app.deps, "ORDER_STUCK", "order-1", { status: "confirming", tries: 3, reason: null });
    await raiseAlert(app.deps, "PAYOUT_FAILED", "settlement-1", { code: "E1" });
    const [failed, stuck] = await list("?status=open");
    expect(failed).toMatchObject({ kind: "PAYOUT_FAILED", subject: "settlement-1", resolvedAt: null });
    expect(stuck?.detail).toEqual([
      { name: "reason", value: "" },
      { name: "status", value: "confirming" },
      { name: "tries", value: "3" },
    ]);
    const path = `/api/admin/alerts/${stuck?.id ?? ""}`;
    for (const body of [{ resolved: true }, { resolved: false, note: "x" }, { resolved: true, note: " " }])
      expect(failing(await admin.put(path, body))).toBe("400 VALIDATION");
    const answers = await Promise.all(
      ["하나", "둘", "셋"].map((note) => admin.put(path, { resolved: true, note })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const won = answers.find(({ status }) => status === 200)?.body["alert"] as unknown as Alert;
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(failing(answer)).toBe("409 ALREADY_RESOLVED");
      expect(answer.body["alert"]).toEqual(won);
    }
    expect((await list("?status=open")).map(({ id }) => id)).toEqual([failed?.id]);
    expect(await list("?status=resolved")).toEqual([won]);
    expect(await list()).toHaveLength(2);
    const { rows } = await app.deps.pool.query(
      "select u.user_id from alerts a join users u on u.id = a.resolved_by",
    );
    expect(rows).toEqual([{ user_id: "admin1" }]);
    expect(failing(await admin.put(`/api/admin/alerts/${randomUUID()}`, { resolved: true, note: "x" }))).toBe(
      "404 NOT_FOUND",
    );
  });
});
