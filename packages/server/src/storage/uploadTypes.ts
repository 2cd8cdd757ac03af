import { AppError, fileExtensions, imageExtensions, type ObjectKind } from "@knowhow/shared";
import { cleanFileName, extensionOf, isExecutableName, saysType } from "../documents/names.ts";

const imageTypes = [
  "image/jpeg",
  "image/jpg",
  "image/pjpeg",
  "image/png",
  "image/apng",
  "image/gif",
  "image/webp",
];

/** Types of programs and of pages that a browser would run. */
const running =
  /(msdownload|msdos-program|dosexec|x-msi|ms-installer|executable|x-sh$|x-csh|shellscript|javascript|ecmascript|java-archive|java-vm|android\.package|debian|rpm|apple-diskimage|xhtml|hta$|x-bat|x-elf|x-mach|wasm)/;

/** A Content-Type without parameters, in lower case. */
export const bareType = (value: string): string => value.split(";")[0]?.trim().toLowerCase() ?? "";

const isFileType = (type: string): boolean =>
  type === "text/plain" || (type.startsWith("application/") && !running.test(type));

const holdsImage = (kind: ObjectKind | undefined): boolean =>
  kind === "preview" || kind === "profile" || kind === "rating";
const holdsFile = (kind: ObjectKind | undefined): boolean => kind === "file" || kind === "extra";

/** Tells whether a Content-Type can belong to an upload of this kind; it decides nothing, the bytes do later. */
export const mayHaveType = (kind: ObjectKind | undefined, value: string): boolean => {
  const type = bareType(value);
  if (type === "" || type === "application/octet-stream") return true;
  return (!holdsFile(kind) && imageTypes.includes(type)) || (!holdsImage(kind) && isFileType(type));
};

const allowedFor = (kind: ObjectKind | undefined): readonly string[] =>
  holdsImage(kind)
    ? imageExtensions
    : holdsFile(kind)
      ? fileExtensions
      : [...fileExtensions, ...imageExtensions];

const of = (name: string | undefined): string => (name === undefined ? "" : `${name}: `);

/** The failure that lists what may be uploaded; `name` says which file it is about, where there are several. */
export const unsupported = (allowed: readonly string[], name?: string): AppError =>
  new AppError("UNSUPPORTED_TYPE", {
    message: `${of(name)}지원하지 않는 파일 형식입니다. (허용: ${allowed.join(", ")})`,
  });

const nameless = (allowed: readonly string[]): AppError =>
  new AppError("UNSUPPORTED_TYPE", {
    message: `파일 이름에 확장자가 없습니다. (허용: ${allowed.join(", ")})`,
  });

/** The failure of programs. */
export const executable = (name?: string): AppError =>
  new AppError("UNSUPPORTED_TYPE", { message: `${of(name)}실행 파일은 업로드할 수 없습니다.` });

/** Refuses what its name or its Content-Type already tells to be wrong for this kind. */
export const checkAnnounced = (
  kind: ObjectKind | undefined,
  { fileName = "", contentType = "" }: { fileName?: string | undefined; contentType?: string | undefined },
): void => {
  const allowed = allowedFor(kind);
  if (isExecutableName(fileName)) throw executable();
  if (saysType(fileName) && !allowed.includes(extensionOf(fileName))) throw unsupported(allowed);
  // A name that cleaning leaves empty is none: the upload gets one with its true extension.
  if (extensionOf(cleanFileName(fileName)) === "" && cleanFileName(fileName) !== "") throw nameless(allowed);
  if (!mayHaveType(kind, contentType)) throw unsupported(allowed);
};
