import {
  addressOf,
  AppError,
  maxPicturedPages,
  minShare,
  trials as calls,
  trialPortion,
  type TrialExtent,
  type TrialPart,
  type trials,
} from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { accessContent, type ContentAccess } from "../contents/access.ts";
import type { ContentViewer } from "../contents/policy.ts";
import { lockOwnContent } from "../contents/save.ts";
import { sendFile } from "../files/sendFile.ts";
import { keepUploadShare, replaceTrials, type Trial } from "./queries.ts";
import { judgeShare } from "./rules.ts";
import { createTrialFiles, filesOf, pageVersion, type PlacedFile } from "./trialFiles.ts";
import { findOwnUpload } from "./uploads.ts";
import { markFound, wordsOf } from "./words.ts";

interface Placed {
  file: PlacedFile;
  trial: Trial;
}

/** The open parts of a file, as everyone sees them. */
const partsOf = (contentId: string, { fileIndex, objectId }: PlacedFile, trial: Trial): TrialPart[] => {
  if (trial.unit !== "page")
    return trial.texts.map(({ page, text }) => ({
      ...{ fileIndex, kind: "text" as const, text },
      ...(page === null ? {} : { page }),
    }));
  const portion = trialPortion(trial.total);
  return trial.pages.map((page) => ({
    ...{ fileIndex, kind: "page" as const, page },
    src: addressOf(calls.page, {
      params: { contentId, fileIndex: String(fileIndex), page: String(page) },
      query: { v: pageVersion(objectId, page, portion) },
    }),
  }));
};

/** A second place to choose in would take from orders the trial that their buyers saw. */
const inUse = () =>
  new AppError("ALREADY_IN_STATE", {
    message: "이미 등록한 콘텐츠의 파일입니다. 미리 읽을 부분은 그 콘텐츠 화면에서 골라주세요.",
  });

const isPageNumber = (given: string): boolean => /^[1-9]\d{0,5}$/.test(given);

/** How much of each file is open; nothing of those without a trial. */
const extentsOf = (all: readonly Placed[]): TrialExtent[] =>
  all.flatMap(({ file: { fileIndex }, trial }) => {
    const { unit, total, pages, texts } = trial;
    if (unit === "none") return [];
    const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
    // Of proposed pages of a workbook those beyond a third of it are closed.
    const shown = unit === "sheet" ? texts.length : pages.length;
    const open = unit === "text" ? characters : shown;
    return [{ fileIndex, unit, total, open }];
  });

/** Names the open parts of all files together, as orders compare them: each file once, in any order. */
const versionOf = (all: readonly Placed[]): string =>
  [...new Set(all.flatMap(({ trial }) => (trial.unit === "none" ? [] : trial.part)))].toSorted().join(".");

/** Answers what may be read before paying. */
export const createTrialHandlers = (deps: Deps): Handlers<typeof trials> => {
  const { storage } = deps;
  const files = createTrialFiles(deps);

  const accessOwnContent = async (id: string, viewer: ContentViewer): Promise<ContentAccess> => {
    const access = await accessContent(deps, id, viewer);
    if (!access.isOwner) throw new AppError("NOT_OWNER");
    return access;
  };

  /** The files of a content that can be read, each with its trial. */
  const readAll = async (
    { id, price, fileUrls }: Pick<ContentAccess, "id" | "price" | "fileUrls">,
    hasTables = false,
  ) => {
    const placed = filesOf(fileUrls);
    const found = await files.find({ id, price }, placed, hasTables);
    return placed.flatMap((file, index) => {
      const trial = found[index];
      return trial ? [{ file, trial }] : [];
    });
  };

  return {
    async get({ params: { id }, query: { q = "" }, viewer }) {
      const access = await accessContent(deps, id, viewer);
      const all = await readAll(access);
      const words = wordsOf(q);
      const read =
        words.length === 0
          ? all
          : await Promise.all(
              all.map(async ({ file, trial }) => ({
                file,
                trial: await files.withTexts(id, trial, file.url),
              })),
            );
      const placed = read.flatMap(({ file, trial }) =>
        partsOf(id, file, trial).map((part) => ({ part, trial })),
      );
      const parts = markFound(
        placed.map(({ part }) => part),
        placed.map(({ trial }) => trial),
        words,
      );
      return { parts, files: extentsOf(read), version: versionOf(all) };
    },

    async upload({ params: { objectId }, viewer }) {
      const upload = await findOwnUpload(deps, objectId, viewer.id);
      return { ...(await files.findUpload(upload)), isInUse: upload.isInUse };
    },

    async chooseOfUpload({ params: { objectId }, viewer, body: { pages, characters } }) {
      const upload = await findOwnUpload(deps, objectId, viewer.id);
      if (upload.isInUse) throw inUse();
      const { unit, total, tables } = await files.findUpload(upload);
      const entry = pages === undefined && characters === undefined ? undefined : { pages, characters };
      // The price is unknown before publishing: what it asks for is judged with the content.
      const share = { unit, total, tables, ...judgeShare({ unit, total }, entry, { price: 0, at: "" }) };
      if (!(await keepUploadShare(deps, objectId, upload.copy, share, true))) throw inUse();
      return share;
    },

    async uploadPage({ ctx, params: { objectId, page: given }, viewer, fail }) {
      if (!isPageNumber(given)) return fail("NOT_FOUND");
      const upload = await findOwnUpload(deps, objectId, viewer.id);
      const { unit, total } = await files.findUpload(upload);
      if (unit !== "page" || Number(given) > Math.min(total, maxPicturedPages)) return fail("NOT_FOUND");
      const key = await files.drawUpload(upload, Number(given));
      const found = key === undefined ? undefined : await storage.stat(key);
      if (key === undefined || !found) return fail("NOT_FOUND");
      await sendFile(ctx, storage, {
        ...{ key, size: found.size, type: "image/webp" },
        etag: `${upload.copy ?? objectId}-${given}`,
        cacheControl: "private, no-store",
      });
    },

    async update({ params: { id }, viewer, body: { parts }, transaction }) {
      const access = await accessOwnContent(id, viewer);
      const all = await readAll(access, true);
      const stray = parts.findIndex(({ fileIndex }) => !all.some(({ file }) => file.fileIndex === fileIndex));
      if (stray >= 0)
        throw new AppError("VALIDATION", {
          message: "미리 읽을 수 없는 파일입니다.",
          fields: { [`parts[${stray}].fileIndex`]: "미리 읽을 수 없는 파일입니다." },
        });
      const chosen: Placed[] = [];
      for (const { file, trial } of all) {
        const place = parts.findIndex(({ fileIndex }) => fileIndex === file.fileIndex);
        const share = judgeShare(trial, parts[place], {
          price: access.price,
          at: `parts[${place}].`,
        });
        chosen.push({ file, trial: await files.open(trial, file.url, share) });
      }
      await transaction(async (trx) => {
        const { price, fileUrls } = await lockOwnContent(trx, viewer, id);
        // Edited meanwhile: other bounds or other files.
        if (price !== access.price || String(fileUrls) !== String(access.fileUrls))
          throw new AppError("EDIT_CONFLICT");
        await replaceTrials(
          trx,
          id,
          chosen.map(({ trial }) => trial),
        );
      });
      return {
        parts: chosen.flatMap(({ file, trial }) => partsOf(id, file, trial)),
        files: extentsOf(chosen),
      };
    },

    async choices({ params: { id }, viewer }) {
      const access = await accessOwnContent(id, viewer);
      const all = await readAll(access, true);
      return {
        files: all.map(({ file: { fileIndex }, trial }) => ({
          fileIndex,
          fileName: access.fileNames[fileIndex] ?? "",
          unit: trial.unit,
          total: trial.total,
          pages: trial.pages,
          characters: trial.characters,
          min: minShare(trial, access.price),
          tables: trial.tables,
        })),
      };
    },

    async page({ ctx, params: { contentId, fileIndex, page: given }, query: { v }, viewer, fail }) {
      const access = await accessContent(deps, contentId, viewer);
      const file = filesOf(access.fileUrls).find(({ fileIndex: index }) => String(index) === fileIndex);
      if (!file || !isPageNumber(given)) return fail("NOT_FOUND");
      const page = Number(given);
      const [trial] = await files.find({ id: contentId, price: access.price }, [file]);
      if (trial?.unit !== "page") return fail("NOT_FOUND");
      const isOpen = trial.pages.includes(page);
      const portion = trialPortion(trial.total);
      // The seller sees closed pages too, to choose among them.
      const isPictured = page <= Math.min(trial.total, maxPicturedPages);
      const look = isOpen
        ? { portion }
        : access.isOwner && viewer && isPictured
          ? { chooserId: viewer.id }
          : undefined;
      if (!look) return fail("NOT_FOUND");
      const key = await files.draw(file, page, look);
      const found = key === undefined ? undefined : await storage.stat(key);
      if (key === undefined || !found) return fail("NOT_FOUND");
      const version = pageVersion(file.objectId, page, portion);
      await sendFile(ctx, storage, {
        key,
        size: found.size,
        type: "image/webp",
        etag: isOpen ? version : `${version}-own`,
        // A content that is off the market has no page for a cache to keep.
        cacheControl:
          !isOpen || !access.isPublic
            ? "private, no-store"
            : v === version
              ? "public, max-age=31536000, immutable"
              : "public, no-cache",
      });
    },
  };
};
