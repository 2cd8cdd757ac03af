/** Hashing more bytes than this would block the page. */
const largestHashed = 20 * 1024 * 1024;

const hashOf = async (file: File): Promise<string | undefined> => {
  // Missing where the page is not a secure context.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle || file.size > largestHashed) return undefined;
  try {
    const digest = await subtle.digest("SHA-256", new Uint8Array(await file.arrayBuffer()));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    // A file that can not be read any more fails at its upload.
    return undefined;
  }
};

const isSame = async (a: File, b: File): Promise<boolean> => {
  if (a.size !== b.size) return false;
  if (a.name === b.name && a.lastModified === b.lastModified) return true;
  const [first, second] = await Promise.all([hashOf(a), hashOf(b)]);
  return first !== undefined && first === second;
};

/** A file that is already on the list; its bytes only when it was chosen on this page. */
export interface KnownFile {
  name: string;
  size: number | undefined;
  lastModified: number | undefined;
  file: File | undefined;
}

/** Tells whether a file is already on a list: by name, size and time, or by its bytes. */
export const isDuplicate = async (file: File, list: readonly KnownFile[]): Promise<boolean> => {
  for (const known of list) {
    const looksSame =
      known.name === file.name && known.size === file.size && known.lastModified === file.lastModified;
    if (looksSame || (known.file && (await isSame(known.file, file)))) return true;
  }
  return false;
};
