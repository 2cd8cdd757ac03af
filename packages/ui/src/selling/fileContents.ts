import { maxImagePixels } from "@knowhow/shared";
import { extensionOf } from "./fileRules.ts";

/** The server looks for a PDF's mark in as many bytes, and reads no further for the others. */
const headLength = 1_024;

const text = (value: string) => (head: string) => head.startsWith(value);
const isZip = text("PK\x03\x04");
const isCompound = text("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
const isJpeg = text("\xff\xd8\xff");

const isPng = text("\x89PNG\r\n\x1a\n");
const foreign = [text("%PDF-"), isZip, isCompound, isJpeg, isPng, text("Rar!"), text("GIF8")];

/** A text holds no zero byte, which all other kinds do sooner or later. */
const isPlain = (head: string) => !head.includes("\0") && !foreign.some((begins) => begins(head));

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

/** Tells whether a file begins as its extension says; true too when it can not be read, which the upload will tell. */
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

/** Why the browser can not show an image, in the server's terms; undefined when it can. */
export const findPictureTrouble = (file: File): Promise<"unreadable" | "pixels" | undefined> =>
  new Promise((resolve) => {
    const address = URL.createObjectURL(file);
    const end = (trouble: "unreadable" | "pixels" | undefined) => {
      URL.revokeObjectURL(address);
      resolve(trouble);
    };
    const picture = new Image();
    picture.onload = () =>
      end(picture.naturalWidth * picture.naturalHeight > maxImagePixels ? "pixels" : undefined);
    picture.onerror = () => end("unreadable");
    picture.src = address;
  });
