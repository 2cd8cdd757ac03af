import { maxImagePixels, previewWidths } from "@knowhow/shared";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Logger } from "pino";
import sharp, { type Sharp } from "sharp";
import { idOf, keyOf } from "./StoredObject.ts";
import type { Storage } from "./storage.ts";

/** Raised whenever the pictures come out differently, so that addresses and stored copies start afresh. */
const recipe = 1;
/** What a browser still shows is decoded; what ends in the middle is refused. */
const reading = { limitInputPixels: maxImagePixels, failOn: "error" } as const;
const timeoutSeconds = 10;
const atOnce = 2;
/** Width of the picture that a blurred one is made of: nothing of the text survives it. */
const blurWidth = 24;

/** `full` for who may see everything, `card` and `blurred` for the first and the other previews of who has not bought. */
export type Variant = "full" | "card" | "blurred";
export type PreviewWidth = (typeof previewWidths)[number];

// One picture after the other: two at a time already fill the machine.
sharp.concurrency(1);
sharp.cache(false);

const waiting: (() => void)[] = [];
let running = 0;
const limited = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

const read = async (storage: Storage, key: string): Promise<Sharp> =>
  sharp(await buffer(await storage.open(key)), { ...reading, pages: 1 }).timeout({
    seconds: timeoutSeconds,
  });

/** Why an image can not be shown: its head is not readable, or it is absurdly large. Undefined when it can. */
export const findImageTrouble = async (
  storage: Storage,
  key: string,
): Promise<"unreadable" | "pixels" | undefined> => {
  try {
    return await limited(async () => {
      // Only the head is read here, which no number of pixels makes expensive.
      const image = sharp(await buffer(await storage.open(key)), {
        failOn: "error",
        limitInputPixels: false,
      });
      const { width, height } = await image.metadata();
      if (width * height > maxImagePixels) return "pixels";
      return width * height > 0 ? undefined : "unreadable";
    });
  } catch {
    return "unreadable";
  }
};

/** Which of an image's pictures somebody gets: full for who may see all, else the first as a card and the rest blurred. */
export const variantFor = (index: number, seesAll: boolean): Variant =>
  seesAll ? "full" : index === 0 ? "card" : "blurred";

/** The `v` of an image's address: it changes with the image and with the variant, so the address never lies. */
export const versionOf = (objectPath: string, variant: Variant): string =>
  createHash("sha256").update(`${recipe}:${variant}:${objectPath}`).digest("base64url").slice(0, 12);

/** The width that is served for a wish: the next one up that is offered and allowed. */
export const widthFor = (wish: string | undefined, variant: Variant): PreviewWidth => {
  const [, middle, largest] = previewWidths;
  const most = variant === "full" ? largest : middle;
  const wanted = wish !== undefined && /^\d{1,5}$/.test(wish) ? Number(wish) : most;
  return previewWidths.find((width) => width >= wanted && width <= most) ?? most;
};

const render = async (storage: Storage, objectId: string, variant: Variant, width: PreviewWidth) => {
  // Metadata, the place where a photo was taken above all, stays behind: sharp keeps none unless asked.
  const image = (await read(storage, keyOf(objectId))).autoOrient();
  if (variant !== "blurred") {
    return image.resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer();
  }
  const tiny = await image.resize({ width: blurWidth }).blur(1.2).png().toBuffer();
  return sharp(tiny)
    .resize({ width, kernel: "cubic" })
    .blur(width / 24)
    .webp({ quality: 60 })
    .toBuffer();
};

/** The image without what it tells about place, camera and author; undefined when it tells nothing. */
export const stripImage = (storage: Storage, key: string): Promise<Buffer | undefined> =>
  limited(async () => {
    const bytes = await buffer(await storage.open(key));
    const { exif, xmp, iptc, format } = await sharp(bytes, reading).metadata();
    if ((!exif && !xmp && !iptc) || format === "gif") return undefined;
    const image = sharp(bytes, { ...reading, animated: format === "webp" }).timeout({
      seconds: timeoutSeconds,
    });
    return image.autoOrient().keepIccProfile().toFormat(format, { quality: 90 }).toBuffer();
  });

/** Makes pictures of preview images and keeps them. */
export interface PreviewImages {
  /** Key of the stored picture, made first if need be; undefined when the image is missing or damaged. */
  find(objectPath: string, variant: Variant, width: PreviewWidth): Promise<string | undefined>;
}

/** See PreviewImages. The same picture is made once, however many ask for it at once. */
export const createPreviewImages = ({ storage, log }: { storage: Storage; log: Logger }): PreviewImages => {
  const making = new Map<string, Promise<string | undefined>>();
  const make = async (objectId: string, variant: Variant, width: PreviewWidth, key: string) => {
    if (await storage.stat(key)) return key;
    try {
      const bytes = await limited(() => render(storage, objectId, variant, width));
      await storage.write(key, bytes);
      return key;
    } catch (error) {
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
