import { LibraryUnavailable } from "./loadLibrary.ts";

const missingMemory = /allocation failed|(?:allocate|out of) memory/i;

/**
 * Tells whether work on a file failed for want of something that may be there the next time: memory, disk, a library.
 */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof LibraryUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as NodeJS.ErrnoException; // Other errors lack it.
  if (code === "Z_MEM_ERROR" || code === "ERR_MEMORY_ALLOCATION_FAILED") return true;
  // Failures of the disk have a number, and so has what zlib says of bytes.
  return missingMemory.test(error.message) || ("errno" in error && !code.startsWith("Z_"));
};

/** Runs a parser on strangers' bytes; its failure is the file's fault and gives `damaged`, unless it is transient. */
export const orDamaged = async <T, D>(parse: () => Promise<T>, damaged: D): Promise<T | D> => {
  try {
    return await parse();
  } catch (error) {
    if (isTransient(error)) throw error;
    return damaged;
  }
};
