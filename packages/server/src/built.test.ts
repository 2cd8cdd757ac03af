import { api } from "@knowhow/shared";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { demoAssetPath } from "../demo/data.ts";
import { demoPassword } from "../demo/password.ts";
import { TestClient } from "../testing/client.ts";
import { createTestDatabase } from "../testing/database.ts";
import { startServerProcess } from "../testing/process.ts";

it("does built what it does from its sources: schema, demo data, pictures, reading of files, payments", async () => {
  const database = await createTestDatabase("template1");
  const dataDir = await mkdtemp(join(tmpdir(), "knowhow-built-"));
  const server = await startServerProcess({ databaseUrl: database.url, dataDir }, { SEED_DEMO: "true" });
  try {
    const client = new TestClient(server.url);
    const list = (await client.get(api.contents.list.path)).body as unknown as { previewImageUrl: string }[];
    const picture = await client.get(list.find((one) => one.previewImageUrl)?.previewImageUrl ?? "");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await client.get("/standin/toss/v2/standard")).bytes.toString()).toContain("TossPayments");

    await client.post(api.accounts.login.path, { emailOrUserId: "buyer1", password: demoPassword });
    const form = new FormData();
    form.set(
      "userDescription",
      "주식을 처음 시작하는 직장인을 위한 자료입니다. 계좌 개설부터 첫 매수까지 정리했습니다.",
    );
    form.set(
      "file",
      new Blob([new Uint8Array(await readFile(demoAssetPath("files/stock-first-account.pdf")))]),
      "주식.pdf",
    );
    const { suggestWithFile } = api.assistant;
    const draft = await client.request("POST", suggestWithFile.path, undefined, { raw: form });
    expect([draft.status, draft.body["category"]]).toEqual([200, "stock"]);
  } finally {
    await server.kill();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
