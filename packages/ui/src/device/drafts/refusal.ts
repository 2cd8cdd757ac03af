import { fileTroubles, tidyFileName } from "@knowhow/shared";
import type { ToastMessage } from "../../components/ToastProvider.tsx";
import { isDuplicate } from "./duplicates.ts";
import { beginsAsNamed, findPictureTrouble } from "./fileContents.ts";
import { maxOf, nounOf, refusalOf, type ListKind } from "./fileRules.ts";
import type { UploadItem } from "./uploadItem.ts";

const troubleTitles = {
  contents: "파일 내용이 확장자와 다릅니다",
  unreadable: "이미지를 읽을 수 없습니다",
  pixels: "이미지가 너무 큽니다",
} as const satisfies Record<keyof typeof fileTroubles, string>;

const say = (title: string, description: string): ToastMessage => ({
  title,
  description,
  variant: "destructive",
});

const troubleOf = async (file: File, isPicture: boolean): Promise<keyof typeof fileTroubles | undefined> => {
  if (!(await beginsAsNamed(file))) return "contents";
  return isPicture ? findPictureTrouble(file) : undefined;
};

/** The fault of a file's bytes, in the server's terms. */
export const findTrouble = async (file: File, isPicture: boolean): Promise<ToastMessage | undefined> => {
  const trouble = await troubleOf(file, isPicture);
  return trouble && say(troubleTitles[trouble], fileTroubles[trouble](tidyFileName(file.name)));
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
    return say(
      `${noun} 개수 초과`,
      `${file.name}: ${noun}${particle} 최대 ${maxOf(kind)}개까지 올릴 수 있습니다.`,
    );
  }
  const refusal = refusalOf(file, kind, items.length);
  if (refusal) return refusal;
  if (await isDuplicate(file, items)) return say(`중복 ${noun}`, `${file.name}: 이미 추가한 ${noun}입니다.`);
  return findTrouble(file, kind === "preview");
};
