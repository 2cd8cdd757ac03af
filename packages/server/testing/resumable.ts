import { tusVersion, uploads } from "@knowhow/shared";
import { readdir, stat } from "node:fs/promises";
import { request as openRequest, type ClientRequest } from "node:http";
import { basename, join } from "node:path";
import type { TestApp } from "./app.ts";
import type { Answer, TestClient } from "./client.ts";

/** Headers that every call of the protocol has. */
export const tusHeaders = { "tus-resumable": tusVersion } as const;

/** Metadata as the protocol writes it. */
export const encodeMetadata = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** Opens a resumable upload and gives any answer. */
export const openResumable = (
  client: TestClient,
  size: number | string,
  metadata: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const said = encodeMetadata(metadata);
  return client.request("POST", uploads.create.path, undefined, {
    headers: {
      ...tusHeaders,
      "upload-length": String(size),
      ...(said === "" ? {} : { "upload-metadata": said }),
      ...headers,
    },
  });
};

/** Opens one that must be taken; gives its address. */
export const begin = async (
  client: TestClient,
  size: number,
  metadata: Record<string, string> = { kind: "file", filename: "자료.pdf" },
): Promise<string> => {
  const answer = await openResumable(client, size, metadata);
  if (answer.status !== 201) throw new Error(`not opened: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.headers.get("location") ?? "";
};

/** Headers of a call that sends bytes from an offset on. */
export const patchHeaders = (offset: number) => ({
  ...tusHeaders,
  "content-type": "application/offset+octet-stream",
  "upload-offset": String(offset),
});

/** Sends bytes from an offset on. */
export const append = (
  client: TestClient,
  address: string,
  offset: number,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  client.request("PATCH", address, undefined, {
    raw: new Uint8Array(bytes),
    headers: { ...patchHeaders(offset), ...headers },
  });

/** Asks how much of an upload has come. */
export const look = (client: TestClient, address: string): Promise<Answer> =>
  client.request("HEAD", address, undefined, { headers: tusHeaders });

/** Bytes of an upload that a server has, also what waits on its disk for the store; undefined when there are none. */
export const measureArrived = async (
  { dataDir, deps }: Pick<TestApp, "dataDir" | "deps">,
  address: string,
): Promise<number | undefined> => {
  const id = basename(address);
  const incoming = join(dataDir, "objects", "incoming");
  const waiting = (await readdir(incoming).catch(() => [])).find((name) => name.startsWith(`${id}.`));
  const found =
    waiting === undefined ? undefined : await stat(join(incoming, waiting)).catch(() => undefined);
  if (found) return found.size;
  const size = await deps.storage.pieces.sizeOf(id);
  return size === 0 ? undefined : size;
};

/** Begins to send, at the caller's pace: the returned request is written to, ended or destroyed. */
export const appendSlowly = (
  client: TestClient,
  address: string,
  { offset, length }: { offset: number; length: number },
): ClientRequest & { answered: Promise<number> } => {
  const request = openRequest(new URL(address, client.base), {
    method: "PATCH",
    headers: {
      ...patchHeaders(offset),
      "content-length": length,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    request.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once("error", reject);
  });
  // A destroyed request has no answer.
  answered.catch(() => undefined);
  return Object.assign(request, { answered });
};
