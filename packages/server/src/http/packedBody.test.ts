import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomBytes } from "node:crypto";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../testing/client.ts";
import { createUser } from "../../testing/factories.ts";

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const megabyte = 1024 * 1024;

describe("packed bodies", () => {
  let app: TestApp;
  let member: TestClient;
  beforeAll(async () => {
    app = await startTestApp();
    member = await app.as(await createUser(app.deps));
  });
  afterAll(() => app.stop());

  const send = (encoding: string, bytes: Buffer): Promise<Answer> =>
    member.request("POST", "/api/objects/upload", undefined, {
      raw: new Uint8Array(bytes),
      headers: { "content-type": "application/json", "content-encoding": encoding },
    });

  const packers = [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", (bytes: Buffer) => brotliCompressSync(bytes, quickly)],
  ] as const;

  it.each(packers)("%s is unpacked, and no further than a megabyte", async (encoding, pack) => {
    const form = (length: number) => Buffer.from(JSON.stringify({ kind: "file", note: " ".repeat(length) }));
    expect((await send(encoding, pack(form(1_000)))).status).toBe(200);
    for (const length of [2 * megabyte, 32 * megabyte]) {
      const bomb = pack(form(length));
      expect(failing(await send(encoding, bomb)), `${length}`).toBe("413 TOO_LARGE");
      expect((await member.get("/healthz")).status).toBe(200);
    }
    const large = pack(randomBytes(2 * megabyte));
    expect(failing(await send(encoding, large))).toBe("413 TOO_LARGE");
    // One that is cut off in the middle of what it says.
    expect(failing(await send(encoding, pack(form(1_000)).subarray(0, 30)))).toBe("400 BAD_JSON");
    expect((await send(encoding, pack(form(1_000)))).status).toBe(200);
  });
});
