import { defaultPaidPrice, errors, isVisible, type Content, type ContentEdit } from "@knowhow/shared";
import { priceOf } from "./priceRules.ts";
import type { DraftFile } from "./draft.ts";
import type { SellingValues } from "./sellingSchema.ts";
import { isUnderWay, type UploadItem } from "./uploadItem.ts";

export type { SellingValues } from "./sellingSchema.ts";

/** A code as the form holds it: empty before a choice, which the schema refuses when the form is sent. */
const categoryValue = (code: string) => code as SellingValues["category"];

/** The whole form: typed values and files, as a draft has them. */
export interface SellingState {
  values: SellingValues;
  files: readonly DraftFile[];
  previews: readonly DraftFile[];
}

/** An entry whose bytes the server has. */
export const storedEntry = (name: string, objectPath: string, size?: number): DraftFile => ({
  key: objectPath,
  name,
  type: "",
  size,
  lastModified: undefined,
  isKept: false,
  objectPath,
});

/** The form of a new content. */
export const emptyState: SellingState = {
  values: {
    title: "",
    description: "",
    category: categoryValue(""),
    price: defaultPaidPrice,
    link: "",
    versionNote: "",
    tags: [],
    allowsCopying: true,
  },
  files: [],
  previews: [],
};

/** The saved state of a content, as the edit form begins with it. */
export const stateOf = (content: Content): SellingState => ({
  values: {
    title: content.title,
    description: content.description,
    category: categoryValue(content.category),
    price: content.price,
    link: content.isExternalLink ? (content.fileUrls[0] ?? "") : "",
    versionNote: "",
    tags: content.tags ?? [],
    allowsCopying: content.allowsCopying ?? true,
  },
  files: content.isExternalLink
    ? []
    : content.fileUrls.map((objectPath, index) =>
        storedEntry(content.fileNames[index] ?? `파일 ${index + 1}`, objectPath),
      ),
  previews: content.previewImageUrls
    .filter((address) => address.trim() !== "")
    .map((objectPath, index) => storedEntry(`미리보기 ${index + 1}`, objectPath)),
});

/** Whether the files or the link are others than the saved ones, in whatever order. */
export const isNewVersion = (
  link: string,
  files: readonly Pick<DraftFile, "key">[],
  sold: SellingState,
): boolean => {
  const keysOf = (entries: readonly Pick<DraftFile, "key">[]) =>
    JSON.stringify(entries.map(({ key }) => key).toSorted());
  return keysOf(files) !== keysOf(sold.files) || (files.length === 0 && link.trim() !== sold.values.link);
};

/** Why the files keep the form from being sent; a title and the remedy. */
export interface FilesProblem {
  title: string;
  text: string;
  /** It passes without help: the form may be sent then. */
  canWait?: boolean;
}

/** Judges the entries of one list before the form is sent; `isLater`: it is sent when all are uploaded. */
export const listProblemOf = (items: readonly UploadItem[], isLater = false): FilesProblem | undefined => {
  const has = (status: UploadItem["status"]) => items.some((item) => item.status === status);
  if (has("refused"))
    return { title: "등록할 수 없는 파일이 있습니다", text: "목록에서 제거한 뒤 다른 파일을 올려주세요." };
  if (isLater) return undefined;
  if (has("failed"))
    return {
      title: "올리지 못한 파일이 있습니다",
      text: "다시 시도하거나 목록에서 제거해주세요.",
      canWait: true,
    };
  if (items.some((item) => isUnderWay(item) && item.status !== "paused"))
    return { title: "업로드 중입니다", text: "파일 업로드가 끝난 뒤 다시 눌러주세요.", canWait: true };
  if (has("paused"))
    return { title: "멈춰 둔 파일이 있습니다", text: "계속 올리거나 목록에서 제거해주세요.", canWait: true };
  return undefined;
};

/** Judges the link and the files before the form is sent. */
export const filesProblemOf = (
  link: string,
  files: readonly UploadItem[],
  isLater = false,
): FilesProblem | undefined =>
  files.length === 0 && link.trim() === ""
    ? { title: "파일 또는 링크가 필요합니다", text: errors.FILE_OR_LINK_REQUIRED.message }
    : listProblemOf(files, isLater);

interface Entry {
  readonly name: string;
  readonly objectPath?: string | undefined;
}

const uploaded = (entries: readonly Entry[]) =>
  entries.flatMap(({ name, objectPath }) => (objectPath === undefined ? [] : [{ name, objectPath }]));

/** The body of the request. With files there is no link, even where one was typed. */
export const bodyOf = (
  { link, versionNote = "", ...values }: SellingValues,
  files: readonly Entry[],
  previews: readonly Entry[],
): ContentEdit => {
  const sold = uploaded(files);
  return {
    ...values,
    ...(sold.length > 0
      ? { fileUrls: sold.map(({ objectPath }) => objectPath), fileNames: sold.map(({ name }) => name) }
      : { fileUrls: [link], fileNames: undefined }),
    previewImageUrls: uploaded(previews).map(({ objectPath }) => objectPath),
    ...(isVisible(versionNote) ? { versionNote } : {}),
  };
};

/** The same for the same content of the form, also while a price is still text. */
export const fingerprint = ({ values, files, previews }: SellingState): string =>
  JSON.stringify([
    values.title,
    values.description,
    values.category,
    String(priceOf(values.price) ?? values.price),
    values.link,
    values.versionNote ?? "",
    values.tags ?? [],
    values.allowsCopying ?? true,
    files.map(({ key, name }) => [key, name]),
    previews.map(({ key }) => key),
  ]);
