import {
  tidyFileName, executableExtensions, fileExtensions, imageExtensions, lengthOf, maxFiles, maxPreviews, megabyte, textLimits,
  uploadLimits, type ObjectKind,
} from "@knowhow/shared"; // oxfmt-ignore
import type { ToastMessage } from "../../components/ToastProvider.tsx";

/** The two lists of the form. */
export type ListKind = "file" | "preview";

/** How many entries a list takes. */
export const maxOf = (kind: ListKind): number => (kind === "preview" ? maxPreviews : maxFiles);

/** The word for an entry. */
export const nounOf = (kind: ListKind): string => (kind === "preview" ? "이미지" : "파일");

/** The object kind of an entry: the first file may be large, the others not. */
export const objectKindOf = (kind: ListKind, position: number): ObjectKind =>
  kind === "preview" ? "preview" : position === 0 ? "file" : "extra";

/** Extensions that a list takes. */
export const extensionsOf = (kind: ListKind): readonly string[] =>
  kind === "preview" ? imageExtensions : fileExtensions;

/** For the `accept` of a file field. */
export const acceptOf = (kind: ListKind): string =>
  extensionsOf(kind)
    .map((extension) => `.${extension}`)
    .join(",");

/** A limit as people read it: `500MB`. */
export const limitText = (kind: ObjectKind): string => `${uploadLimits[kind] / megabyte}MB`;

/** Extension of a name in lower case, without its dot. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** A file's name in normal form, cut to the length that a sold file may have, with its extension kept. */
export const cleanName = (name: string): string => {
  const clean = tidyFileName(name);
  if (lengthOf(clean) <= textLimits.fileName) return clean;
  const extension = extensionOf(clean);
  const tail = extension === "" ? "" : `.${extension}`;
  const room = textLimits.fileName - lengthOf(tail);
  return [...clean.slice(0, clean.length - tail.length)].slice(0, room).join("") + tail;
};

/** The same bytes under the name in normal form. */
export const withCleanName = (file: File): File => {
  const name = cleanName(file.name);
  return name === file.name
    ? file
    : new File([file], name, { type: file.type, lastModified: file.lastModified });
};

const isExecutable = (name: string): boolean =>
  (executableExtensions as readonly string[]).includes(extensionOf(name));

/** The toast about a file that can not be taken. */
export const toRefusal = (title: string, description: string): ToastMessage => ({
  title,
  description,
  variant: "destructive",
});

/** Why a file can not be taken, in the words of a toast; nothing when it can. */
export const refusalOf = (
  { name, size, type }: Pick<File, "name" | "size" | "type">,
  kind: ListKind,
  position: number,
): ToastMessage | undefined => {
  if (isExecutable(name))
    return toRefusal("위험한 실행 파일", `${name}: 실행 파일은 보안상 업로드할 수 없습니다.`);
  const allowed = extensionsOf(kind);
  const isAllowed = allowed.includes(extensionOf(name));
  if (kind === "preview" && (!isAllowed || (type !== "" && !type.startsWith("image/"))))
    return toRefusal(
      "이미지 파일만 업로드할 수 있습니다",
      `${name}: ${allowed.join(", ")} 형식의 이미지를 선택해주세요.`,
    );
  if (!isAllowed)
    return toRefusal("지원하지 않는 파일 형식", `${name}: ${allowed.join(", ")} 파일만 올릴 수 있습니다.`);
  const object = objectKindOf(kind, position);
  if (size > uploadLimits[object]) {
    const subject = object === "extra" ? "추가 파일은 " : "";
    return toRefusal(
      "파일이 너무 큽니다",
      `${name}: ${subject}최대 ${limitText(object)}까지 올릴 수 있습니다.`,
    );
  }
  if (size === 0) return toRefusal("빈 파일", `${name}: 내용이 없는 파일은 올릴 수 없습니다.`);
  return undefined;
};
