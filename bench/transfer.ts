// `npm run bench:transfer`: the largest file up and down through a running server, whose memory is watched meanwhile.
import { uploadLimits } from "@knowhow/shared";
import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { TestClient } from "../packages/server/testing/client.ts";
import { startServerProcess } from "../packages/server/testing/process.ts";
import { startS3 } from "../packages/server/testing/s3.ts";
import { pdfBytes } from "../packages/server/testing/sampleFiles.ts";
import { contentBody } from "../packages/server/testing/uploads.ts";

const mebibyte = 1024 * 1024;
const size = uploadLimits.file;
const maxGrowth = 100 * mebibyte;

/** Memory that a process holds, in bytes. */
const residentOf = (pid: number): number => {
  const path = `/proc/${pid}/status`;
  const kibibytes = existsSync(path)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(path, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kibibytes) * 1024;
};

/** Watches a process while work runs; gives the time that it took and the most memory that was seen. */
const watched = async (
  pid: number,
  work: () => Promise<void>,
): Promise<{ seconds: number; peak: number }> => {
  let peak = residentOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentOf(pid))), 50);
  const started = performance.now();
  try {
    await work();
    return { seconds: (performance.now() - started) / 1_000, peak };
  } finally {
    clearInterval(timer);
  }
};

const chunk = randomBytes(mebibyte);
const fileOf = function* (bytes: number): Generator<Buffer> {
  const head = pdfBytes();
  yield head;
  for (let left = bytes - head.length; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
};
const hashOf = async (parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash("sha256");
  for await (const part of parts) hash.update(part);
  return hash.digest("hex");
};

const signUp = async (url: string): Promise<TestClient> => {
  const client = new TestClient(url);
  const password = "Transfer!2026";
  const { status } = await client.post("/api/register", {
    name: "김전송", userId: "transfer1", nickname: "전송", email: "transfer@example.com", phoneNumber: "01012345678",
    password, passwordConfirm: password, privacyConsent: true,
  }); // oxfmt-ignore
  if (status !== 201) throw new Error(`no account: ${status}`);
  return client;
};

const put = async (address: string, contentType: string, bytes: number): Promise<number | undefined> => {
  const call = request(address, {
    method: "PUT",
    headers: { "content-type": contentType, "content-length": String(bytes) },
  });
  const answered = once(call, "response") as Promise<[IncomingMessage]>; // What the event brings.
  await pipeline(Readable.from(fileOf(bytes)), call);
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode;
};

const sendUp = async (client: TestClient, bytes: number): Promise<string> => {
  const contentType = "application/pdf";
  const { body } = await client.post("/api/objects/upload", { kind: "file", size: bytes, contentType });
  const status = await put(String(body["uploadURL"]), contentType, bytes);
  if (status !== 200) throw new Error(`not uploaded: ${String(status)}`);
  return String(body["objectPath"]);
};

const attach = async (client: TestClient, path: string): Promise<string> => {
  const { status, body } = await client.post("/api/contents", contentBody({ price: 0, fileUrls: [path] }));
  if (status !== 201) throw new Error(`not attached: ${status} ${JSON.stringify(body)}`);
  return String(body["id"]);
};

const bringDown = async (url: string, client: TestClient, id: string, expected: string): Promise<void> => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${url}/api/download/${id}/0`, { headers: { cookie } });
  if (!answer.body || (await hashOf(answer.body)) !== expected) throw new Error("other bytes came back");
};

const measure = async (name: string, env: Record<string, string>): Promise<boolean> => {
  const dataDir = await mkdtemp(join(tmpdir(), "knowhow-transfer-"));
  const server = await startServerProcess(undefined, { NODE_ENV: "local", DATA_DIR: dataDir, ...env });
  // Keeps the server's database until both are done with it.
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  try {
    const { pid = 0 } = server.child;
    const client = await signUp(server.url);
    // Once with little, so that what every first call loads is not counted.
    const small = 2 * mebibyte;
    const first = await attach(client, await sendUp(client, small));
    await bringDown(server.url, client, first, await hashOf(fileOf(small)));
    const expected = await hashOf(fileOf(size));
    const before = residentOf(pid);
    const step = async (what: string, work: () => Promise<void>) => {
      const { seconds, peak } = await watched(pid, work);
      const growth = (peak - before) / mebibyte;
      process.stdout.write(`  ${what}: ${seconds.toFixed(1)} s, memory +${growth.toFixed(0)} MB\n`);
      return peak - before < maxGrowth;
    };
    process.stdout.write(`${name}: ${size / mebibyte} MB, server at ${(before / mebibyte).toFixed(0)} MB\n`);
    let path = "";
    let id = "";
    const kept = [
      await step("up", async () => {
        path = await sendUp(client, size);
      }),
      await step("into use", async () => {
        id = await attach(client, path);
      }),
      await step("down", () => bringDown(server.url, client, id, expected)),
    ];
    return kept.every(Boolean);
  } finally {
    await server.kill();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const s3 = await startS3();
try {
  const kept = [await measure("folder", {}), await measure("S3", s3.env)];
  if (!kept.every(Boolean)) {
    process.stderr.write(`the server's memory grew by ${maxGrowth / mebibyte} MB or more\n`);
    process.exitCode = 1;
  }
} finally {
  await s3.stop();
}
