import { AppError, proposeTrial, trialPortion, type TrialShare } from "@knowhow/shared";
import { createHash } from "node:crypto";
import type { Deps } from "../../deps.ts";
import {
  drawPdfPage,
  ExtractionFailed,
  extractText,
  isTextExtension,
  NoText,
  type ExtractedText,
} from "../../documents/extraction/extract.ts";
import { idOf } from "../../storage/StoredObject.ts";
import { findStoredFile } from "../../storage/storedFile.ts";
import { findTrials, keepProposed, type Trial, type TrialText } from "./queries.ts";
import { beginningOf, type TrialFile } from "./rules.ts";

type Parts = Pick<Deps, "pool" | "knex" | "storage" | "log">;

/** Raised whenever pages come out differently, so that addresses and stored pictures start afresh. */
const recipe = 1;
const retryAfter = 5;
/** Includes the wait for a turn, and the fetching of the file. */
const patienceMs = 60_000;

/** An uploaded file of a content, at its place in the list. */
export interface PlacedFile {
  fileIndex: number;
  objectId: string;
  url: string;
}

/** The uploaded files of a content; an external link has no trial. */
export const filesOf = (fileUrls: readonly string[]): PlacedFile[] =>
  fileUrls.flatMap((url, fileIndex) => {
    const objectId = idOf(url);
    return objectId === undefined ? [] : [{ fileIndex, objectId, url }];
  });

const nothing: TrialFile = { unit: "none", total: 0 };

/** Tells whether a file can never be read; throws what may be over the next time. */
const isUnreadable = (error: unknown): boolean => {
  if (error instanceof NoText) return true;
  const isLasting =
    error instanceof ExtractionFailed && (error.reason === "damaged" || error.reason === "tooLarge");
  if (isLasting) return true;
  const isOurs = error instanceof ExtractionFailed || error instanceof DOMException;
  throw isOurs ? new AppError("UNAVAILABLE", { retryAfter }) : error;
};

const wholeText = ({ pages }: ExtractedText): string => pages.map(({ text }) => text).join("\n\n");

const lengthOf = (text: string): number => [...text].length;

/** The open texts of slides; of fewer than three, of the first a third of all there is. */
const slideTexts = ({ pages }: ExtractedText, share: TrialShare, total: number): TrialText[] => {
  const open = pages.filter(({ page }) => share.pages.includes(page));
  if (total >= 3) return open;
  const characters = pages.reduce((sum, { text }) => sum + lengthOf(text), 0);
  return open
    .slice(0, 1)
    .map(({ page, text }) => ({ page, text: beginningOf(text, Math.ceil(characters / 3)) }));
};

/** Names what a page's address shows. */
export const pageVersion = (objectId: string, page: number, portion: number): string =>
  createHash("sha256").update(`${recipe}:${objectId}:${page}:${portion}`).digest("base64url").slice(0, 12);

/** Reads files for their trials, and draws their pages. */
export interface TrialFiles {
  /** The trials of these files: those that are kept, and proposed ones, which are kept from now on. */
  find(contentId: string, files: readonly PlacedFile[]): Promise<Trial[]>;
  /** The same file with another share of it open. */
  open(trial: Trial, url: string, share: TrialShare & { isChosen: boolean }): Promise<Trial>;
  /** Key of a drawn page; undefined of one that can not be drawn. An unmarked one is for its seller. */
  draw(
    file: PlacedFile,
    page: number,
    look: { portion: number; isMarked: boolean },
  ): Promise<string | undefined>;
}

/** See TrialFiles. What several ask for at once is read and drawn once. */
export const createTrialFiles = (deps: Parts): TrialFiles => {
  const { storage, log } = deps;
  const underWay = new Map<string, Promise<unknown>>();

  const once = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    // A key always stands for the same kind of work: each caller has a prefix of its own.
    const known = underWay.get(key) as Promise<T> | undefined;
    if (known) return known;
    const started = work().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };

  /** Reads how much there is of a file, with its text where words are shown. */
  const look = async (url: string): Promise<{ file: TrialFile; text?: ExtractedText }> => {
    const stored = await findStoredFile(deps, url);
    if (!stored || !isTextExtension(stored.extension)) return { file: nothing };
    const signal = AbortSignal.timeout(patienceMs);
    try {
      if (stored.extension === "pdf") {
        const { count } = await drawPdfPage(stored.source, null, { signal });
        return { file: { unit: "page", total: count } };
      }
      const text = await extractText(stored.source, stored.extension, { signal });
      const slides = text.pages.at(-1)?.page ?? 0;
      return text.unit === "slide"
        ? { file: { unit: "slide", total: slides }, text }
        : { file: { unit: "text", total: lengthOf(wholeText(text)) }, text };
    } catch (error) {
      if (isUnreadable(error)) return { file: nothing };
      throw error;
    }
  };

  const textsOf = (
    { unit, total }: TrialFile,
    share: TrialShare,
    text: ExtractedText | undefined,
  ): TrialText[] => {
    if (!text) return [];
    if (unit === "slide") return slideTexts(text, share, total);
    const beginning = beginningOf(wholeText(text), share.characters);
    return beginning === "" ? [] : [{ page: null, text: beginning }];
  };

  const propose = (contentId: string, { objectId, url }: PlacedFile): Promise<Trial> =>
    once(`propose ${contentId} ${objectId}`, async () => {
      const { file, text } = await look(url);
      const share = proposeTrial(file.unit, file.total);
      const trial = { objectId, ...file, ...share, isChosen: false, texts: textsOf(file, share, text) };
      await keepProposed(deps, contentId, trial);
      return (await findTrials(deps, contentId)).get(objectId) ?? trial;
    });

  const drawOnce = (key: string, { url }: PlacedFile, page: number, trial?: { portion: number }) =>
    once(key, async () => {
      if (await storage.stat(key)) return key;
      const stored = await findStoredFile(deps, url);
      if (stored?.extension !== "pdf") return undefined;
      const signal = AbortSignal.timeout(patienceMs);
      try {
        const { picture } = await drawPdfPage(stored.source, page, { signal, ...(trial ? { trial } : {}) });
        if (!picture) return undefined;
        await storage.write(key, Buffer.from(picture));
        return key;
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        log.warn({ err: error, key }, "a page of a trial could not be drawn");
        return undefined;
      }
    });

  return {
    async find(contentId, files) {
      if (files.length === 0) return [];
      const known = await findTrials(deps, contentId);
      return Promise.all(
        files.map(async (file) => known.get(file.objectId) ?? (await propose(contentId, file))),
      );
    },

    async open(trial, url, share) {
      const isSame =
        JSON.stringify([share.pages, share.characters]) === JSON.stringify([trial.pages, trial.characters]);
      if (isSame || trial.unit === "page" || trial.unit === "none") return { ...trial, ...share };
      const { file, text } = await look(url);
      return { ...trial, ...share, texts: textsOf(file, share, text) };
    },

    draw(file, page, { portion, isMarked }) {
      const name = isMarked ? `trial-${Math.round(portion * 100)}` : "page";
      const key = `derived/${file.objectId}/${name}-${recipe}-${page}.webp`;
      return drawOnce(key, file, page, isMarked ? { portion } : undefined);
    },
  };
};

/** Which part of an open page is shown: of a file of fewer than three pages, of the first a third of the whole. */
export const portionOf = ({ total }: TrialFile): number => trialPortion(total);
