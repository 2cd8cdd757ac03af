import { api, objectPathHeader, tusVersion } from "@knowhow/shared";
import { vi } from "vitest";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";

/** The size of the pictures that the tests' browser shows; 0 is a picture that it can not show. */
export const picture = { side: 100, isCutOff: false };

/** jsdom can not make addresses of bytes, and shows no pictures. */
export const stubPictures = (): void => {
  picture.side = 100;
  picture.isCutOff = false;
  URL.createObjectURL = vi.fn(() => "blob:picture");
  URL.revokeObjectURL = vi.fn();
  class Picture {
    onload?: () => void;
    onerror?: () => void;
    readonly naturalWidth = picture.side;
    readonly naturalHeight = picture.side;
    set src(_address: string) {
      setTimeout(() => (this.naturalWidth > 0 ? this.onload?.() : this.onerror?.()));
    }
  }
  vi.stubGlobal("Image", Picture);
  vi.stubGlobal("createImageBitmap", () =>
    picture.isCutOff ? Promise.reject(new Error("cut off")) : Promise.resolve({ close: () => undefined }),
  );
};

/** An upload's metadata about its file. */
export const metadataOf = ({ headers }: RecordedRequest): Record<string, string> =>
  Object.fromEntries(
    String(headers["upload-metadata"] ?? "")
      .split(",")
      .map((pair) => pair.split(" "))
      .map(([name = "", value = ""]) => [name, Buffer.from(value, "base64").toString()]),
  );

/** The requests that begin an upload. */
export const begunOf = (asked: readonly RecordedRequest[]): RecordedRequest[] =>
  asked.filter(({ method, path }) => method === "POST" && path === api.uploads.create.path);

/** A test's own answer; undefined for the server's usual one. */
export type OwnAnswer = FakeAnswer | undefined | Promise<FakeAnswer | undefined>;

const [trialsOfUploads = ""] = api.trials.upload.path.split(":");

/**
 * A server that takes every upload whole, each under a path of its own, and keeps no drafts; `answer` replaces its
 * answers.
 */
export const startUploadServer = (answer: (asked: RecordedRequest) => OwnAnswer = () => undefined) => {
  const tus = { "tus-resumable": tusVersion };
  let count = 0;
  return startServer(async (asked) => {
    const { method, path, headers } = asked;
    const own = await answer(asked);
    if (own) return own;
    if (path === api.uploads.create.path) {
      count += 1;
      return {
        status: 201,
        body: "",
        headers: { ...tus, location: `${path}/${count}`, "upload-offset": "0" },
      };
    }
    if (path.startsWith(`${api.uploads.create.path}/`)) {
      // The offset of an aborted upload is unknown: it begins again.
      if (method !== "PATCH") return { status: method === "HEAD" ? 404 : 204, body: "", headers: tus };
      const offset = String(Number(headers["content-length"]));
      const objectPath = `/objects/uploads/${path.split("/").at(-1) ?? ""}`;
      return {
        status: 204,
        body: "",
        headers: { ...tus, "upload-offset": offset, [objectPathHeader]: objectPath },
      };
    }
    if (path.startsWith(api.drafts.list.path)) return draftAnswer(asked);
    if (path.startsWith(trialsOfUploads))
      return { body: { unit: "page", total: 30, pages: [1, 2, 3], characters: 0, isChosen: false } };
    return {};
  });
};

const draftAnswer = ({ method, path, body }: RecordedRequest): FakeAnswer => {
  if (method === "GET") return { body: [] };
  if (method === "DELETE") return { body: { ok: true } };
  const form = JSON.parse(body) as { version: number }; // the client's form
  const now = new Date().toISOString();
  return {
    body: { ...form, id: path.split("/").at(-1), version: form.version + 1, createdAt: now, updatedAt: now },
  };
};

const beginnings: Partial<Record<string, string>> = { pdf: "%PDF-1.7\n", png: "\x89PNG\r\n\x1a\n" };

/** A file of some bytes, beginning as its extension says. */
export const buildFile = (name: string, text = name, lastModified = 1): File =>
  buildRawFile(name, (beginnings[name.split(".").at(-1) ?? ""] ?? "") + text, lastModified);

/** A file of exactly these bytes, one for each character. */
export const buildRawFile = (name: string, bytes: string, lastModified = 1): File =>
  new File([Uint8Array.from(bytes, (character) => character.charCodeAt(0))], name, {
    type: name.endsWith(".pdf") ? "application/pdf" : "image/png",
    lastModified,
  });
