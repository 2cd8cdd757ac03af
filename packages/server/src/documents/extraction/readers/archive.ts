import type { Readable } from "node:stream";
import { fromFdPromise, type Entry, type ZipFile } from "yauzl";
import { ExtractionFailed, NoText } from "../failures.ts";
import { archiveLimits } from "../limits.ts";
import type { OpenFile } from "../openFile.ts";
import { isCompound, openDocument } from "./compound.ts";

/** A zip archive whose entries are read one after the other, in constant memory. */
export interface Archive {
  names: string[];
  /** The text of an entry piece by piece; nothing when there is no such entry. */
  text(name: string): AsyncGenerator<string>;
}

/** Office locks a document by putting it into a compound file, encrypted. */
const refuseLocked = (file: OpenFile): void => {
  if (!isCompound(file)) return;
  if (openDocument(file).all.has("EncryptedPackage")) throw new NoText("encrypted");
  throw new ExtractionFailed("damaged", "no archive");
};

/** Refuses entries that swell as no document does; what an entry says of its size is held to when it is unpacked. */
const refuseBomb = ({ uncompressedSize, compressedSize }: Entry): void => {
  const swells = uncompressedSize > compressedSize * archiveLimits.ratio;
  if (swells && uncompressedSize > archiveLimits.ratioFrom) throw new ExtractionFailed("tooLarge", "packed");
};

const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > archiveLimits.entries) throw new ExtractionFailed("tooLarge", "entries");
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry())
    if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  return entries;
};

type Decoder = InstanceType<typeof TextDecoder>;

const decoderOf = (start: Buffer): Decoder => {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder("utf-16le");
  return new TextDecoder(start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : "utf-8");
};

async function* decoded(stream: Readable, spend: (bytes: number) => void): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  for await (const chunk of stream) {
    const bytes = chunk as Buffer; // Unpacked entries give buffers.
    spend(bytes.length);
    decoder ??= decoderOf(bytes);
    yield decoder.decode(bytes, { stream: true });
  }
}

/** Opens an archive; fails with NoText when it is encrypted, with ExtractionFailed when it is none. */
export const openArchive = async (file: OpenFile): Promise<Archive> => {
  refuseLocked(file);
  const zip = await fromFdPromise(file.descriptor, { autoClose: false, lazyEntries: true });
  const entries = await entriesOf(zip);
  let left: number = archiveLimits.bytes;
  const spend = (bytes: number) => {
    left -= bytes;
    if (left < 0) throw new ExtractionFailed("tooLarge", "unpacked");
  };
  return {
    names: [...entries.keys()],
    async *text(name) {
      const entry = entries.get(name);
      if (!entry) return;
      if (entry.isEncrypted()) throw new NoText("encrypted");
      refuseBomb(entry);
      yield* decoded(await zip.openReadStreamPromise(entry), spend);
    },
  };
};
