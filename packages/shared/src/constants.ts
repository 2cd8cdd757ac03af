/** The 14 categories in the order of the market: code on the wire and Korean label. */
export const categories = [
  { code: "stock", label: "주식/투자" },
  { code: "certificate", label: "자격증/학습" },
  { code: "programming", label: "프로그래밍" },
  { code: "language", label: "외국어" },
  { code: "lifestyle", label: "생활/꿀팁" },
  { code: "career", label: "취업/커리어" },
  { code: "hobby", label: "취미/스킬" },
  { code: "relationship", label: "연애/심리" },
  { code: "music", label: "음악/악보" },
  { code: "playlist", label: "노래/플리" },
  { code: "health", label: "건강/웰빙" },
  { code: "sports", label: "스포츠/운동" },
  { code: "cooking", label: "요리/레시피" },
  { code: "template", label: "템플릿/리소스" },
] as const;

export type CategoryCode = (typeof categories)[number]["code"];

/** The codes alone, for schemas. */
export const categoryCodes: readonly CategoryCode[] = categories.map(({ code }) => code);

const labels = new Map<string, string>(categories.map(({ code, label }) => [code, label]));

/** Korean label of a category code; the code itself when it is unknown. */
export const categoryLabel = (code: string): string => labels.get(code) ?? code;

/** Bytes of a megabyte, as the limits count them. */
export const megabyte = 1024 * 1024;

/** What an uploaded object is for; absent means anything, with the smallest limit. */
export const objectKinds = ["file", "extra", "preview", "profile", "rating"] as const;
export type ObjectKind = (typeof objectKinds)[number];

/** Largest upload in bytes for each kind; `default` when no kind is given. */
export const uploadLimits = {
  file: 500 * megabyte,
  extra: 50 * megabyte,
  preview: 10 * megabyte,
  profile: 5 * megabyte,
  rating: 10 * megabyte,
  default: 10 * megabyte,
} as const satisfies Record<ObjectKind | "default", number>;

/** The most pixels, width times height, that an image may have. */
export const maxImagePixels = 64_000_000;

/** Bytes that one person may store. */
export const storageQuota = 10 * 1024 * megabyte;

/** How many files and preview images one content may have. */
export const maxFiles = 5;
/** So long a seller may take a content off sale until a date. */
export const maxPauseDays = 365;
export const maxPreviews = 5;
/** Tags of a content. */
export const maxTags = 10;
/** How many pictures one rating may have. */
export const maxRatingPictures = 3;

/** Widths in pixels in which preview images are served; the second is the largest without a purchase. */
export const previewWidths = [320, 640, 1280] as const;

/** Least and greatest lengths of what people say about themselves. */
export const fieldLengths = {
  name: { min: 2, max: 5 },
  userId: { min: 5, max: 20 },
  nickname: { min: 2, max: 20 },
  phoneNumber: { min: 8, max: 20 },
} as const;

/** Lengths of what people write. */
export const textLimits = {
  title: 255,
  description: 20_000,
  comment: 1_000,
  rating: 2_000,
  pictureAlt: 200,
  question: 500,
  answer: 2_000,
  fileName: 150,
  message: 2_000,
  subject: 200,
  reportDetails: 500,
  refundReason: 500,
  versionNote: 500,
  reviewNotes: 2_000,
  penaltyReason: 500,
  introduction: 500,
  tag: 20,
} as const;

/** Pages of lists: how many entries when nothing is asked, and the most that may be asked. */
export const pageSize = { default: 20, max: 100, rooms: 50, messages: 50, maxMessages: 200 } as const;

/** How long a bank account check is good for, and how long an order may wait for its payment, in minutes. */
export const verificationMinutes = 30;
export const orderMinutes = 40;

/** Days for which a given-up nickname is reserved for its former owner. */
export const nicknameReservationDays = 30;

/** Minutes for which a password that was entered counts as fresh. */
export const freshPasswordMinutes = 10;

/**
 * Wrong tries at recovering an account: of an address an hour, of an id or e-mail address a day, and an hour of a browser
 * that signed in to the account before, which the other two do not count.
 */
export const recoveryTries = { perAddress: 5, perIdentifier: 30, perKnownBrowser: 5 } as const;

/** Days in which a purchase can be returned. */
export const refundDays = 7;

/** Working days of Korea in which an administrator decides about a refund. */
export const refundDecisionDays = 3;

/** Names the words of the consent that is given before paying; a new name with every change of them. */
export const consentVersion = "2026-11-29";

/** Days of a suspension by an administrator, and of the one that the second warning brings. */
export const suspensionDays = [1, 7, 30] as const;
export const secondWarningDays = 7;

/** Active warnings that end in a ban. */
export const warningsToBan = 3;

/** Milliseconds between two looks at what others may have written, while the page is visible and online. */
export const pollIntervals = {
  chatMessages: 3_000,
  adminReports: 30_000,
  adminChats: 5_000,
  adminMessages: 2_000,
  penalty: 30_000,
  /** A banned person has no stream of news: after the lifting they are let in within the second. */
  lifting: 1_000,
} as const;
