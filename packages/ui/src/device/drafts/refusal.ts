import { fileTroubles, tidyFileName } from "@knowhow/shared";
import type { ToastMessage } from "../../components/ToastProvider.tsx";
import { beginsAsNamed, findPictureTrouble } from "./fileContents.ts";
import { maxOf, nounOf, refusalOf, toRefusal, type ListKind } from "./fileRules.ts";
import type { UploadItem } from "./uploadItem.ts";

const troubleTitles = {
  contents: "파일 내용이 확장자와 다릅니다",
  unreadable: "이미지를 읽을 수 없습니다",
  pixels: "이미지가 너무 큽니다",
} as const satisfies Record<keyof typeof fileTroubles, string>;

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

/** Tells whether a file is already on a list: by name, size and time, or by its bytes, known where it was chosen here. */
const isDuplicate = async (file: File, items: readonly UploadItem[]): Promise<boolean> => {
  for (const { name, size, lastModified, file: known } of items) {
    const looksSame = name === file.name && size === file.size && lastModified === file.lastModified;
    if (looksSame || (known && (await isSame(known, file)))) return true;
  }
  return false;
};

const troubleOf = async (file: File, isPicture: boolean): Promise<keyof typeof fileTroubles | undefined> => {
  if (!(await beginsAsNamed(file))) return "contents";
  return isPicture ? findPictureTrouble(file) : undefined;
};

/** The fault of a file's bytes, in the server's terms. */
export const findTrouble = async (file: File, isPicture: boolean): Promise<ToastMessage | undefined> => {
  const trouble = await troubleOf(file, isPicture);
  return trouble && toRefusal(troubleTitles[trouble], fileTroubles[trouble](tidyFileName(file.name)));
};

/** Why a file can not join a list, by their number, its name and size, its bytes, or because it is there already. */
export const findRefusal = async (
  file: File,
  kind: ListKind,
  items: readonly UploadItem[],
): Promise<ToastMessage | undefined> => {
  const noun = nounOf(kind);
  if (items.length >= maxOf(kind)) {
    const particle = kind === "preview" ? "는" : "은";
    return toRefusal(
      `${noun} 개수 초과`,
      `${file.name}: ${noun}${particle} 최대 ${maxOf(kind)}개까지 올릴 수 있습니다.`,
    );
  }
  const refusal = refusalOf(file, kind, items.length);
  if (refusal) return refusal;
  if (await isDuplicate(file, items))
    return toRefusal(`중복 ${noun}`, `${file.name}: 이미 추가한 ${noun}입니다.`);
  return findTrouble(file, kind === "preview");
};
