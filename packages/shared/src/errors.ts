/** Every failure a caller can see: its HTTP status and its Korean text, ready to show. */
export const errors = {
  VALIDATION: { status: 400, message: "입력값을 확인해주세요." },
  BAD_JSON: { status: 400, message: "요청 형식이 올바르지 않습니다." },
  WRONG_PASSWORD: { status: 400, message: "현재 비밀번호가 일치하지 않습니다." },
  ACCOUNT_NOT_VERIFIED: { status: 400, message: "먼저 계좌 실명 인증을 완료해주세요." },
  FILE_OR_LINK_REQUIRED: { status: 400, message: "파일을 업로드하거나 외부 링크를 입력해주세요." },
  UNTRUSTED_LINK: {
    status: 400,
    message: "신뢰할 수 있는 파일 공유 서비스의 HTTPS 링크만 등록할 수 있습니다.",
  },
  PRICE_TOO_LOW: { status: 400, message: "유료 콘텐츠의 최소 판매금액은 1,500원입니다" },
  BANK_ACCOUNT_REQUIRED: { status: 400, message: "판매대금 정산용 계좌 정보가 필요합니다" },
  AMOUNT_MISMATCH: {
    status: 400,
    message: "결제 금액이 주문 금액과 다릅니다. 금액을 확인한 뒤 다시 시도해주세요.",
  },
  NOT_FREE: { status: 400, message: "무료 콘텐츠가 아닙니다. 결제를 진행해주세요." },
  LOGIN_REQUIRED: { status: 401, message: "로그인이 필요합니다." },
  WRONG_CREDENTIALS: { status: 401, message: "이메일/아이디 또는 비밀번호가 잘못되었습니다." },
  PAYMENT_REFUSED: { status: 402, message: "결제가 승인되지 않았습니다." },
  CROSS_SITE: { status: 403, message: "다른 사이트에서 보낸 요청은 처리할 수 없습니다." },
  MUST_CHANGE_PASSWORD: {
    status: 403,
    message: "임시 비밀번호로 로그인했습니다. 먼저 비밀번호를 변경해주세요.",
  },
  PASSWORD_REQUIRED: { status: 403, message: "본인 확인을 위해 비밀번호를 다시 입력해주세요." },
  BANNED: { status: 403, message: "서비스 이용이 영구 제한된 계정입니다." },
  SUSPENDED: { status: 403, message: "서비스 이용이 일시 정지된 계정입니다." },
  ADMIN_ONLY: { status: 403, message: "관리자만 접근할 수 있는 페이지입니다." },
  NOT_OWNER: { status: 403, message: "권한이 없습니다." },
  OWN_CONTENT: { status: 403, message: "자신의 콘텐츠에는 할 수 없습니다." },
  PURCHASE_REQUIRED: { status: 403, message: "콘텐츠를 구매 후 이용할 수 있습니다." },
  NOT_OPENED: { status: 403, message: "콘텐츠를 열어 본 뒤 이용할 수 있습니다." },
  CANNOT_REPORT_ADMIN: { status: 403, message: "관리자는 신고할 수 없습니다." },
  TOO_LATE: { status: 403, message: "5분이 지나 고칠 수 없습니다." },
  UPLOAD_ADDRESS_INVALID: { status: 403, message: "업로드 주소가 올바르지 않거나 만료되었습니다." },
  NOT_FOUND: { status: 404, message: "요청하신 정보를 찾을 수 없습니다." },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    message: "입력하신 정보와 일치하는 계정을 찾을 수 없습니다. 정보를 다시 확인해주세요.",
  },
  USER_ID_TAKEN: { status: 409, message: "이미 사용 중인 아이디입니다." },
  NICKNAME_TAKEN: { status: 409, message: "이미 사용 중인 닉네임입니다." },
  EMAIL_TAKEN: { status: 409, message: "이미 사용 중인 이메일입니다." },
  ALREADY_PURCHASED: { status: 409, message: "이미 구매한 콘텐츠입니다." },
  NOT_ON_SALE: { status: 409, message: "멘토가 판매를 잠시 멈춘 콘텐츠입니다. 지금은 구매할 수 없습니다." },
  ORDER_EXPIRED: { status: 409, message: "결제 시간이 지난 주문입니다. 다시 주문해주세요." },
  ORDER_FAILED: { status: 409, message: "결제에 실패한 주문입니다. 다시 주문해주세요." },
  PAYMENT_PENDING: { status: 409, message: "결제를 확인하고 있습니다. 잠시 후 다시 확인해주세요." },
  EDIT_CONFLICT: {
    status: 409,
    message: "다른 곳에서 먼저 수정되었습니다. 최신 내용을 확인한 뒤 다시 저장해주세요.",
  },
  TOO_MANY_DRAFTS: {
    status: 409,
    message: "임시 저장은 50개까지 할 수 있습니다. 쓰지 않는 임시 저장을 삭제한 뒤 다시 시도해주세요.",
  },
  TOO_MANY: { status: 409, message: "지금은 더 남길 수 없습니다." },
  SYNONYMS_KNOWN: { status: 409, message: "이미 등록된 동의어입니다." },
  UPLOAD_OFFSET: { status: 409, message: "업로드를 이어서 할 위치가 다릅니다. 다시 시도해주세요." },
  ALREADY_RATED: { status: 409, message: "이미 평점을 남기셨습니다." },
  ALREADY_REPORTED: { status: 409, message: "이미 신고하셨습니다. 접수된 신고를 검토하고 있습니다." },
  ALREADY_PROCESSED: { status: 409, message: "이미 처리된 신고입니다. 처리 결과를 확인해주세요." },
  STANDING_CHANGED: {
    status: 409,
    message:
      "그사이 이 사용자의 제재 상태가 바뀌어 처리하지 않았습니다. 지금 상태를 확인한 뒤 다시 결정해주세요.",
  },
  LEASED: { status: 409, message: "다른 관리자가 보고 있는 신고입니다." },
  ALREADY_RESOLVED: { status: 409, message: "이미 확인한 알림입니다." },
  NOT_REFUNDABLE: { status: 409, message: "환불할 수 없는 주문입니다." },
  ALREADY_IN_STATE: { status: 409, message: "이미 처리되었습니다. 화면을 새로고침해 확인해주세요." },
  NOT_FAILED: {
    status: 409,
    message: "보류되었거나 지급에 실패한 정산만 보류를 풀거나 다시 지급할 수 있습니다.",
  },
  NOT_CLOSABLE: { status: 409, message: "끝낼 수 있는 회수할 금액이 없습니다." },
  NOT_HOLDABLE: { status: 409, message: "지급 중이거나 이미 끝난 정산은 보류할 수 없습니다." },
  ALREADY_HELD: { status: 409, message: "이미 관리자가 보류한 정산입니다." },
  NOT_RELEASABLE: {
    status: 409,
    message: "관리자가 풀 수 없는 사유로 보류된 정산입니다. 사유가 끝나면 저절로 진행됩니다.",
  },
  NOT_PROCESSED: { status: 409, message: "아직 처리되지 않은 신고입니다." },
  ALREADY_LIFTED: { status: 409, message: "이미 해제된 제재입니다." },
  ROOM_INACTIVE: { status: 409, message: "종료된 대화입니다. 지난 메시지는 계속 볼 수 있습니다." },
  OPEN_BUSINESS: {
    status: 409,
    message: "진행 중인 주문이나 정산이 있어 탈퇴할 수 없습니다. 모두 마무리된 뒤 다시 시도해주세요.",
  },
  IDEMPOTENCY_KEY_REUSED: { status: 409, message: "이미 다른 요청에 사용된 키입니다." },
  IN_PROGRESS: { status: 409, message: "같은 요청을 처리하고 있습니다. 잠시 후 다시 시도해주세요." },
  DEVICE_KEY_GONE: { status: 410, message: "이 기기에 보관한 내용의 키가 삭제되었습니다." },
  UPLOAD_PROTOCOL: { status: 412, message: "지원하지 않는 업로드 방식입니다." },
  TOO_LARGE: { status: 413, message: "크기 제한을 넘었습니다." },
  UNSUPPORTED_TYPE: { status: 415, message: "지원하지 않는 형식입니다." },
  RANGE_NOT_SATISFIABLE: { status: 416, message: "요청한 범위를 제공할 수 없습니다." },
  NO_TEXT: { status: 422, message: "읽을 수 있는 글이 없는 파일입니다." },
  NOT_DRAWABLE: {
    status: 422,
    message: "그림으로 볼 수 없는 파일입니다. 다운로드해 확인해주세요.",
  },
  UPLOAD_BUSY: { status: 423, message: "파일을 처리하고 있습니다. 잠시 후 다시 시도해주세요." },
  RATE_LIMITED: { status: 429, message: "요청이 너무 많습니다. 잠시 후 다시 시도해주세요." },
  LOGIN_LOCKED: { status: 429, message: "로그인 시도가 너무 많습니다. 잠시 후 다시 시도해주세요." },
  AI_LIMIT: {
    status: 429,
    message: "오늘 사용할 수 있는 AI 도우미 횟수를 모두 사용했습니다. 내일 다시 이용해주세요.",
  },
  INTERNAL: { status: 500, message: "일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요." },
  PROVIDER_ERROR: {
    status: 502,
    message: "외부 서비스에서 일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요.",
  },
  UNAVAILABLE: { status: 503, message: "서비스가 일시적으로 불안정합니다. 잠시 후 다시 시도해주세요." },
} as const satisfies Record<string, { status: number; message: string }>;

/** A code of the table of errors. */
export type ErrorCode = keyof typeof errors;

/** What an error carries beside its code: another text, wrong fields, seconds to wait, or keys for the body. */
export interface ErrorDetails {
  message?: string;
  fields?: Record<string, string>;
  retryAfter?: number;
  extra?: Record<string, unknown>;
}

/** A failure of the product: thrown by the server, written by its error handler, rebuilt by the client. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? errors[code].message);
    this.name = "AppError";
    this.code = code;
    this.status = errors[code].status;
    this.details = details;
  }
}

/** Tells whether a text is one of our error codes. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === "string" && Object.hasOwn(errors, value);
