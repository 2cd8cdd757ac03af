import { maxImagePixels } from "@knowhow/shared";
import { extensionOf } from "./fileRules.ts";

/** The server looks for a PDF's mark in as many bytes, and at fewer for other kinds. */
const headLength = 1_024;

const text = (value: string) => (head: string) => head.startsWith(value);
const isZip = text("PK\x03\x04");
const isCompound = text("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
const isJpeg = text("\xff\xd8\xff");

const isPng = text("\x89PNG\r\n\x1a\n");
const foreign = [text("%PDF-"), isZip, isCompound, isJpeg, isPng, text("Rar!"), text("GIF8")];

/** A text in UTF-16 with its mark, as the editor of Windows saves it: two bytes a letter, none of them both zero. */
const isWide = (head: string) => /^(?:\xff\xfe|\xfe\xff)(?:(?!\0\0)[^]{2})*[^]?$/.test(head);

/** Any other text holds no zero byte, which all other kinds do sooner or later. */
const isPlain = (head: string) =>
  isWide(head) || (!head.includes("\0") && !foreign.some((begins) => begins(head)));

/** How files begin, by extension; each byte is one character. The server judges whole files, and more strictly. */
const beginnings: Readonly<Partial<Record<string, (head: string) => boolean>>> = {
  pdf: (head) => head.includes("%PDF-"),
  doc: isCompound,
  xls: isCompound,
  ppt: isCompound,
  hwp: (head) => isCompound(head) || head.startsWith("HWP Document File"),
  docx: isZip,
  xlsx: isZip,
  pptx: isZip,
  hwpx: isZip,
  zip: isZip,
  rar: text("Rar!\x1a\x07"),
  txt: isPlain,
  md: isPlain,
  jpg: isJpeg,
  jpeg: isJpeg,
  png: isPng,
  gif: (head) => /^GIF8[79]a/.test(head),
  webp: (head) => /^RIFF[^]{4}WEBP/.test(head),
};

/** Tells whether a file begins as its extension says; true too when it can not be read, which the upload reports. */
export const beginsAsNamed = async (file: File): Promise<boolean> => {
  const begins = beginnings[extensionOf(file.name)];
  if (!begins) return true;
  try {
    const bytes = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
    return begins(String.fromCharCode(...bytes));
  } catch {
    return true;
  }
};

/** Pixels of an image; nothing when the browser can not show it at all. */
const pixelsOf = (file: File): Promise<number | undefined> =>
  new Promise((resolve) => {
    const address = URL.createObjectURL(file);
    const end = (pixels: number | undefined) => {
      URL.revokeObjectURL(address);
      resolve(pixels);
    };
    const picture = new Image();
    picture.onload = () => end(picture.naturalWidth * picture.naturalHeight);
    picture.onerror = () => end(undefined);
    picture.src = address;
  });

/** Larger pictures are left to the server: unpacked, one of this size takes 100 MB of a phone. */
const maxDecoded = 25_000_000;

/** Why the browser can not show an image, in the server's terms; undefined when it can. */
export const findPictureTrouble = async (file: File): Promise<"unreadable" | "pixels" | undefined> => {
  const pixels = await pixelsOf(file);
  if (pixels === undefined) return "unreadable";
  if (pixels > maxImagePixels) return "pixels";
  if (pixels > maxDecoded) return undefined;
  try {
    // An image element shows the intact part of a truncated picture; this takes it whole or not at all.
    (await createImageBitmap(file)).close();
    return undefined;
  } catch {
    return "unreadable";
  }
};
