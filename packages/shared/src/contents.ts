import { object, string, type InferType, type NumberSchema } from "yup";
import { maxFiles, maxPreviews, textLimits } from "./constants.ts";
import { endpoint, forAdmins } from "./endpoint.ts";
import { boundedList, categoryField, countValue, flagValue, idValue, lineField, listOf, numberField, okResponse, optionalId, optionalText, optionalTime, pageQuery, textField, textValue, timeValue, wonValue } from "./fields.ts"; // prettier-ignore
import { objectsPath } from "./files.ts";
import { isTrustedLink, normalLink } from "./links.ts";
import { maxPrice, minPaidPrice } from "./money.ts";
import { errors } from "./errors.ts";
import { ownPurchase } from "./refundStates.ts";
import { moderationForm, moderationStates } from "./moderation.ts";
import { tidyFileName, isVisible } from "./text.ts";

/** A content as every screen sees it; file addresses are empty for who may not download. */
const contentFields = {
  id: idValue,
  title: textValue,
  description: textValue,
  category: textValue,
  price: wonValue,
  fileUrls: listOf(textValue),
  fileNames: listOf(textValue),
  fileCount: countValue,
  isExternalLink: flagValue,
  previewImageUrls: listOf(textValue),
  fileUrl: textValue,
  previewImageUrl: optionalText,
  sellerId: idValue,
  mentorNickname: textValue,
  mentorProfileImageUrl: optionalText,
  viewCount: countValue,
  purchasesCount: countValue,
  likesCount: countValue,
  uploadTime: timeValue,
  updatedAt: timeValue,
  hasPurchased: flagValue,
  hasLiked: flagValue,
  isOwner: flagValue,
  /** False for what has left the market and stays for its buyers and its owner. */
  isListed: flagValue,
  /** On a content's own page and in the library: the caller's purchase, also once its money was given back. */
  purchase: ownPurchase.optional().default(undefined),
  /** Hidden once administrators took it down; the owner and administrators are told why. */
  state: string().oneOf(moderationStates).required(),
  hiddenReason: optionalText,
};
export const content = object(contentFields).noUnknown();
export type Content = InferType<typeof content>;

/** In the seller's own list: with what it earned. */
export const ownContent = object({ ...contentFields, totalRevenue: wonValue }).noUnknown();
export type OwnContent = InferType<typeof ownContent>;

/** In the buyer's library: with the purchase. */
export const boughtContent = object({
  ...contentFields,
  orderNumber: textValue,
  purchasedAt: optionalTime,
  chatRoomId: optionalId,
}).noUnknown();
export type BoughtContent = InferType<typeof boughtContent>;

/** Tells whether an entry of fileUrls names an uploaded object, not an external link. */
export const isObjectPath = (value: string): boolean =>
  value.startsWith(objectsPath) && /^[A-Za-z0-9/_-]+$/.test(value.slice(objectsPath.length));

/** A rule about a whole list of texts; of an entry that is no text its own rule speaks. */
const ofTexts =
  (isRight: (texts: string[]) => boolean) =>
  (values: readonly unknown[]): boolean => {
    const texts = values.filter((value) => typeof value === "string");
    return texts.length < values.length || isRight(texts);
  };

const addressEntry = (message: string) =>
  string()
    .typeError(message)
    .defined(message)
    .nonNullable(message)
    // Not the library's trim(), which fails on what is no text.
    .transform((value: unknown) => (typeof value === "string" ? value.trim() : value));

/** A link that may be sold in its normal form; any other entry as it is, so that its own rule speaks of it. */
const withNormalLink = (value: unknown): unknown =>
  typeof value === "string" && isTrustedLink(value) ? normalLink(value) : value;

const fileUrls = boundedList(
  addressEntry("파일 주소가 올바르지 않습니다.").transform(withNormalLink),
  maxFiles,
  `파일은 최대 ${maxFiles}개까지 등록할 수 있습니다.`,
)
  .typeError("파일 주소가 올바르지 않습니다.")
  .default([])
  .test(
    "FILE_OR_LINK_REQUIRED",
    errors.FILE_OR_LINK_REQUIRED.message,
    ofTexts((urls) => urls.some((url) => url !== "")),
  )
  .test(
    "distinct",
    "같은 파일이 두 번 등록되었습니다.",
    ofTexts((urls) => new Set(urls).size === urls.length),
  )
  .test(
    "single",
    "외부 링크는 하나만, 파일 없이 등록할 수 있습니다.",
    ofTexts((urls) => {
      const links = urls.filter((url) => url !== "" && !url.startsWith(objectsPath));
      return links.length === 0 || urls.length === 1;
    }),
  )
  .test(
    "UNTRUSTED_LINK",
    errors.UNTRUSTED_LINK.message,
    ofTexts((urls) => urls.every((url) => url === "" || url.startsWith(objectsPath) || isTrustedLink(url))),
  )
  .test(
    "path",
    "파일 주소가 올바르지 않습니다.",
    ofTexts((urls) => urls.every((url) => !url.startsWith(objectsPath) || isObjectPath(url))),
  );

/** The rules of a price, for a number however it is read. */
export const withPriceRules = (price: NumberSchema) =>
  price
    .required("가격을 입력해주세요.")
    .integer("가격은 원 단위의 정수여야 합니다.")
    .min(0, "가격은 0원 이상이어야 합니다")
    .max(maxPrice, `가격은 ${maxPrice.toLocaleString("ko-KR")}원 이하여야 합니다.`)
    .test("PRICE_TOO_LOW", errors.PRICE_TOO_LOW.message, (value) => value <= 0 || value >= minPaidPrice);

/** What the upload and edit forms send, and the rules of both sides. */
export const contentForm = object({
  title: lineField("제목을 입력해주세요", textLimits.title, `제목은 ${textLimits.title}자 이하여야 합니다.`),
  description: textField(
    "설명을 입력해주세요",
    textLimits.description,
    `설명은 ${textLimits.description.toLocaleString("ko-KR")}자 이하여야 합니다.`,
  ),
  category: categoryField,
  price: withPriceRules(numberField("가격을 숫자로 입력해주세요.")),
  fileUrls,
  fileNames: boundedList(
    string()
      .typeError("파일 이름이 올바르지 않습니다.")
      .defined("파일 이름을 입력해주세요.")
      .nonNullable("파일 이름을 입력해주세요.")
      .transform((value: unknown) => (typeof value === "string" ? tidyFileName(value) : value))
      .max(textLimits.fileName, `파일 이름은 ${textLimits.fileName}자 이하여야 합니다.`)
      .test("visible", "파일 이름을 입력해주세요.", (value) => isVisible(value)),
    maxFiles,
    "파일 이름의 수가 파일의 수와 다릅니다.",
  )
    .typeError("파일 이름이 올바르지 않습니다.")
    .optional()
    .test(
      "length",
      "파일 이름의 수가 파일의 수와 다릅니다.",
      (names, { parent }) =>
        // Yup types the parent as any; it is the form being validated.
        names === undefined || names.length === ((parent as { fileUrls?: unknown[] }).fileUrls?.length ?? 0),
    ),
  previewImageUrls: boundedList(
    addressEntry("이미지 주소가 올바르지 않습니다."),
    maxPreviews,
    `미리보기 이미지는 최대 ${maxPreviews}장까지 등록할 수 있습니다.`,
    (url) => url === null || (typeof url === "string" && url.trim() === ""),
  )
    .typeError("이미지 주소가 올바르지 않습니다.")
    .default([])
    .test(
      "distinct",
      "같은 이미지가 두 번 등록되었습니다.",
      ofTexts((urls) => new Set(urls).size === urls.length),
    )
    .test(
      "path",
      "이미지 주소가 올바르지 않습니다.",
      ofTexts((urls) => urls.every(isObjectPath)),
    ),
});
export type ContentForm = InferType<typeof contentForm>;

const contentList = listOf(content);
const readable = { access: "public", whileSuspended: true, whileBanned: true } as const;
const formErrors = [
  "VALIDATION", "FILE_OR_LINK_REQUIRED", "UNTRUSTED_LINK", "PRICE_TOO_LOW", "BANK_ACCOUNT_REQUIRED", "NOT_FOUND",
  "TOO_LARGE", "UNSUPPORTED_TYPE",
] as const; // prettier-ignore

/** Contents: browsing, searching, selling. */
export const contents = {
  list: endpoint({
    method: "GET",
    path: "/api/contents",
    ...readable,
    query: pageQuery,
    response: contentList,
    errors: ["VALIDATION"],
  }),
  popular: endpoint({
    method: "GET",
    path: "/api/contents/popular",
    ...readable,
    response: contentList,
    errors: [],
  }),
  category: endpoint({
    method: "GET",
    path: "/api/contents/category/:category",
    ...readable,
    query: pageQuery,
    response: contentList,
    errors: ["VALIDATION", "NOT_FOUND"],
  }),
  search: endpoint({
    method: "GET",
    path: "/api/contents/search/:query",
    ...readable,
    limit: "search",
    query: pageQuery,
    response: contentList,
    errors: ["VALIDATION"],
  }),
  /** A search for nothing, which has no last part: refused like a search for blanks. */
  searchNothing: endpoint({
    method: "GET",
    path: "/api/contents/search",
    ...readable,
    limit: "search",
    response: contentList,
    errors: ["VALIDATION"],
  }),
  get: endpoint({
    method: "GET",
    path: "/api/contents/:id",
    ...readable,
    query: object({ peek: string() }),
    response: content,
    errors: ["NOT_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/api/contents",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    idempotent: true,
    changesContents: true,
    body: contentForm,
    response: content,
    status: 201,
    errors: formErrors,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/contents/:id",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    idempotent: true,
    changesContents: true,
    body: contentForm,
    response: content,
    errors: [...formErrors, "NOT_OWNER", "EDIT_CONFLICT"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/contents/:id",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    changesContents: true,
    response: okResponse,
    errors: ["NOT_OWNER", "NOT_FOUND"],
  }),
  /** Takes a content down, or puts it back; its buyers keep it. */
  moderate: endpoint({
    method: "PUT",
    path: "/api/admin/contents/:id/state",
    ...forAdmins,
    changesContents: true,
    body: moderationForm,
    response: object({ content }).noUnknown(),
    errors: ["VALIDATION", "NOT_FOUND", "ALREADY_IN_STATE"],
  }),
  mine: endpoint({
    method: "GET",
    path: "/api/my-contents",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    query: pageQuery,
    response: listOf(ownContent),
    errors: ["VALIDATION"],
  }),
  bought: endpoint({
    method: "GET",
    path: "/api/buyer/contents",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    query: pageQuery,
    response: listOf(boughtContent),
    errors: ["VALIDATION"],
  }),
  statistics: endpoint({
    method: "GET",
    path: "/api/seller/stats",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    response: object({
      totalContents: countValue,
      totalViews: countValue,
      totalLikes: countValue,
      totalBuyers: countValue,
      totalRevenue: wonValue,
    }).noUnknown(),
    errors: [],
  }),
};
