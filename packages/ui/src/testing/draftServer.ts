import {
  objectPathHeader,
  personHeader,
  uploadsPath,
  type ContentForm,
  type DraftForm,
  type StoredDraft,
} from "@knowhow/shared";
import { draftForm } from "@knowhow/shared/schemas.ts";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { buildContent } from "./contents.ts";
import { checkAnswer, runningTest } from "./contractCheck.ts";
import { startPageServer } from "./pageServer.ts";

/** One request as the test's server received it. */
export interface Heard {
  method: string;
  path: string;
  key: string | undefined;
  /** The user that the request names. */
  person: string | undefined;
  /** Bytes of its body that arrived. */
  bytes: number;
}

/** How a request is spoilt: refused with a code, left without an answer, or cut off after some bytes. */
export type Spoiling =
  | { status: number; code: string; fields?: Record<string, string>; type?: string }
  | "lost"
  | { after: number };

const corsOf = ({ headers }: IncomingMessage): Record<string, string> => ({
  "access-control-allow-origin": headers.origin ?? "*",
  "access-control-allow-credentials": "true",
  "access-control-expose-headers": `location, upload-offset, upload-length, retry-after, link, ${objectPathHeader}`,
  "access-control-allow-methods": headers["access-control-request-method"] ?? "*",
  "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
});

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // an undecoded stream gives buffers
  return Buffer.concat(chunks).toString();
};

/**
 * A server that takes uploads by the real protocol, and drafts and contents by the rules of the contract: with
 * versions, and with keys that are taken once.
 */
export const startDraftServer = async () => {
  const home = await mkdtemp(join(tmpdir(), "drafts-"));
  const folder = join(home, "uploads");
  const datastore = new FileStore({ directory: folder });
  // The store creates its folder asynchronously, and throws an unhandled error where its parent is gone by then.
  while (!existsSync(folder)) await nextTurn();
  const heard: Heard[] = [];
  const drafts = new Map<string, StoredDraft>();
  const contents: { id: string; body: ContentForm }[] = [];
  const answered = new Map<string, { form: string; status: number; answer: unknown }>();
  let spoil: (heard: Heard) => Spoiling | undefined = () => undefined;
  const objectPathOf = (path: string) => uploadsPath + (path.split("/").at(-1) ?? "");
  const tus = new Server({
    path: "/api/uploads",
    datastore,
    relativeLocation: true,
    exposedHeaders: [objectPathHeader],
    onUploadFinish: async (_, { id }) => ({ headers: { [objectPathHeader]: uploadsPath + id } }),
  });

  const saveDraft = (
    id: string,
    { version, ...form }: DraftForm,
    now = new Date().toISOString(),
  ): [number, unknown] => {
    const known = drafts.get(id);
    if ((known?.version ?? 0) !== version)
      return known
        ? [409, { code: "EDIT_CONFLICT", message: "충돌" }]
        : [404, { code: "NOT_FOUND", message: "없음" }];
    const stored = {
      ...form,
      id,
      tags: form.tags === undefined ? (known?.tags ?? null) : form.tags,
      allowsCopying: form.allowsCopying ?? known?.allowsCopying ?? true,
      version: version + 1,
      createdAt: known?.createdAt ?? now,
      updatedAt: now,
    };
    drafts.set(id, stored);
    return [200, stored];
  };
  const removeDraft = (id: string, version: string | null): [number, unknown] => {
    const known = drafts.get(id);
    if (known && version !== null && known.version !== Number(version))
      return [409, { code: "EDIT_CONFLICT", message: "충돌" }];
    drafts.delete(id);
    return [200, { ok: true }];
  };
  const saveContent = (
    method: string,
    path: string,
    key: string | undefined,
    text: string,
  ): [number, unknown] => {
    const before = key === undefined ? undefined : answered.get(key);
    if (before)
      return before.form === text
        ? [before.status, before.answer]
        : [409, { code: "IDEMPOTENCY_KEY_REUSED", message: "다른 요청" }];
    const body = JSON.parse(text) as ContentForm; // what the client has sent
    const known = method === "PUT" ? contents.find(({ id }) => path.endsWith(id)) : undefined;
    const id = known?.id ?? `01900000-0000-7000-8000-00000000000${contents.length + 1}`;
    if (known) known.body = body;
    else contents.push({ id, body });
    const answer = buildContent({ id, title: body.title });
    const status = method === "PUT" ? 200 : 201;
    if (key !== undefined) answered.set(key, { form: text, status, answer });
    return [status, answer];
  };
  const answerJson = async (request: IncomingMessage, text: string): Promise<[number, unknown]> => {
    const { method = "", url = "" } = request;
    const { pathname: path, searchParams } = new URL(url, "http://server.invalid");
    // Node gives one text for a header of that name.
    const key = request.headers["idempotency-key"] as string | undefined;
    const id = path.split("/").at(-1) ?? "";
    if (path.startsWith("/api/contents")) return saveContent(method, path, key, text);
    if (method === "PUT") return saveDraft(id, JSON.parse(text) as DraftForm); // as above
    if (method === "DELETE") return removeDraft(id, searchParams.get("version"));
    if (path === "/api/drafts") return [200, [...drafts.values()]];
    const found = drafts.get(id);
    return found ? [200, found] : [404, { code: "NOT_FOUND", message: "없음" }];
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url: path = "" } = request;
    const test = runningTest();
    const cors = corsOf(request);
    if (method === "OPTIONS") {
      response.writeHead(204, cors).end();
      return;
    }
    const key = request.headers["idempotency-key"] as string | undefined;
    const person = request.headers[personHeader] as string | undefined; // as above
    const entry: Heard = { method, path, key, person, bytes: 0 };
    heard.push(entry);
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    const spoiling = spoil(entry);
    if (typeof spoiling === "object" && "status" in spoiling) {
      await textOf(request);
      const { status, ...said } = spoiling;
      const refusal = { ...said, message: "안 됩니다" };
      checkAnswer({ method, path, test }, status, refusal);
      response.writeHead(status).end(JSON.stringify(refusal));
      return;
    }
    if (path.startsWith("/api/uploads")) {
      if (method === "HEAD") response.setHeader(objectPathHeader, objectPathOf(path));
      const limit = typeof spoiling === "object" ? spoiling.after : Infinity;
      // Counted as it comes: a listener would set the stream flowing before its reader is there.
      const push = request.push.bind(request);
      request.push = (chunk: Buffer | null) => {
        entry.bytes += chunk?.length ?? 0;
        if (entry.bytes >= limit) request.destroy();
        return push(chunk);
      };
      await tus.handle(request, response);
      return;
    }
    const [status, body] = await answerJson(request, await textOf(request));
    checkAnswer({ method, path, test }, status, body);
    if (spoiling === "lost") response.destroy();
    else response.writeHead(status).end(JSON.stringify(body));
  };
  const server = await startPageServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  return {
    origin: server.origin,
    heard,
    drafts,
    /** Saves a version that another device made just after this one's. */
    saveElsewhere: (id: string, form: Partial<DraftForm>) => {
      const version = drafts.get(id)?.version ?? 0;
      saveDraft(id, draftForm.cast({ ...form, version }), new Date(Date.now() + 1_000).toISOString());
    },
    contents,
    /** Spoils requests from now on; without an argument, none. */
    spoil: (next: typeof spoil = () => undefined) => {
      spoil = next;
    },
    /** The bytes behind an object's path. */
    bytesOf: (objectPath: string) => readFile(join(folder, objectPath.slice(uploadsPath.length))),
    close: async () => {
      await server.close();
      await rm(home, { recursive: true, force: true });
    },
  };
};
