import { readServerAddress } from "@knowhow/shared/ipc.ts";
import { readFile } from "node:fs/promises";
import writeFileAtomic from "write-file-atomic";
import { array, object, string, type InferType } from "yup";

const schema = object({
  current: string().nullable().defined(),
  known: array(string().required()).required(),
});
type StoredSettings = InferType<typeof schema>;

/** So many servers are remembered. */
const maxKnown = 8;

const readStored = async (file: string): Promise<StoredSettings> => {
  try {
    const kept = await schema.validate(JSON.parse(await readFile(file, "utf8")));
    // The file may have been edited: only addresses that could have been chosen count.
    const known = kept.known.filter((address) => readServerAddress(address) === address);
    return { known, current: known.find((address) => address === kept.current) ?? null };
  } catch {
    // The first start, or a broken file: the person chooses again.
    return { current: null, known: [] };
  }
};

/** The servers that were used, kept in a file of their own; one that the start names is the one in use. */
export const openServers = async (file: string, named?: string) => {
  let kept = await readStored(file);
  const keep = async (next: StoredSettings): Promise<StoredSettings> => {
    kept = next;
    await writeFileAtomic(file, JSON.stringify(next, undefined, 2));
    return next;
  };
  const choose = async (typed: string): Promise<StoredSettings> => {
    const address = readServerAddress(typed);
    if (address === undefined) throw new Error("The address of a server begins with https://");
    const known = [address, ...kept.known.filter((other) => other !== address)].slice(0, maxKnown);
    return keep({ current: address, known });
  };
  if (named !== undefined && readServerAddress(named) !== kept.current) await choose(named);
  return {
    read: (): StoredSettings => kept,
    choose,
    /** Forgets one that is not in use. */
    forget: async (address: string): Promise<StoredSettings> =>
      address === kept.current
        ? kept
        : keep({ ...kept, known: kept.known.filter((other) => other !== address) }),
  };
};
