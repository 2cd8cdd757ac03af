/** A library can not be loaded, which is no fault of a file. */
export class LibraryUnavailable extends Error {}

/** Imports a library; fails with LibraryUnavailable. */
export const loadLibrary = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (cause) {
    throw new LibraryUnavailable("a library can not be loaded", { cause });
  }
};
