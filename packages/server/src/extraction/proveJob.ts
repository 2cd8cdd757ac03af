import { openZip } from "../features/files/zipArchive.ts";
import { Readable } from "node:stream";
import type { Outcome } from "./job.ts";
import { openFile } from "./openFile.ts";

/** Unpacks all of an open archive and tells whether each entry holds what it says. */
export const proveJob = async (descriptor: number, size: number): Promise<Outcome> => {
  const file = openFile(descriptor, size);
  const read = (start: number, length: number) => Promise.resolve(file.read(start, length));
  const zip = await openZip({
    size,
    read,
    stream: async (length) => Readable.from([await read(0, length)]),
  });
  return { isHonest: zip ? await zip.isHonest() : false };
};
