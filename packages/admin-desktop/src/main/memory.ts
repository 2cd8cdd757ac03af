import { array, number, object, string, type InferType } from "yup";
import { openKeptFile } from "./keptFile.ts";
import type { Seal } from "./sealedFile.ts";

/** Owner of kept words: the same id is another person on another server. */
export interface Owner {
  server: string;
  personId: string;
}

const dayMs = 24 * 60 * 60_000;
/** Older words are not sent any more. */
const maxAgeMs = 30 * dayMs;
/** A failed write is tried again after this. */
const retryMs = 15_000;

const schema = array(
  object({
    server: string().required(),
    personId: string().required(),
    /** Empty where it was forgotten while something older could not be opened. */
    text: string().defined(),
    /** When it was written, in milliseconds. */
    at: number().required(),
  }),
).required();
type WindowMemory = InferType<typeof schema>[number];

const parse = async (text: string): Promise<WindowMemory[]> => {
  try {
    return await schema.validate(JSON.parse(text));
  } catch {
    // A file with other content counts as empty.
    return [];
  }
};

const isOf =
  ({ server, personId }: Owner) =>
  (kept: Owner): boolean =>
    kept.server === server && kept.personId === personId;

/** The latest entry of each person. */
const latestOf = (all: readonly WindowMemory[]): WindowMemory[] =>
  all.filter(
    (kept, at) => !all.some((other, place) => isOf(kept)(other) && (other.at - kept.at || place - at) > 0),
  );

interface Options {
  file: string;
  seal: Seal;
  now: () => number;
}

/**
 * People's unsent words, each person's apart: sealed in one file, or in this process alone where the system protects
 * nothing.
 */
export const openMemory = async ({ file, seal, now }: Options) => {
  const kept = await openKeptFile({ file, seal, now, maxAgeMs });
  const read = (await Promise.all(kept.texts.map(parse))).flat();
  const isFilled = ({ text }: WindowMemory) => kept.hasUnread || text !== "";
  let all = latestOf(read).filter((one) => now() - one.at < maxAgeMs && isFilled(one));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      await kept.write(all.length === 0 ? undefined : JSON.stringify(all));
    } catch (error) {
      clearTimeout(timer);
      timer = setTimeout(() => void keep().catch(() => undefined), retryMs);
      timer.unref();
      throw error;
    }
  };
  return {
    read: (owner: Owner): string => all.find(isOf(owner))?.text ?? "",
    /** Replaces the person's words; an empty text forgets them. Fails when they are not written down yet. */
    write: async (owner: Owner, text: string): Promise<void> => {
      const isOwned = isOf(owner);
      const others = all.filter((one) => !isOwned(one));
      const isForgotten = text === "" && !kept.hasUnread;
      // Nothing there and nothing to keep.
      if (isForgotten && others.length === all.length) return;
      all = isForgotten ? others : [...others, { ...owner, text, at: now() }];
      await keep();
    },
  };
};
export type Memory = Awaited<ReturnType<typeof openMemory>>;
