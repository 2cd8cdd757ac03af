import { AppError } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { stripImage } from "../../storage/images.ts";

interface Copy {
  key: string;
  size: number;
}

/** Objects whose images carry nothing private, so that they are checked once. */
const plain = new Set<string>();
const maxPlain = 10_000;

const remember = (id: string): void => {
  if (plain.size >= maxPlain) plain.clear();
  plain.add(id);
};

const retryAfter = 5;

/** An overload or a failed storage may pass; damaged bytes never will. */
const failureOf = (error: unknown): AppError => {
  // A decoder that ran out of time fails with a timeout, or through the writer that cannot go on.
  const late = /timeout|unable to write to target/i;
  const mayPass = error instanceof Error && ("code" in error || late.test(error.message));
  return mayPass ? new AppError("UNAVAILABLE", { retryAfter }) : new AppError("NOT_FOUND");
};

const cleaning = new Map<string, Promise<Copy>>();

const clean = async (
  { storage, log }: Pick<Deps, "storage" | "log">,
  id: string,
  key: string,
  original: Copy,
): Promise<Copy> => {
  try {
    const bytes = await stripImage(storage, original.key);
    if (!bytes) {
      remember(id);
      return original;
    }
    await storage.write(key, bytes);
    return { key, size: bytes.length };
  } catch (error) {
    log.warn({ err: error, objectId: id }, "an image could not be cleaned");
    // Never the original instead: it may tell where its owner lives.
    throw failureOf(error);
  }
};

/**
 * The original of an object when its image carries nothing about place and camera, else a copy without that, made once
 * for all simultaneous requests; UNAVAILABLE or NOT_FOUND when none can be made.
 */
export const cleanCopy = async (
  deps: Pick<Deps, "storage" | "log">,
  id: string,
  extension: string,
  original: Copy,
): Promise<Copy> => {
  if (plain.has(id)) return original;
  const key = `derived/${id}/clean.${extension}`;
  const known = await deps.storage.stat(key);
  if (known) return { key, size: known.size };
  const work = cleaning.get(id) ?? clean(deps, id, key, original).finally(() => cleaning.delete(id));
  cleaning.set(id, work);
  return work;
};
