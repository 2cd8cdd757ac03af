import { AppError, isObjectPath, type evidences } from "@knowhow/shared";
import type { Context } from "koa";
import contentDisposition from "content-disposition";
import { noteEvidence } from "../chats/audit.ts";
import { readContent } from "../assistant/documents.ts";
import type { Deps } from "../../deps.ts";
import { drawPdfPage, ExtractionFailed, NoText } from "../../documents/extraction/extract.ts";
import { mimeOf } from "../../documents/fileType.ts";
import { createPreviewImages } from "../../storage/images.ts";
import { findKeyInUse } from "../../storage/inUse.ts";
import { extensionOf } from "../../documents/names.ts";
import { sendFile } from "../files/sendFile.ts";
import { idOf } from "../../storage/StoredObject.ts";
import { findStoredFile } from "../../storage/storedFile.ts";
import { entryAt } from "../../http/entryAt.ts";
import type { Handlers } from "../../http/mount.ts";
import { findKeptFiles, readEvidence, type KeptFiles } from "./queries.ts";

interface FilePlace {
  reportId: string;
  index: string;
}

/** Characters of a file's text that are shown in place: the rest needs the file itself. */
const maxText = 60_000;
/** Includes the wait for a turn, and the fetching of the file. */
const patienceMs = 60_000;
const retryAfter = 5;

/** Translates a failed drawing into the product's words. */
const toFailure = (error: unknown): unknown => {
  const isPassing = error instanceof ExtractionFailed && ["busy", "interrupted"].includes(error.reason);
  // A timeout signal's reason is a DOMException.
  if (isPassing || error instanceof DOMException) return new AppError("UNAVAILABLE", { retryAfter });
  return error instanceof NoText || error instanceof ExtractionFailed ? new AppError("NOT_DRAWABLE") : error;
};

/** Texts up to `maxText` characters in all, and whether something was left out. */
const cut = <T extends { text: string }>(texts: readonly T[]): { parts: T[]; isCut: boolean } => {
  let left = maxText;
  const parts: T[] = [];
  for (const one of texts) {
    if (left <= 0) break;
    parts.push({ ...one, text: one.text.slice(0, left) });
    left -= one.text.length;
  }
  return { parts, isCut: left < 0 || parts.length < texts.length };
};

/** Answers administrators' calls about evidence. */
export const createEvidenceHandlers = (deps: Deps): Handlers<typeof evidences> => {
  const { storage } = deps;
  const pictures = createPreviewImages(deps);

  const note = (adminId: string, reportId: string, part: string) =>
    noteEvidence(deps, { adminId, reportId, part });
  const filesOf = async (reportId: string): Promise<KeptFiles> => {
    const kept = await findKeptFiles(deps, reportId);
    if (!kept) throw new AppError("NOT_FOUND");
    return kept;
  };
  /** A file on sale at the time of the report, or of an earlier version; NOT_FOUND where the evidence has none such. */
  const fileAt = async ({ reportId, index }: FilePlace, version: string | undefined) => {
    const kept = await filesOf(reportId);
    const files =
      version === undefined ? kept : kept.versions.find(({ number }) => String(number) === version);
    const url = files && entryAt(files.file_urls, index);
    if (!files || url === undefined || !isObjectPath(url)) throw new AppError("NOT_FOUND");
    const part = `file ${index}${version === undefined ? "" : ` of version ${version}`}`;
    return { url, name: entryAt(files.file_names, index) ?? "download", part };
  };

  /** Draws a page of a PDF, or counts its pages; any other file is NOT_FOUND. */
  const draw = async (place: FilePlace, version: string | undefined, page: number | null) => {
    const { url, part } = await fileAt(place, version);
    const file = await findStoredFile(deps, url);
    if (file?.extension !== "pdf") throw new AppError("NOT_FOUND");
    try {
      const drawn = await drawPdfPage(file.source, page, { signal: AbortSignal.timeout(patienceMs) });
      return { ...drawn, part };
    } catch (error) {
      throw toFailure(error);
    }
  };

  const sendPicture = async (ctx: Context, path: string | undefined, beforeBytes: () => Promise<void>) => {
    const key = path === undefined ? undefined : await pictures.find(path, "full", 1280);
    const found = key === undefined ? undefined : await storage.stat(key);
    if (path === undefined || key === undefined || !found) throw new AppError("NOT_FOUND");
    await beforeBytes();
    await sendFile(ctx, storage, {
      key,
      size: found.size,
      type: "image/webp",
      etag: `${idOf(path) ?? ""}-evidence`,
      cacheControl: "private, no-store",
    });
  };

  return {
    async get({ params: { reportId }, query, viewer, fail }) {
      if (!(await deps.knex("reports").where({ id: reportId }).first("id"))) return fail("NOT_FOUND");
      await note(viewer.id, reportId, "case");
      return { evidence: (await readEvidence(deps, reportId, query)) ?? null };
    },

    async picture({ ctx, params: { reportId, index }, viewer }) {
      const path = entryAt((await filesOf(reportId)).previews, index);
      await sendPicture(ctx, path, () => note(viewer.id, reportId, `picture ${index}`));
    },

    async ratingPicture({ ctx, params: { reportId, index }, viewer }) {
      const { rating_pictures } = await filesOf(reportId);
      const path = entryAt(
        rating_pictures.map((picture) => picture.path),
        index,
      );
      await sendPicture(ctx, path, () => note(viewer.id, reportId, `rating picture ${index}`));
    },

    async file({ ctx, params, query: { version }, viewer, fail }) {
      const { url, name, part } = await fileAt(params, version);
      const id = idOf(url);
      const key = id === undefined ? undefined : await findKeyInUse(deps, id);
      const found = key === undefined ? undefined : await storage.stat(key);
      if (id === undefined || key === undefined || !found) return fail("NOT_FOUND");
      await note(viewer.id, params.reportId, part);
      await sendFile(ctx, storage, {
        key,
        size: found.size,
        type: mimeOf(extensionOf(name)),
        etag: id,
        cacheControl: "private, no-store",
        disposition: contentDisposition(name),
      });
    },

    async fileText({ params, query: { version }, viewer, fail }) {
      const { url, name, part } = await fileAt(params, version);
      await note(viewer.id, params.reportId, part);
      const kept = { fileUrls: [url], fileNames: [name] };
      const late = AbortSignal.timeout(patienceMs);
      const { passages } = await readContent(deps, kept, late).catch((error: unknown) => {
        throw late.aborted ? new AppError("UNAVAILABLE", { retryAfter }) : error;
      });
      if (passages.length === 0) return fail("NO_TEXT");
      const pages = passages.map(({ page, text }) => ({ page: page === null ? null : String(page), text }));
      return cut(pages);
    },

    async filePages({ params, query: { version }, viewer }) {
      const { count, part } = await draw(params, version, null);
      await note(viewer.id, params.reportId, part);
      return { count };
    },

    async filePage({ ctx, params, query: { version }, viewer, fail }) {
      if (!/^[1-9]\d{0,5}$/.test(params.page)) return fail("NOT_FOUND");
      const { picture, part } = await draw(params, version, Number(params.page));
      if (!picture) return fail("NOT_FOUND");
      await note(viewer.id, params.reportId, `${part} page ${params.page}`);
      ctx.type = "image/webp";
      ctx.set("Cache-Control", "private, no-store");
      ctx.body = Buffer.from(picture);
    },
  };
};
