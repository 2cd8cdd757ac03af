import { once } from "node:events";
import { request as httpRequest, type ClientRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/factories.ts";
import { append, begin, patchHeaders } from "../../../testing/resumable.ts";
import { pdfBytes } from "../../../testing/sampleFiles.ts";
import { requestUpload } from "../../../testing/uploads.ts";
import { paceFor } from "./uploadGate.ts";

const megabyte = 1024 * 1024;

describe("the places of uploads", () => {
  let app: TestApp;
  const pdf = pdfBytes();
  const sending: ClientRequest[] = [];
  beforeAll(async () => {
    app = await startTestApp({ TRUST_PROXY: "true" });
  });
  afterAll(async () => {
    for (const call of sending) call.destroy();
    await app.stop();
  });

  const join = async (): Promise<TestClient> => app.as(await createUser(app.deps));
  const addressFor = async (client: TestClient): Promise<string> => {
    const { body } = await requestUpload(client, { kind: "file", contentType: "application/pdf" });
    return String(body["uploadURL"]);
  };
  const from = (address: string) => ({ "x-forwarded-for": address });

  /** Sends a few bytes and stops. */
  const stall = async (url: string, method: string, headers: Record<string, string>): Promise<void> => {
    const call = httpRequest(url, { method, headers });
    call.on("error", () => undefined).on("response", (answer) => answer.resume());
    call.write(pdf.subarray(0, 100));
    sending.push(call);
    await once(call, "socket");
  };
  const stallPut = async (client: TestClient, address: string) =>
    stall(await addressFor(client), "PUT", { "content-type": "application/pdf", ...from(address) });
  const stallPatch = async (client: TestClient, address: string) => {
    const url = new URL(await begin(client, megabyte), app.url).href;
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    await stall(url, "PATCH", {
      ...patchHeaders(0),
      "content-length": `${megabyte}`,
      cookie,
      ...from(address),
    });
  };
  const put = async (client: TestClient, address: string): Promise<number> => {
    const headers = { "content-type": "application/pdf", ...from(address) };
    const raw = new Uint8Array(pdf);
    return (await client.request("PUT", await addressFor(client), undefined, { raw, headers })).status;
  };
  const patch = async (client: TestClient, address: string): Promise<number> =>
    (await append(client, await begin(client, pdf.length), 0, pdf, from(address))).status;
  const release = async () => {
    for (const call of sending.splice(0)) call.destroy();
    await expect.poll(async () => put(await join(), "198.51.100.1")).toBe(200);
  };

  it("are left for an honest sender by five slow ones with twenty uploads each", async () => {
    const attackers = await Promise.all(Array.from({ length: 5 }, join));
    await Promise.all(
      attackers.flatMap((attacker, index) =>
        Array.from({ length: 20 }, (_, at) =>
          (at % 2 === 0 ? stallPut : stallPatch)(attacker, `203.0.113.${index}`),
        ),
      ),
    );
    const honest = await join();
    expect(await put(honest, "192.0.2.1")).toBe(200);
    expect(await patch(honest, "192.0.2.1")).toBe(204);
    await release();
  });

  it("are given up by slow ones to somebody who has none, behind the same address too", async () => {
    const attackers = await Promise.all(Array.from({ length: 8 }, join));
    await Promise.all(
      attackers.flatMap((attacker) => Array.from({ length: 10 }, () => stallPut(attacker, "203.0.113.7"))),
    );
    const [honest, bystander] = [await join(), await join()];
    // At other addresses there is not even a wait.
    expect(await put(bystander, "192.0.2.1")).toBe(200);
    expect(await put(honest, "203.0.113.7")).toBe(200);
    expect(await patch(honest, "203.0.113.7")).toBe(204);
    await release();
  });

  it("are not more for one account at several addresses", async () => {
    const attacker = await join();
    await Promise.all(Array.from({ length: 25 }, (_, at) => stallPut(attacker, `203.0.113.${at}`)));
    const honest = await join();
    const all = await Promise.all(Array.from({ length: 5 }, () => put(honest, "192.0.2.1")));
    expect(new Set(all)).toEqual(new Set([200]));
    await release();
  });

  it("are kept for hours by nobody: a large body has to come faster", () => {
    expect(paceFor(megabyte).bytesPerSecond).toBe(64 * 1024);
    expect(paceFor(500 * megabyte).bytesPerSecond).toBeGreaterThan(200 * 1024);
  });
});
