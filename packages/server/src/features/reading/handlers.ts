import { AppError, isObjectPath, type reading } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { extractText, isTextExtension } from "../../documents/extraction/extract.ts";
import { entryAt } from "../../http/entryAt.ts";
import { leavingOf, leftEarly } from "../../http/leaving.ts";
import type { Handlers } from "../../http/mount.ts";
import { isPeek } from "../../http/peek.ts";
import { findStoredFile } from "../../storage/storedFile.ts";
import { toFailure } from "../assistant/documents.ts";
import { accessContent } from "../contents/access.ts";
import { canDownload, type ContentViewer } from "../contents/policy.ts";
import { findFiles, markVersionSeen } from "../contents/versions.ts";
import { recordDelivery, refuseUndeliverable } from "../orders/deliveries.ts";
import { findPlace, findPlaces, keepPlace } from "./queries.ts";

/** Answers calls about reading. */
export const createReadingHandlers = (deps: Deps): Handlers<typeof reading> => {
  /** The uploaded file that a reader may have; a link is no file. */
  const accessFile = async (contentId: string, index: string, viewer: ContentViewer, version?: string) => {
    const access = await accessContent(deps, contentId, viewer);
    if (!canDownload(access)) throw new AppError("PURCHASE_REQUIRED");
    const { fileUrls, fileNames } = await findFiles(deps.pool, access, viewer, version);
    const url = entryAt(fileUrls, index);
    if (url === undefined || !isObjectPath(url)) throw new AppError("NOT_FOUND");
    const fileName = entryAt(fileNames, index) ?? null;
    return { access, url, fileName, file: { userId: viewer.id, contentId: access.id, index: Number(index) } };
  };

  return {
    list: async ({ viewer }) => ({ readings: await findPlaces(deps, viewer) }),

    async get({ params: { contentId, index }, viewer }) {
      const { file } = await accessFile(contentId, index, viewer);
      return findPlace(deps, file);
    },

    async update({ params: { contentId, index }, body, viewer }) {
      const { file } = await accessFile(contentId, index, viewer);
      await keepPlace(deps, file, body);
      return findPlace(deps, file);
    },

    async text({ ctx, params: { contentId, index }, query: { version, peek }, viewer, fail }) {
      const { access, url, fileName } = await accessFile(contentId, index, viewer, version);
      await refuseUndeliverable(deps, access, viewer);
      const stored = await findStoredFile(deps, url);
      if (!stored) return fail("NOT_FOUND");
      if (!isTextExtension(stored.extension)) return fail("NO_TEXT");
      const signal = leavingOf(ctx);
      try {
        const { pages, unit, isTruncated } = await extractText(stored.source, stored.extension, { signal });
        await recordDelivery(deps, access, viewer, { kind: "read", item: url, fileName });
        if (version === undefined && !isPeek(peek)) await markVersionSeen(deps.pool, access, viewer);
        return { unit, pages, isTruncated };
      } catch (error) {
        throw signal.aborted ? leftEarly() : toFailure(error);
      }
    },
  };
};
