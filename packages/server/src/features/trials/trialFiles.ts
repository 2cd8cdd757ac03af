import { AppError, cutText, proposeTrial, type TrialFile, type TrialShare } from "@knowhow/shared";
import { createHash } from "node:crypto";
import pLimit from "p-limit";
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

type Parts = Pick<Deps, "pool" | "knex" | "storage" | "log">;

/** Raised whenever pages come out differently, so that addresses and stored pictures start afresh. */
const recipe = 1;
const retryAfter = 5;
/** Includes the wait for a turn, and the fetching of the file. */
const patienceMs = 60_000;

/** The longer side of a page among which its seller chooses, in pixels. */
const choiceSide = 400;
/** One at a time, so that readers who paid, and administrators, get the other turn. */
const inTurn = pLimit(1);
const maxWaiting = 50;

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

/** How long a file that was too much to read or draw is not tried again: the next try would end as late. */
const restMs = 10 * 60_000;

/**
 * Sorts a failed reading: `lasting`, or `costly` where a less busy machine may manage; throws one that is over the next
 * time.
 */
const sortFailure = (error: unknown): "lasting" | "costly" => {
  if (error instanceof NoText) return "lasting";
  const reason = error instanceof ExtractionFailed ? error.reason : undefined;
  if (reason === "damaged" || reason === "tooLarge") return "lasting";
  if (reason === "tooLong" || reason === "tooMuchMemory") return "costly";
  const isBusy = reason === "busy" || error instanceof DOMException;
  throw isBusy ? new AppError("UNAVAILABLE", { retryAfter }) : error;
};

const wholeText = ({ pages }: ExtractedText): string => pages.map(({ text }) => text).join("\n\n");

/** The proposed share of a file; of slides as many as have words. */
const proposeShare = ({ unit, total }: TrialFile, text: ExtractedText | undefined): TrialShare => {
  const proposed = proposeTrial({ unit, total });
  return text && unit === "slide"
    ? { ...proposed, pages: text.pages.slice(0, proposed.pages.length).map(({ page }) => page) }
    : proposed;
};

/** The open texts of slides; of fewer than three, of the first a third of all there is. */
const slideTexts = ({ pages }: ExtractedText, share: TrialShare, total: number): TrialText[] => {
  const open = pages.filter(({ page }) => share.pages.includes(page));
  if (total >= 3) return open;
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0);
  return open.slice(0, 1).map(({ page, text }) => ({ page, text: cutText(text, Math.ceil(characters / 3)) }));
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
  /** Key of a drawn page; undefined of one that can not be drawn. An unmarked one, small, is for its seller. */
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

  /** Files and pages that were too much, each with the time until which it rests. */
  const resting = new Map<string, number>();
  const isResting = (key: string): boolean => {
    const until = resting.get(key);
    if (until === undefined || until > performance.now()) return until !== undefined;
    return !resting.delete(key);
  };
  const rest = (key: string): void => {
    resting.set(key, performance.now() + restMs);
  };

  const takeTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (inTurn.pendingCount >= maxWaiting) throw new AppError("UNAVAILABLE", { retryAfter });
    return inTurn(work);
  };

  /** Reads how much there is of a file, with its text where words are shown. */
  const look = async (url: string): Promise<{ file: TrialFile; text?: ExtractedText }> => {
    const stored = await findStoredFile(deps, url);
    // Its bytes may be there again.
    if (!stored) rest(url);
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
        : { file: { unit: "text", total: wholeText(text).length }, text };
    } catch (error) {
      if (sortFailure(error) === "costly") rest(url);
      return { file: nothing };
    }
  };

  const textsOf = (
    { unit, total }: TrialFile,
    share: TrialShare,
    text: ExtractedText | undefined,
  ): TrialText[] => {
    if (!text) return [];
    if (unit === "slide") return slideTexts(text, share, total);
    const beginning = cutText(wholeText(text), share.characters);
    return beginning === "" ? [] : [{ page: null, text: beginning }];
  };

  const propose = (contentId: string, { objectId, url }: PlacedFile): Promise<Trial> =>
    once(`propose ${contentId} ${objectId}`, async () => {
      const { file, text } = isResting(url)
        ? { file: nothing, text: undefined }
        : await takeTurn(() => look(url));
      const share = proposeShare(file, text);
      const trial = { objectId, ...file, ...share, isChosen: false, texts: textsOf(file, share, text) };
      if (isResting(url)) return trial;
      await keepProposed(deps, contentId, trial);
      return (await findTrials(deps, contentId, [objectId])).get(objectId) ?? trial;
    });

  const drawOnce = (
    key: string,
    { url }: PlacedFile,
    page: number,
    style: { trial: { portion: number } } | { side: number },
  ) =>
    once(key, async () => {
      if (await storage.stat(key)) return key;
      if (isResting(key)) return undefined;
      const stored = await findStoredFile(deps, url);
      if (stored?.extension !== "pdf") return undefined;
      const signal = AbortSignal.timeout(patienceMs);
      try {
        const { picture } = await takeTurn(() => drawPdfPage(stored.source, page, { signal, ...style }));
        if (!picture) return undefined;
        await storage.write(key, Buffer.from(picture));
        return key;
      } catch (error) {
        sortFailure(error);
        rest(key);
        log.warn({ err: error, key }, "a page of a trial could not be drawn");
        return undefined;
      }
    });

  return {
    async find(contentId, files) {
      if (files.length === 0) return [];
      const ids = files.map(({ objectId }) => objectId);
      const known = await findTrials(deps, contentId, ids);
      return Promise.all(
        files.map(async (file) => known.get(file.objectId) ?? (await propose(contentId, file))),
      );
    },

    async open(trial, url, wanted) {
      const isSame =
        JSON.stringify([wanted.pages, wanted.characters]) === JSON.stringify([trial.pages, trial.characters]);
      if (isSame || trial.unit === "page" || trial.unit === "none") return { ...trial, ...wanted };
      const { file, text } = await takeTurn(() => look(url));
      if (!text) throw new AppError("UNAVAILABLE", { retryAfter });
      const share = wanted.isChosen ? wanted : { ...proposeShare(file, text), isChosen: false };
      const wordless = share.pages.filter((page) => !text.pages.some((slide) => slide.page === page));
      if (wordless.length > 0) {
        const message = `글이 없는 슬라이드는 고를 수 없습니다: ${wordless.join(", ")}쪽`;
        throw new AppError("VALIDATION", { message, fields: { parts: message } });
      }
      return { ...trial, ...share, texts: textsOf(file, share, text) };
    },

    draw(file, page, { portion, isMarked }) {
      const name = isMarked ? `trial-${Math.round(portion * 100)}` : "page";
      const key = `derived/${file.objectId}/${name}-${recipe}-${page}.webp`;
      return drawOnce(key, file, page, isMarked ? { trial: { portion } } : { side: choiceSide });
    },
  };
};
