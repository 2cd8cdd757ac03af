import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { receivingFolder } from "../../http/receiving.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/factories.ts";

const path = "/api/ai/content-suggestions-with-file";
const boundary = "----slow";
const head = (name: string, fileName?: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
  `${fileName === undefined ? "" : `; filename="${fileName}"`}\r\n\r\n`;

describe("files that are sent to the helper", () => {
  let app: TestApp;
  const calls: ClientRequest[] = [];
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterEach(() => {
    for (const call of calls.splice(0)) call.destroy();
  });
  afterAll(() => app.stop());

  const fresh = async () => app.as(await createUser(app.deps));
  const kept = async () => (await readdir(receivingFolder(app.dataDir)).catch(() => [])).length;

  /** Starts to send a file, and stops in its middle. */
  const stall = ({ cookies }: TestClient): ClientRequest => {
    const call = request(new URL(path, app.url), {
      method: "POST",
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
    });
    call.on("error", () => undefined);
    call.write(
      `${head("userDescription")}빵 굽기\r\n${head("file", "빵.txt")}${"반죽을 접습니다. ".repeat(500)}`,
    );
    calls.push(call);
    return call;
  };

  const send = (client: TestClient) => {
    const form = new FormData();
    form.set("userDescription", "빵 굽기");
    form.set("file", new Blob(["밀가루와 물을 섞어 열두 시간 두면 반죽이 됩니다."]), "빵.txt");
    return client.request("POST", path, undefined, { raw: form });
  };

  it("come in for everybody, however many of other people's stand still", async () => {
    for (let person = 0; person < 8; person += 1) {
      const client = await fresh();
      stall(client);
      stall(client);
    }
    await expect.poll(kept).toBe(16);
    const answer = await send(await fresh());
    expect([answer.status, answer.body["code"]]).toEqual([200, undefined]);
    for (const call of calls) call.destroy();
    await expect.poll(kept).toBe(0);
  });

  it("come in two at a time of one person, and again when one of them has ended", async () => {
    const client = await fresh();
    const [first] = [stall(client), stall(client)];
    await expect.poll(kept).toBe(2);
    const refused = await send(client);
    expect([refused.status, refused.body["code"]]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const ended = once(first, "response") as Promise<[IncomingMessage]>; // Typed as any.
    first.end(`\r\n--${boundary}--\r\n`);
    const [answered] = await ended;
    expect(await json(answered)).toMatchObject({ engine: "local" });
    expect((await send(client)).status).toBe(200);
  });
});
