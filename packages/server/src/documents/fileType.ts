import { imageExtensions, type fileExtensions } from "@knowhow/shared";

/** Extension that the product allows; `jpeg` is told as `jpg`. */
export type KnownExtension = Exclude<
  (typeof fileExtensions)[number] | (typeof imageExtensions)[number],
  "jpeg"
>;

/** Tells whether a type found in the bytes is what an extension says; any zip may be called zip. */
export const matchesExtension = (found: KnownExtension, extension: string): boolean => {
  const named = extension === "jpeg" ? "jpg" : extension;
  if (named === found) return true;
  return named === "zip" && ["docx", "xlsx", "pptx", "hwpx"].includes(found);
};

const images: readonly string[] = imageExtensions;

/** Tells whether a type is an image's. */
export const isImageType = (extension: string): boolean => images.includes(extension);

const mimeTypes: Record<KnownExtension, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  hwp: "application/x-hwp",
  hwpx: "application/hwp+zip",
  txt: "text/plain",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
  rar: "application/vnd.rar",
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
};

/** Content-Type of a type found in the bytes. */
export const mimeOf = (extension: string | null): string =>
  // An unknown extension has no entry; the index type says so.
  (mimeTypes as Partial<Record<string, string>>)[extension ?? ""] ?? "application/octet-stream";
