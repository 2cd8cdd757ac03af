import { textLimits } from "@knowhow/shared";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createSeller } from "../../../testing/factories.ts";
import { fillWith, maxStallMs, measureStall, worstTexts } from "../../../testing/stalls.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const characters = 2_000_000;
/** An attacker does not mind slow sending: each file comes in a turn of its own. */
const betweenSendsMs = 1;
const kinds = Object.entries(worstTexts).filter(([kind]) => kind !== "halves");
/** Texts of files: in the ordinary run the one that once stopped the server and the slowest, in the soak all. */
const fileKinds = process.env["STALL_FILES"]
  ? kinds
  : kinds.filter(([kind]) => ["lines", "host names", "joined"].includes(kind));

describe("the built-in helper keeps nobody waiting", () => {
  let app: TestApp;
  let seller: TestClient;
  beforeAll(async () => {
    app = await startTestApp();
    seller = await app.as(await createSeller(app.deps));
  });
  afterAll(() => app.stop());

  const forgetCalls = () => app.deps.pool.query("delete from assistant_calls");

  const suggestFrom = (file: Blob, client = seller) => {
    const form = new FormData();
    form.set("userDescription", "자료를 팔아요");
    form.set("file", file, "글.txt");
    return client.request("POST", "/api/ai/content-suggestions-with-file", undefined, { raw: form });
  };

  it.each(kinds)("over a description of %s", async (_, text) => {
    const userDescription = fillWith(text, textLimits.description);
    let status = 0;
    const stall = await measureStall(async () => {
      await forgetCalls();
      ({ status } = await seller.post("/api/ai/content-suggestions", { userDescription }));
    });
    expect([200, 400]).toContain(status);
    expect(stall).toBeLessThan(maxStallMs);
  });

  it.each(fileKinds)("over a file of %s", { timeout: 180_000 }, async (_, text) => {
    const file = new Blob([fillWith(text, characters)]);
    let status = 0;
    const stall = await measureStall(async () => {
      await forgetCalls();
      ({ status } = await suggestFrom(file));
    });
    expect([200, 422]).toContain(status);
    expect(stall).toBeLessThan(maxStallMs);
  });

  it.each(fileKinds)(
    "nor does taking in, selling and summing up one of %s",
    { timeout: 180_000 },
    async (_, text) => {
      const bytes = Buffer.from(fillWith(text, characters));
      let statuses: number[] = [];
      const stall = await measureStall(async () => {
        await forgetCalls();
        await app.deps.pool.query("delete from content_summaries");
        const path = await upload(seller, bytes, { kind: "file", fileName: "글.txt", type: "text/plain" });
        const made = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [path] }));
        const { status } = await seller.post(`/api/contents/${String(made.body["id"])}/ai-summary`);
        statuses = [made.status, status];
      });
      expect(statuses[0]).toBe(201);
      expect([200, 422]).toContain(statuses[1]);
      expect(stall).toBeLessThan(maxStallMs);
    },
  );

  it("over four files at once, and a fifth that is sold", { timeout: 180_000 }, async () => {
    const bytes = Buffer.from(fillWith("\n\n가", characters));
    const path = await upload(seller, bytes, { kind: "file", fileName: "줄.txt", type: "text/plain" });
    const made = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [path] }));
    expect(made.status).toBe(201);
    const file = new Blob([new Uint8Array(bytes)]);
    const attackers = await Promise.all(
      Array.from({ length: 4 }, async () => app.as(await createSeller(app.deps))),
    );
    let answers: number[] = [];
    const stall = await measureStall(async () => {
      await forgetCalls();
      await app.deps.pool.query("delete from content_summaries");
      const summary = await seller.post(`/api/contents/${String(made.body["id"])}/ai-summary`);
      const others = [];
      for (const attacker of attackers) {
        others.push(suggestFrom(file, attacker));
        await sleep(betweenSendsMs);
      }
      answers = [summary, ...(await Promise.all(others))].map(({ status }) => status);
    });
    for (const status of answers) expect([200, 422, 503]).toContain(status);
    expect(stall).toBeLessThan(maxStallMs);
  });
});
