import type { Deps } from "../deps.ts";
import { stripImage } from "./images.ts";
import { keyOf } from "./StoredObject.ts";

/** Objects found to tell nothing, so that they are looked at once. */
const plain = new Set<string>();
const maxPlain = 10_000;

const remember = (id: string): void => {
  if (plain.size >= maxPlain) plain.clear();
  plain.add(id);
};

/** The object itself when its image carries nothing about the place and camera, else a copy without that. */
export const cleanCopy = async (
  { storage, log }: Pick<Deps, "storage" | "log">,
  id: string,
  extension: string,
  size: number,
): Promise<{ key: string; size: number }> => {
  if (plain.has(id)) return { key: keyOf(id), size };
  const key = `derived/${id}/clean.${extension}`;
  const known = await storage.stat(key);
  if (known) return { key, ...known };
  try {
    const bytes = await stripImage(storage, keyOf(id));
    if (!bytes) {
      remember(id);
      return { key: keyOf(id), size };
    }
    await storage.write(key, bytes);
    return { key, size: bytes.length };
  } catch (error) {
    log.warn({ err: error, objectId: id }, "an image could not be cleaned");
    return { key: keyOf(id), size };
  }
};
