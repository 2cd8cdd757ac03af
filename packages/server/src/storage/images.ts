import { AppError, previewWidths } from "@knowhow/shared";
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import type { Sharp } from "sharp";
import {
  blurWidth,
  costOf,
  decoder,
  headOf,
  maxMemory,
  reading,
  timeoutSeconds,
} from "../documents/decoding.ts";
import { loadSharp, type SharpLibrary } from "../documents/sharp.ts";
import { bareGif, isBare } from "./imageParts.ts";
import { findKeyInUse } from "./inUse.ts";
import { idOf } from "./StoredObject.ts";
import { MissingObject, type Storage } from "./storage.ts";

/** Raised whenever the pictures come out differently, so that addresses and stored copies start afresh. */
const recipe = 1;
const atOnce = 2;
/** More than this do not wait: later callers are told to come again. */
const maxWaiting = 50;
const retryAfter = 5;
/** Memory in bytes of a picture, decoded as a whole, up to which it waits for no other. */
const smallCost = 16 * 1024 * 1024;
/** Sides of the largest cleaned copy: more than any screen, and little enough to be turned upright in memory. */
const largest = { width: 4_096, height: 4_096 } as const;

/** `full` for viewers with access; else `card` for the first preview and `blurred` for the others. */
export type Variant = "full" | "card" | "blurred";
export type PreviewWidth = (typeof previewWidths)[number];

const turns = pLimit(atOnce);
const largeTurns = pLimit(1);

/** Runs work in turn, few at once: only running work holds its picture in memory. */
const inTurn = async <T>(work: (sharp: SharpLibrary) => Promise<T>): Promise<T> => {
  if (turns.pendingCount >= maxWaiting) throw new AppError("UNAVAILABLE", { retryAfter });
  return turns(async () => work(await loadSharp()));
};

/** Decodes; of those that lie in memory as a whole one after the other. */
const decoding = <T>(cost: number, work: () => Promise<T>): Promise<T> =>
  cost > smallCost ? largeTurns(work) : work();

/** Bytes of a stored image. Its limit is ten megabytes; a store that fails is no fault of the image. */
const bytesOf = async (storage: Storage, key: string): Promise<Buffer> => {
  try {
    return await buffer(await storage.open(key));
  } catch (error) {
    if (error instanceof AppError || error instanceof MissingObject) throw error;
    throw new AppError("UNAVAILABLE", { retryAfter });
  }
};

/** A viewer's variant of an image: full with access, else the first as a card and the others blurred. */
export const variantFor = (index: number, seesAll: boolean): Variant =>
  seesAll ? "full" : index === 0 ? "card" : "blurred";

/** Versions that were reckoned before: a page of contents shows dozens, most of them again and again. */
const versions = new Map<string, string>();
const maxVersions = 20_000;

/** The `v` of an image's address: it changes with the image and with the variant, so the address never lies. */
export const versionOf = (objectPath: string, variant: Variant): string => {
  const text = `${recipe}:${variant}:${objectPath}`;
  const known = versions.get(text);
  if (known !== undefined) return known;
  const version = createHash("sha256").update(text).digest("base64url").slice(0, 12);
  if (versions.size >= maxVersions) versions.clear();
  versions.set(text, version);
  return version;
};

/** The width that is served for a wish: the next one up that is offered and allowed. */
export const widthFor = (wish: string | undefined, variant: Variant): PreviewWidth => {
  const [, middle, widest] = previewWidths;
  const maxWidth = variant === "full" ? widest : middle;
  const wanted = wish !== undefined && /^\d{1,5}$/.test(wish) ? Number(wish) : maxWidth;
  return previewWidths.find((width) => width >= wanted && width <= maxWidth) ?? maxWidth;
};

const blur = async (sharp: SharpLibrary, image: Sharp, width: PreviewWidth): Promise<Buffer> => {
  const tiny = await image.resize({ width: blurWidth }).blur(1.2).png().toBuffer();
  return sharp(tiny)
    .resize({ width, kernel: "cubic" })
    .blur(width / 24)
    .webp({ quality: 60 })
    .toBuffer();
};

const render = (storage: Storage, key: string, variant: Variant, width: PreviewWidth): Promise<Buffer> =>
  inTurn(async (sharp) => {
    const bytes = await bytesOf(storage, key);
    const head = await headOf(sharp, bytes);
    // Metadata, the place where a photo was taken above all, stays behind: sharp keeps none unless asked.
    const image = decoder(sharp, bytes).autoOrient();
    return decoding(head ? costOf(head) : 0, () =>
      variant === "blurred"
        ? blur(sharp, image, width)
        : image.resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer(),
    );
  });

/** The image without all that is not its pixels and their colours; undefined when it holds nothing else. */
export const stripImage = (storage: Storage, key: string): Promise<Buffer | undefined> =>
  inTurn(async (sharp) => {
    const bytes = await bytesOf(storage, key);
    if (isBare(bytes)) return undefined;
    const head = await sharp(bytes, reading).metadata();
    const { format, width, height, pages = 1, space } = head;
    // Its pictures need not be made again.
    const gif = format === "gif" ? bareGif(bytes) : undefined;
    if (gif) return gif;
    // What moves goes on moving where that is not too much; else its first frame has to do.
    const moves = pages > 1 && width * height * pages * 4 <= maxMemory;
    const image = sharp(bytes, { ...reading, pages: moves ? -1 : 1 })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient();
    // Colours of print become those of screens, for which their profile would be wrong.
    const coloured = space === "cmyk" ? image : image.keepIccProfile();
    const shown = moves ? coloured : coloured.resize({ ...largest, fit: "inside", withoutEnlargement: true });
    return decoding(costOf(head) * (moves ? pages : 1), () =>
      shown.toFormat(format, { quality: 90 }).toBuffer(),
    );
  });

/** Makes pictures of preview images and keeps them. */
export interface PreviewImages {
  /** Key of the stored picture, made first if need be; undefined when the image is missing or damaged. */
  find(objectPath: string, variant: Variant, width: PreviewWidth): Promise<string | undefined>;
}

/** See PreviewImages. The same picture is made once, however many ask for it at once. */
export const createPreviewImages = ({
  pool,
  storage,
  log,
}: Pick<Deps, "pool" | "storage" | "log">): PreviewImages => {
  const making = new Map<string, Promise<string | undefined>>();
  const make = async (objectId: string, variant: Variant, width: PreviewWidth, key: string) => {
    if (await storage.stat(key)) return key;
    const original = await findKeyInUse({ pool }, objectId);
    if (original === undefined) return undefined;
    try {
      await storage.write(key, await render(storage, original, variant, width));
      return key;
    } catch (error) {
      // Later it may be there again; a picture that is damaged never will.
      if (error instanceof AppError) throw error;
      log.warn({ err: error, objectId, variant, width }, "a preview image could not be made");
      return undefined;
    }
  };
  return {
    find(objectPath, variant, width) {
      const objectId = idOf(objectPath);
      if (objectId === undefined) return Promise.resolve(undefined);
      const key = `derived/${objectId}/${recipe}-${variant}-${width}.webp`;
      const known = making.get(key);
      if (known) return known;
      const work = make(objectId, variant, width, key).finally(() => making.delete(key));
      making.set(key, work);
      return work;
    },
  };
};
