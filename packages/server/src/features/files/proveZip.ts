import { AppError } from "@knowhow/shared";
import pLimit from "p-limit";
import { ExtractionFailed } from "../../extraction/failures.ts";
import { runProof } from "../../extraction/runProgram.ts";
import type { LocalBytes } from "../../storage/localBytes.ts";
import type { ZipArchive } from "./zipArchive.ts";

/** Archives that say they unpack to no more than this are unpacked here; of others a program of its own is worth it. */
const smallBytes = 32 * 1024 * 1024;
/** Unpacking fills a processor. */
const atOnce = pLimit(2);
/** Time and memory of the program: two gigabytes take ten seconds where nobody else works. */
const limits = { milliseconds: 60_000, memory: 256 * 1024 * 1024 } as const;
const retryAfter = 10;

/**
 * Tells whether all entries of an archive hold what they say: everything is unpacked, however large, and nothing kept.
 * UNAVAILABLE when it takes too long.
 */
export const proveZip = (
  { descriptor, size }: Pick<LocalBytes, "descriptor" | "size">,
  zip: ZipArchive,
  { milliseconds }: { milliseconds: number } = limits,
): Promise<boolean> =>
  atOnce(async () => {
    const claimed = zip.entries.reduce((sum, entry) => sum + entry.size, 0);
    if (claimed <= smallBytes) return zip.isHonest();
    try {
      return await runProof(descriptor, { ...limits, milliseconds, proves: true, size });
    } catch (error) {
      throw error instanceof ExtractionFailed ? new AppError("UNAVAILABLE", { retryAfter }) : error;
    }
  });
