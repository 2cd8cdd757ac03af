/** The states of a report: pending and reviewed are open, the others final. */
export const reportStatuses = ["pending", "reviewed", "resolved", "dismissed"] as const;
export type ReportStatus = (typeof reportStatuses)[number];

const statusLabels: Record<ReportStatus, string> = {
  pending: "대기중",
  reviewed: "검토중",
  resolved: "해결됨",
  dismissed: "기각됨",
};

/** What reports can be asked for by: one state, or several that belong together. */
export const reportFilters = {
  pending: ["pending"],
  reviewed: ["reviewed"],
  resolved: ["resolved"],
  dismissed: ["dismissed"],
  /** Looked at by an administrator. */
  processed: ["reviewed", "resolved", "dismissed"],
  /** Waiting for a decision, reopened ones too. */
  open: ["pending", "reviewed"],
  decided: ["resolved", "dismissed"],
} as const satisfies Record<string, readonly ReportStatus[]>;
export type ReportFilter = keyof typeof reportFilters;
// Object.keys forgets which keys there are.
export const reportFilterNames = Object.keys(reportFilters) as ReportFilter[];

/** Korean label of a report's state. */
export const reportStatusLabel = (status: ReportStatus): string => statusLabels[status];

/** Reasons of a report: code on the wire and Korean label. */
export const reportReasons = [
  { code: "spam", label: "스팸/광고" },
  { code: "harassment", label: "괴롭힘/욕설" },
  { code: "inappropriate_content", label: "부적절한 콘텐츠" },
  { code: "fraud", label: "사기/허위 정보" },
  { code: "hate_speech", label: "혐오 발언" },
  { code: "other", label: "기타" },
] as const;
export type ReportReason = (typeof reportReasons)[number]["code"];

const reasonLabels = new Map<string, string>(reportReasons.map(({ code, label }) => [code, label]));

/** Korean label of a report's reason; the code itself when it is unknown. */
export const reportReasonLabel = (code: string): string => reasonLabels.get(code) ?? code;

/** Targets of a report beside the other person's words in a room, with the field that names each. */
export const reportedFields = {
  content: "contentId",
  comment: "commentId",
  rating: "ratingId",
  rating_answer: "ratingId",
  question: "questionId",
  question_answer: "questionId",
} as const;

export type ReportedType = keyof typeof reportedFields;
/** Words at a content. */
export type WordsType = Exclude<ReportedType, "content">;

/** Targets of a report. */
export const reportTypes = ["content", "chat", "comment", "rating", "rating_answer", "question", "question_answer"] as const; // oxfmt-ignore
export type ReportType = (typeof reportTypes)[number];

const typeLabels: Record<ReportType, string> = {
  content: "콘텐츠",
  chat: "대화",
  comment: "댓글",
  rating: "후기",
  rating_answer: "후기 답변",
  question: "문의",
  question_answer: "문의 답변",
};

/** Whether a report is about words at a content. */
export const isOfWords = (type: ReportType): type is WordsType => type !== "content" && type !== "chat";

/** Korean label of a report's target. */
export const reportTypeLabel = (type: ReportType): string => typeLabels[type];
