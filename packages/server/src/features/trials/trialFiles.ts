import { AppError, cutText, hasPages, proposeTrial, type TrialFile, type TrialShare } from "@knowhow/shared";
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
import { createGate } from "../../http/gate.ts";
import { idOf } from "../../storage/StoredObject.ts";
import { findStoredFile } from "../../storage/storedFile.ts";
import {
  findTrials,
  findUploadShare,
  keepFirst,
  keepTexts,
  keepUploadShare,
  type ReadFile,
  type Trial,
  type TrialText,
  type UploadShare,
} from "./queries.ts";
import { isAllowed } from "./rules.ts";
import { cutRows, cutTables } from "./tables.ts";
import type { OwnUpload } from "./uploads.ts";

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
/** Sellers who choose leave the turns to readers: each has one at a time, and few have one at once. */
const choosing = createGate({
  ...{ atOnce: 4, perPerson: 1 },
  ...{ waiting: 60, waitingPerPerson: 8, waitMs: patienceMs },
});

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

/** Names the open part of a trial that is not kept: no order has it. */
const noPart = "-";

const nothing: ReadFile = { unit: "none", total: 0, tables: [] };

type StoredFile = Pick<OwnUpload, "extension" | "source">;

interface Look {
  file: ReadFile;
  /** Its pages are those of the trial. */
  text?: ExtractedText;
}

/** Name of the copy that an object in use has; undefined of one that is not in use. */
const copyOf = async ({ pool }: Pick<Deps, "pool">, objectId: string): Promise<string | null | undefined> => {
  const { rows } = await pool.query<{ copy: string | null }>(
    "select copy from objects where id = $1 and attached_at is not null",
    [objectId],
  );
  return rows[0]?.copy;
};

/** How long a file that was too much to read or draw is not tried again: the next try would end as late. */
const restMs = 10 * 60_000;

/** How reading or drawing failed: for good, or so that a less busy machine may manage. */
type Failure = "lasting" | "costly";

/** Sorts a failed reading; throws one that is over the next time. */
const sortFailure = (error: unknown): Failure => {
  if (error instanceof NoText) return "lasting";
  const reason = error instanceof ExtractionFailed ? error.reason : undefined;
  if (reason === "damaged" || reason === "tooLarge") return "lasting";
  if (reason === "tooLong" || reason === "tooMuchMemory" || reason === "interrupted") return "costly";
  const isBusy = reason === "busy" || error instanceof DOMException;
  throw isBusy ? new AppError("UNAVAILABLE", { retryAfter }) : error;
};

const wholeText = ({ pages }: ExtractedText): string => pages.map(({ text }) => text).join("\n\n");

/** Whether the texts of a trial's open pages are not read yet; a part of a page has none. */
export const isUnread = ({ unit, total, pages, texts }: Trial): boolean =>
  unit === "page" && total >= 3 && pages.length > 0 && texts.length === 0;

/** The proposed share of a file; of slides as many as have words. */
const proposeShare = ({ unit, total }: TrialFile, text: ExtractedText | undefined): TrialShare => {
  const proposed = proposeTrial({ unit, total });
  return text && unit === "slide"
    ? { ...proposed, pages: text.pages.slice(0, proposed.pages.length).map(({ page }) => page) }
    : proposed;
};

type OpenShare = TrialShare & { isChosen: boolean };

/** The open texts of slides or sheets; of fewer than three pages, of the first a third of all there is. */
const pageTexts = (
  { pages }: ExtractedText,
  { total, unit }: TrialFile,
  { pages: wanted, isChosen }: OpenShare,
): TrialText[] => {
  const open = pages.filter(({ page }) => wanted.includes(page));
  // Sheets differ in length: a first one can be nearly all there is.
  if (total >= 3 && (unit === "slide" || isChosen)) return open;
  const cut = unit === "sheet" ? cutRows : cutText;
  let left = Math.ceil(pages.reduce((sum, { text }) => sum + text.length, 0) / 3);
  return (total < 3 ? open.slice(0, 1) : open).flatMap(({ page, text }) => {
    if (left <= 0) return [];
    const shown = cut(text, left);
    left -= text.length;
    return [{ page, text: shown }];
  });
};

/** Names what a page's address shows. */
export const pageVersion = (objectId: string, page: number, portion: number): string =>
  createHash("sha256").update(`${recipe}:${objectId}:${page}:${portion}`).digest("base64url").slice(0, 12);

/** The content of a trial. */
interface Priced {
  id: string;
  price: number;
}

/** Reads files for their trials, and draws their pages. */
export interface TrialFiles {
  /**
   * The trials of these files: those that are kept, and those chosen before the content had its file, or proposed ones,
   * which are kept from now on. The beginnings of tables, which take long to read, come where they are asked for.
   */
  find(content: Priced, files: readonly PlacedFile[], hasTables?: boolean): Promise<Trial[]>;
  /** The same trial with the texts of its open pages; a part of a page has none. */
  withTexts(contentId: string, trial: Trial, url: string): Promise<Trial>;
  /** How much there is of an upload, and how much of it its owner opens. */
  findUpload(upload: OwnUpload): Promise<UploadShare>;
  /** The same file with another share of it open. */
  open(trial: Trial, url: string, share: OpenShare): Promise<Trial>;
  /** Key of a drawn page; undefined of one that can not be drawn. A seller who chooses gets it small and unmarked. */
  draw(
    file: PlacedFile,
    page: number,
    look: { portion: number } | { chooserId: string },
  ): Promise<string | undefined>;
  /** Key of a small page of an upload; undefined of one that can not be drawn. */
  drawUpload(upload: OwnUpload, page: number): Promise<string | undefined>;
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
  const resting = new Map<string, { until: number; failure: Failure }>();
  const findRest = (key: string) => {
    const known = resting.get(key);
    if (known && known.until <= performance.now()) resting.delete(key);
    return resting.get(key);
  };
  const isResting = (key: string): boolean => findRest(key) !== undefined;
  const rest = (key: string, failure: Failure = "costly"): void => {
    resting.set(key, { until: performance.now() + restMs, failure });
  };

  const takeTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (inTurn.pendingCount >= maxWaiting) throw new AppError("UNAVAILABLE", { retryAfter });
    return inTurn(work);
  };
  /** Takes turns for the person who chooses. */
  const turnsOf =
    (personId: string) =>
    <T>(work: () => Promise<T>): Promise<T> =>
      choosing.pass(personId, () => takeTurn(work));

  /** Reads how much there is of a file, with its text where words are shown; `key` rests where that was too much. */
  const read = async (key: string, { extension, source }: StoredFile): Promise<Look> => {
    if (!isTextExtension(extension)) return { file: nothing };
    const signal = AbortSignal.timeout(patienceMs);
    try {
      if (extension === "pdf") {
        const { count } = await drawPdfPage(source, null, { signal });
        return { file: { unit: "page", total: count, tables: [] } };
      }
      const text = await extractText(source, extension, { signal });
      if (text.unit === "sheet") {
        const { pages, tables } = cutTables(text.pages);
        // Sheets without rows have a name alone.
        if (pages.length === 0) return { file: nothing };
        return { file: { unit: "sheet", total: pages.length, tables }, text: { ...text, pages } };
      }
      const slides = text.pages.at(-1)?.page ?? 0;
      return text.unit === "slide"
        ? { file: { unit: "slide", total: slides, tables: [] }, text }
        : { file: { unit: "text", total: wholeText(text).length, tables: [] }, text };
    } catch (error) {
      if (sortFailure(error) === "costly") rest(key);
      return { file: nothing };
    }
  };
  const look = async (url: string): Promise<Look> => {
    const stored = await findStoredFile(deps, url);
    if (stored) return read(url, stored);
    // Missing bytes may be there again after a rest.
    rest(url);
    return { file: nothing };
  };

  const textsOf = (file: TrialFile, share: OpenShare, text: ExtractedText | undefined): TrialText[] => {
    if (!text) return [];
    if (hasPages(file)) return pageTexts(text, file, share);
    const beginning = cutText(wholeText(text), share.characters);
    return beginning === "" ? [] : [{ page: null, text: beginning }];
  };

  /** What the seller chose before the content had the file, where that holds for its bytes and price. */
  const findChosen = async (objectId: string, { file, text }: Look, price: number) => {
    const copy = await copyOf(deps, objectId);
    const share = copy === undefined ? undefined : await findUploadShare(deps, objectId, copy);
    if (!share?.isChosen || share.unit !== file.unit || !isAllowed(file, share, price)) return undefined;
    if (text && share.pages.some((page) => !text.pages.some((slide) => slide.page === page)))
      return undefined;
    return { pages: share.pages, characters: share.characters, isChosen: true };
  };

  const propose = (content: Priced, { objectId, url }: PlacedFile): Promise<Trial> =>
    once(`propose ${content.id} ${content.price} ${objectId}`, async () => {
      const found: Look = isResting(url) ? { file: nothing } : await takeTurn(() => look(url));
      const { file, text } = found;
      const share = (await findChosen(objectId, found, content.price)) ?? {
        ...proposeShare(file, text),
        isChosen: false,
      };
      const trial = { objectId, ...file, ...share, texts: textsOf(file, share, text), part: noPart };
      if (isResting(url)) return trial;
      await keepFirst(deps, content, trial);
      return (await findTrials(deps, content.id, [objectId], true)).get(objectId) ?? trial;
    });

  const drawOnce = (
    key: string,
    findFile: () => Promise<StoredFile | undefined>,
    page: number,
    style: { trial: { portion: number } } | { side: number },
    take = takeTurn,
  ) =>
    once(key, async () => {
      if (await storage.stat(key)) return key;
      const known = findRest(key);
      // The page is there, unlike one that can not be drawn.
      if (known?.failure === "costly")
        throw new AppError("UNAVAILABLE", { retryAfter: (known.until - performance.now()) / 1_000 });
      if (known) return undefined;
      const stored = await findFile();
      if (stored?.extension !== "pdf") return undefined;
      const signal = AbortSignal.timeout(patienceMs);
      try {
        const { picture } = await take(() => drawPdfPage(stored.source, page, { signal, ...style }));
        if (!picture) return undefined;
        await storage.write(key, Buffer.from(picture));
        return key;
      } catch (error) {
        const failure = sortFailure(error);
        rest(key, failure);
        log.warn({ err: error, key }, "a page of a trial could not be drawn");
        if (failure === "costly") throw new AppError("UNAVAILABLE", { retryAfter: restMs / 1_000 });
        return undefined;
      }
    });

  return {
    async find(content, files, hasTables = false) {
      if (files.length === 0) return [];
      const ids = files.map(({ objectId }) => objectId);
      const known = await findTrials(deps, content.id, ids, hasTables);
      return Promise.all(
        files.map(async (file) => known.get(file.objectId) ?? (await propose(content, file))),
      );
    },

    async withTexts(contentId, trial, url) {
      const { objectId, pages } = trial;
      if (!isUnread(trial)) return trial;
      return once(`texts ${contentId} ${objectId} ${String(pages)}`, async () => {
        const key = `texts ${url}`;
        if (isResting(key)) return trial;
        const stored = await findStoredFile(deps, url);
        if (stored?.extension !== "pdf") return trial;
        // A scan has none, which is kept too.
        let found: ExtractedText["pages"] = [];
        try {
          const signal = AbortSignal.timeout(patienceMs);
          ({ pages: found } = await takeTurn(() => extractText(stored.source, "pdf", { signal })));
        } catch (error) {
          if (sortFailure(error) === "costly") {
            rest(key);
            return trial;
          }
        }
        const textOn = (page: number) => found.find((one) => one.page === page)?.text ?? "";
        const filled = { ...trial, texts: pages.map((page) => ({ page, text: textOn(page) })) };
        await keepTexts(deps, contentId, filled);
        return filled;
      });
    },

    findUpload(upload) {
      const { objectId, copy } = upload;
      return once(`upload ${objectId} ${copy}`, async () => {
        const known = await findUploadShare(deps, objectId, copy);
        if (known) return known;
        const key = `upload ${objectId}`;
        const { file, text } = isResting(key)
          ? { file: nothing, text: undefined }
          : await turnsOf(upload.ownerId)(() => read(key, upload));
        const share = { ...file, ...proposeShare(file, text), isChosen: false };
        if (!isResting(key)) await keepUploadShare(deps, objectId, copy, share);
        return share;
      });
    },

    drawUpload(upload, page) {
      const key = `derived/${upload.objectId}/page-${recipe}-${upload.copy ?? "first"}-${page}.webp`;
      return drawOnce(key, async () => upload, page, { side: choiceSide }, turnsOf(upload.ownerId));
    },

    async open(trial, url, wanted) {
      // Of a workbook a chosen page is open as a whole, a proposed one up to a third of all.
      const isSame =
        wanted.isChosen === trial.isChosen &&
        JSON.stringify([wanted.pages, wanted.characters]) === JSON.stringify([trial.pages, trial.characters]);
      if (isSame || trial.unit === "none") return { ...trial, ...wanted };
      // Texts of other pages are read when they are searched.
      if (trial.unit === "page") return { ...trial, ...wanted, texts: [] };
      const { file, text } = await takeTurn(() => look(url));
      if (!text) throw new AppError("UNAVAILABLE", { retryAfter });
      const share = wanted.isChosen ? wanted : { ...proposeShare(file, text), isChosen: false };
      // Characters of a workbook were chosen before its rows could be: such a choice ends with the proposal.
      const known = wanted.isChosen ? trial : file;
      const wordless = share.pages.filter((page) => !text.pages.some((slide) => slide.page === page));
      if (wordless.length > 0) {
        const message = `글이 없는 슬라이드는 고를 수 없습니다: ${wordless.join(", ")}쪽`;
        throw new AppError("VALIDATION", { message, fields: { parts: message } });
      }
      return { ...trial, ...known, ...share, texts: textsOf(known, share, text) };
    },

    draw(file, page, look) {
      const findFile = () => findStoredFile(deps, file.url);
      const keyOf = (name: string) => `derived/${file.objectId}/${name}-${recipe}-${page}.webp`;
      if ("chooserId" in look)
        return drawOnce(keyOf("page"), findFile, page, { side: choiceSide }, turnsOf(look.chooserId));
      const { portion } = look;
      return drawOnce(keyOf(`trial-${Math.round(portion * 100)}`), findFile, page, { trial: { portion } });
    },
  };
};
