/**
 * The provider's error codes with their HTTP status and official Korean message, as far as a shop can meet
 * them. A code that `declines` is the card company's final no: the payment is aborted by it.
 */
const errorTable = {
  ALREADY_PROCESSED_PAYMENT: { status: 400, message: "이미 처리된 결제 입니다." },
  PROVIDER_ERROR: { status: 400, message: "일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요." },
  INVALID_REQUEST: { status: 400, message: "잘못된 요청입니다." },
  INVALID_TRANSACTION_KEY: { status: 400, message: "잘못된 페이징 키 입니다." },
  INVALID_API_KEY: { status: 400, message: "잘못된 시크릿키 연동 정보 입니다." },
  INVALID_IDEMPOTENCY_KEY: { status: 400, message: "멱등키는 300자 이하여야 합니다." },
  DUPLICATED_ORDER_ID: {
    status: 400,
    message: "이미 승인 및 취소가 진행된 중복된 주문번호 입니다. 다른 주문번호로 진행해주세요.",
  },
  UNAPPROVED_ORDER_ID: { status: 400, message: "아직 승인되지 않은 주문번호입니다." },
  BELOW_MINIMUM_AMOUNT: {
    status: 400,
    message: "신용카드는 결제금액이 100원 이상, 계좌는 200원이상부터 결제가 가능합니다.",
  },
  CARD_PROCESSING_ERROR: { status: 400, message: "카드사에서 오류가 발생했습니다.", declines: true },
  INVALID_CARD_EXPIRATION: {
    status: 400,
    message: "카드 정보를 다시 확인해주세요. (유효기간)",
    declines: true,
  },
  INVALID_STOPPED_CARD: { status: 400, message: "정지된 카드 입니다.", declines: true },
  INVALID_REJECT_CARD: {
    status: 400,
    message: "카드 사용이 거절되었습니다. 카드사 문의가 필요합니다.",
    declines: true,
  },
  INVALID_CARD_LOST_OR_STOLEN: { status: 400, message: "분실 혹은 도난 카드입니다.", declines: true },
  EXCEED_MAX_AMOUNT: { status: 400, message: "거래금액 한도를 초과했습니다.", declines: true },
  EXCEED_MAX_DAILY_PAYMENT_COUNT: {
    status: 400,
    message: "하루 결제 가능 횟수를 초과했습니다.",
    declines: true,
  },
  EXCEED_MAX_PAYMENT_AMOUNT: {
    status: 400,
    message: "하루 결제 가능 금액을 초과했습니다.",
    declines: true,
  },
  EXCEED_MAX_CARD_INSTALLMENT_PLAN: {
    status: 400,
    message: "설정 가능한 최대 할부 개월 수를 초과했습니다.",
    declines: true,
  },
  ALREADY_CANCELED_PAYMENT: { status: 400, message: "이미 취소된 결제 입니다." },
  NOT_MATCHES_REFUNDABLE_AMOUNT: { status: 400, message: "잔액 결과가 일치하지 않습니다." },
  REFUND_REJECTED: { status: 400, message: "환불이 거절됐습니다. 결제사에 문의 부탁드립니다." },
  UNAUTHORIZED_KEY: { status: 401, message: "인증되지 않은 시크릿 키 혹은 클라이언트 키 입니다." },
  INCORRECT_BASIC_AUTH_FORMAT: {
    status: 403,
    message: "잘못된 요청입니다. ':' 를 포함해 인코딩해주세요.",
  },
  REJECT_CARD_PAYMENT: {
    status: 403,
    message: "한도초과 혹은 잔액부족으로 결제에 실패했습니다.",
    declines: true,
  },
  REJECT_CARD_COMPANY: { status: 403, message: "결제 승인이 거절되었습니다.", declines: true },
  FDS_ERROR: {
    status: 403,
    message: "[토스페이먼츠] 위험거래가 감지되어 결제가 제한됩니다.",
    declines: true,
  },
  EXCEED_MAX_AUTH_COUNT: {
    status: 403,
    message: "최대 인증 횟수를 초과했습니다. 카드사로 문의해주세요.",
    declines: true,
  },
  FORBIDDEN_REQUEST: { status: 403, message: "허용되지 않은 요청입니다." },
  FORBIDDEN_CONSECUTIVE_REQUEST: {
    status: 403,
    message: "반복적인 요청은 허용되지 않습니다. 잠시 후 다시 시도해주세요.",
  },
  FORBIDDEN_SELLER_PAYOUT: { status: 403, message: "지급대행을 요청할 수 없는 셀러입니다." },
  NOT_CANCELABLE_AMOUNT: { status: 403, message: "취소 할 수 없는 금액 입니다." },
  NOT_CANCELABLE_PAYMENT: { status: 403, message: "취소 할 수 없는 결제 입니다." },
  EXCEED_MAX_REFUND_DUE: { status: 403, message: "환불 가능한 기간이 지났습니다." },
  NOT_FOUND: { status: 404, message: "존재하지 않는 정보 입니다." },
  NOT_FOUND_PAYMENT: { status: 404, message: "존재하지 않는 결제 정보 입니다." },
  NOT_FOUND_PAYMENT_SESSION: {
    status: 404,
    message: "결제 시간이 만료되어 결제 진행 데이터가 존재하지 않습니다.",
  },
  IDEMPOTENT_REQUEST_PROCESSING: { status: 409, message: "이전 멱등 요청이 처리중입니다." },
  FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING: {
    status: 500,
    message: "결제가 완료되지 않았어요. 다시 시도해주세요.",
  },
  FAILED_INTERNAL_SYSTEM_PROCESSING: {
    status: 500,
    message: "내부 시스템 처리 작업이 실패했습니다. 잠시 후 다시 시도해주세요.",
  },
  FAILED_REFUND_PROCESS: {
    status: 500,
    message: "은행 응답시간 지연이나 일시적인 오류로 환불요청에 실패했습니다.",
  },
  UNKNOWN_PAYMENT_ERROR: {
    status: 500,
    message: "결제에 실패했어요. 같은 문제가 반복된다면 은행이나 카드사로 문의해주세요.",
  },
  COMMON_ERROR: { status: 500, message: "일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요." },
} satisfies Record<string, ErrorEntry>;

interface ErrorEntry {
  status: number;
  message: string;
  declines?: boolean;
}

/** A code of the provider's that the stand-in knows by heart. */
export type StandinErrorCode = keyof typeof errorTable;

const entries = new Map<string, ErrorEntry>(Object.entries(errorTable));

/** An answer that is not 200, in the provider's words; changes made before it was thrown stay. */
export class StandinError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.name = "StandinError";
    this.code = code;
    this.status = status;
  }
}

/** The provider's answer for a code of the table, with another message where one code has several. */
export function standinError(code: StandinErrorCode, message?: string): StandinError {
  return new StandinError(code, errorTable[code].status, message ?? errorTable[code].message);
}

/** The answer for any code a developer asks for; one that the table does not have is a plain 400. */
export function errorForCode(code: string): StandinError {
  const entry = entries.get(code);
  return new StandinError(code, entry?.status ?? 400, entry?.message ?? "잘못된 요청입니다.");
}

/** Whether the code is a card company's final refusal, after which the payment can not be confirmed any more. */
export function isDecline(code: string): boolean {
  return entries.get(code)?.declines === true;
}

/** PostgreSQL's complaints about text that it can not hold, such as one with a zero byte in it. */
const unstorable = new Set(["22021", "22P05"]);

/** Any thrown value as an answer: the provider's own, a refusal of impossible text, or its "try again". */
export function toStandinError(error: unknown): StandinError {
  if (error instanceof StandinError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return standinError(unstorable.has(code) ? "INVALID_REQUEST" : "FAILED_INTERNAL_SYSTEM_PROCESSING");
}
