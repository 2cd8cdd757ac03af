import { array, boolean, number, object, string, type InferType, type NumberSchema } from "yup";
import { maxFiles, maxPreviews, maxTags, textLimits } from "../constants.ts";
import { contentStates, isObjectPath, saleStates } from "../contents.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { errors } from "../errors.ts";
import { objectsPath } from "../files.ts";
import { isTrustedLink, normalLink } from "../links.ts";
import { maxPrice, minPaidPrice } from "../money.ts";
import { tagKey, tidyTag } from "../tags.ts";
import { cleanText, isVisible, lengthOf, tidyFileName } from "../text.ts";
import {
  boundedList,
  categoryField,
  countValue,
  flagValue,
  idValue,
  lineField,
  listOf,
  numberField,
  okResponse,
  optionalId,
  optionalText,
  optionalTime,
  pageQuery,
  priceValue,
  textField,
  textValue,
  timeValue,
  wonValue,
} from "./fields.ts";
import { moderationForm } from "./moderation.ts";
import { meanValue } from "./ratings.ts";
import { ownPurchase } from "./refundStates.ts";

/** A content as every screen sees it; file addresses are empty for viewers that may not download. */
const contentFields = {
  id: idValue,
  title: textValue,
  description: textValue,
  category: textValue,
  price: priceValue,
  /** Absent in answers that a device has kept from before. */
  tags: array(textValue).optional(),
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
  ratingCount: countValue,
  /** Null under three ratings. */
  ratingMean: meanValue,
  uploadTime: timeValue,
  updatedAt: timeValue,
  hasPurchased: flagValue,
  hasLiked: flagValue,
  isWished: flagValue,
  isOwner: flagValue,
  /** False for what has left the market and stays for its buyers and its owner. */
  isListed: flagValue,
  /** On a content's own page and in the library: the caller's purchase, also once its money was given back. */
  purchase: ownPurchase.optional().default(undefined),
  /** Off the market it is hidden, paused, or neither: deleted or a banned seller's. */
  state: string().oneOf(contentStates).required(),
  /** When a paused content is sold again by itself, if it is. */
  pausedUntil: optionalTime,
  /** For the owner and administrators. */
  hiddenReason: optionalText,
  /** False where the reader does not let buyers select its text; absent where it does. */
  allowsCopying: boolean().optional(),
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
  /** When one of its files was read last. */
  lastReadAt: optionalTime,
}).noUnknown();
export type BoughtContent = InferType<typeof boughtContent>;

/** Among the wishes: with the news that its person has not seen. */
export const wishedContent = object({
  ...contentFields,
  /** The price that it has fallen from. */
  priceBefore: wonValue.nullable(),
  newVersion: countValue.nullable(),
}).noUnknown();
export type WishedContent = InferType<typeof wishedContent>;

/** A rule about a whole list of texts; an entry of another type has a rule of its own. */
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
    // Not the library's trim(), which fails on other types.
    .transform((value: unknown) => (typeof value === "string" ? value.trim() : value));

/** A link that may be sold in its normal form; any other entry as it is, for its own rule to judge. */
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

type PriceMessage = string | ((params: { originalValue?: unknown }) => string);

const priceMessages = {
  fraction: "가격은 원 단위의 정수여야 합니다.",
  negative: "가격은 0원 이상이어야 합니다",
  tooHigh: `가격은 ${maxPrice.toLocaleString("ko-KR")}원 이하여야 합니다.`,
  tooLow: errors.PRICE_TOO_LOW.message,
};

/** The rules of a price, for a number however it is read; a form that reads another amount speaks of that one. */
export const withPriceRules = (
  price: NumberSchema,
  messages: Record<keyof typeof priceMessages, PriceMessage> = priceMessages,
) =>
  price
    .required("가격을 입력해주세요.")
    .integer(messages.fraction)
    .min(0, messages.negative)
    .max(maxPrice, messages.tooHigh)
    .test("PRICE_TOO_LOW", messages.tooLow, (value) => value <= 0 || value >= minPaidPrice);

const wrongTags = "태그가 올바르지 않습니다.";

/** Words of the seller's under which a content is found; left out they stay as they are. */
const tagsField = boundedList(
  string()
    .typeError(wrongTags)
    .defined(wrongTags)
    .nonNullable(wrongTags)
    .transform((value: unknown) => (typeof value === "string" ? tidyTag(value) : value))
    .test("visible", "태그를 입력해주세요.", isVisible)
    .test("max", `태그는 ${textLimits.tag}자 이하여야 합니다.`, (value) => lengthOf(value) <= textLimits.tag)
    .test("comma", "태그에는 쉼표를 쓸 수 없습니다.", (value) => !value.includes(",")),
  maxTags,
  `태그는 최대 ${maxTags}개까지 등록할 수 있습니다.`,
  (value) => typeof value === "string" && value.trim() === "",
)
  .typeError(wrongTags)
  .optional()
  .test("distinct", "같은 태그가 두 번 등록되었습니다.", (tags = []) =>
    ofTexts((texts) => new Set(texts.map(tagKey)).size === texts.length)(tags),
  );

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
  tags: tagsField,
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

const { versionNote: maxNote } = textLimits;
const wrongNote = `무엇이 바뀌었는지는 1자 이상 ${maxNote}자 이하로 입력해주세요.`;

/** What changed with the files, as their seller tells buyers of the version before. */
const versionNoteField = string()
  .typeError(wrongNote)
  .transform((_: unknown, original: unknown) =>
    typeof original === "string" ? cleanText(original) : original,
  )
  .nullable()
  .test(
    "length",
    wrongNote,
    (note) => typeof note !== "string" || (isVisible(note) && lengthOf(note) <= maxNote),
  );

/** Whether the reader lets buyers select and copy text; without it that stays as it is. */
const copyingField = boolean().strict().typeError("복사할 수 있는지가 올바르지 않습니다.").optional();

/** What the form of a new content sends. */
export const contentCreation = contentForm.shape({ allowsCopying: copyingField });
export type ContentCreation = InferType<typeof contentCreation>;

/** What the edit form sends. */
export const contentEdit = contentForm.shape({
  versionNote: versionNoteField,
  allowsCopying: copyingField,
});
export type ContentEdit = InferType<typeof contentEdit>;

const contentVersion = object({
  /** From 1. */
  number: number().integer().min(1).required(),
  note: optionalText,
  /** When it came in the place of the one before. */
  at: timeValue,
  fileNames: listOf(textValue),
}).noUnknown();
export type ContentVersion = InferType<typeof contentVersion>;

const wrongUntil = "다시 판매할 시각이 올바르지 않습니다.";

/** Whether the own content is on sale; `until` ends a pause by itself. */
export const saleStateForm = object({
  state: string()
    .required("판매할지 멈출지 선택해주세요.")
    .oneOf(saleStates, "판매할지 멈출지 선택해주세요."),
  until: string()
    .datetime(wrongUntil)
    .test("moment", wrongUntil, (value) => value === undefined || !Number.isNaN(Date.parse(value))),
});

const contentList = listOf(content);

/** Input and answer of each call. */
export const contentsSchemas = {
  list: { query: pageQuery, response: contentList },
  popular: { response: contentList },
  category: { query: pageQuery, response: contentList },
  get: { query: object({ peek: string() }), response: content },
  create: { body: contentCreation, response: content },
  update: { body: contentEdit, response: content },
  versions: {
    query: object({ peek: string() }),
    response: object({ versions: listOf(contentVersion) }).noUnknown(),
  },
  remove: { response: okResponse },
  setState: { body: saleStateForm, response: content },
  moderate: { body: moderationForm, response: object({ content }).noUnknown() },
  mine: { query: pageQuery, response: listOf(ownContent) },
  bought: { query: pageQuery, response: listOf(boughtContent) },
  statistics: {
    response: object({
      totalContents: countValue,
      totalViews: countValue,
      totalLikes: countValue,
      totalBuyers: countValue,
      totalRevenue: wonValue,
    }).noUnknown(),
  },
} satisfies FeatureSchemas;
