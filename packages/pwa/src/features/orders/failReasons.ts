/** What a buyer can do about a failed payment: try it again, pay in another way, or ask us. */
type Advice = "again" | "otherWay" | "ask" | "orders";

/** Why a payment failed, in our own words. */
export interface FailReason {
  title: string;
  message: string;
  advice: Advice;
  /** Whether the buyer left the window: then nothing failed. */
  isCancel?: boolean;
}

interface Known extends FailReason {
  codes: string;
}

/** The provider's codes, those of its script included, by what they come to for a buyer. */
const known: readonly Known[] = [
  {
    codes: "PAY_PROCESS_CANCELED USER_CANCEL",
    title: "결제를 취소했습니다",
    message: "결제창을 닫아 결제를 진행하지 않았습니다.",
    advice: "again",
    isCancel: true,
  },
  {
    codes: "PAY_PROCESS_ABORTED PAYMENT_REQUEST_ABORTED",
    title: "결제가 중단되었습니다",
    message: "결제가 끝나기 전에 중단되었습니다. 다시 시도해주세요.",
    advice: "again",
  },
  {
    codes: "REJECT_CARD_COMPANY INVALID_REJECT_CARD",
    title: "카드사에서 결제를 거절했습니다",
    message: "다른 결제 방법을 이용하거나 카드사에 문의해주세요.",
    advice: "otherWay",
  },
  {
    codes: "REJECT_CARD_PAYMENT REJECT_ACCOUNT_PAYMENT",
    title: "한도가 넘었거나 잔액이 부족합니다",
    message: "한도나 잔액을 확인한 뒤 다시 시도하거나 다른 결제 방법을 이용해주세요.",
    advice: "otherWay",
  },
  {
    codes:
      "EXCEED_MAX_AMOUNT EXCEED_MAX_PAYMENT_AMOUNT EXCEED_MAX_ONE_DAY_AMOUNT EXCEED_MAX_MONTHLY_PAYMENT_AMOUNT EXCEED_MAX_ONE_DAY_WITHDRAW_AMOUNT EXCEED_MAX_ONE_TIME_WITHDRAW_AMOUNT",
    title: "결제 한도를 넘었습니다",
    message: "지금 고른 결제 방법의 한도를 넘는 금액입니다. 다른 결제 방법을 이용해주세요.",
    advice: "otherWay",
  },
  {
    codes: "EXCEED_MAX_DAILY_PAYMENT_COUNT",
    title: "하루 결제 횟수를 넘었습니다",
    message: "오늘은 이 결제 방법으로 더 결제할 수 없습니다. 다른 결제 방법을 이용해주세요.",
    advice: "otherWay",
  },
  {
    codes: "EXCEED_MAX_AUTH_COUNT",
    title: "인증 횟수를 넘었습니다",
    message: "카드사 인증을 더 할 수 없습니다. 다른 결제 방법을 이용하거나 카드사에 문의해주세요.",
    advice: "otherWay",
  },
  {
    codes:
      "INVALID_CARD_EXPIRATION INVALID_CARD_NUMBER INVALID_CARD_PASSWORD INVALID_CARD_IDENTITY INVALID_BIRTH_DAY_FORMAT INVALID_PASSWORD",
    title: "결제 정보가 올바르지 않습니다",
    message: "카드 번호와 유효기간, 비밀번호를 확인한 뒤 다시 시도해주세요.",
    advice: "again",
  },
  {
    codes:
      "INVALID_STOPPED_CARD INVALID_CARD_LOST_OR_STOLEN NOT_SUPPORTED_CARD_TYPE NOT_REGISTERED_CARD_COMPANY",
    title: "사용할 수 없는 카드입니다",
    message: "정지되었거나 등록되지 않은 카드입니다. 다른 카드나 다른 결제 방법을 이용해주세요.",
    advice: "otherWay",
  },
  {
    codes:
      "EXCEED_MAX_CARD_INSTALLMENT_PLAN INVALID_CARD_INSTALLMENT_PLAN NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN_BELOW_AMOUNT",
    title: "할부로 결제할 수 없습니다",
    message: "이 카드나 금액으로는 고른 개월 수의 할부를 쓸 수 없습니다. 일시불로 다시 시도해주세요.",
    advice: "again",
  },
  {
    codes: "RESTRICTED_TRANSFER_ACCOUNT INVALID_ACCOUNT_INFO_RE_REGISTER REJECT_TOSSPAY_INVALID_ACCOUNT",
    title: "등록한 계좌로 결제할 수 없습니다",
    message:
      "계좌를 다시 등록하거나 다른 결제 방법을 이용해주세요. 새로 등록한 계좌는 12시간 뒤부터 쓸 수 있습니다.",
    advice: "otherWay",
  },
  {
    codes: "NOT_AVAILABLE_BANK NOT_AVAILABLE_PAYMENT",
    title: "지금은 결제할 수 없는 시간입니다",
    message:
      "은행이나 결제 서비스의 점검 시간입니다. 잠시 뒤에 다시 시도하거나 다른 결제 방법을 이용해주세요.",
    advice: "otherWay",
  },
  {
    codes: "NOT_SUPPORTED_METHOD NOT_ALLOWED_POINT_USE NOT_AVAILABLE_PAYMENT_BY_MERCHANT",
    title: "지금은 쓸 수 없는 결제 방법입니다",
    message: "다른 결제 방법을 골라주세요.",
    advice: "otherWay",
  },
  {
    codes: "BELOW_MINIMUM_AMOUNT",
    title: "결제할 수 없는 금액입니다",
    message: "이 결제 방법으로는 낼 수 없는 적은 금액입니다. 다른 결제 방법을 이용해주세요.",
    advice: "otherWay",
  },
  {
    codes: "FDS_ERROR",
    title: "안전을 위해 결제가 제한되었습니다",
    message:
      "결제사가 위험한 거래로 보아 막았습니다. 결제사가 보낸 문자로 본인 인증을 하거나 다른 결제 방법을 이용해주세요.",
    advice: "otherWay",
  },
  {
    codes: "NOT_FOUND_PAYMENT_SESSION NOT_FOUND_PAYMENT EXPIRED",
    title: "결제 시간이 만료되었습니다",
    message: "결제창을 연 뒤 시간이 너무 지났습니다. 다시 결제해주세요.",
    advice: "again",
  },
  {
    codes: "ALREADY_PROCESSED_PAYMENT DUPLICATED_ORDER_ID",
    title: "이미 처리된 결제입니다",
    message: "다시 결제하기 전에 구매 내역에서 결제되었는지 확인해주세요.",
    advice: "orders",
  },
  {
    codes:
      "PROVIDER_ERROR CARD_PROCESSING_ERROR COMMON_ERROR UNKNOWN_PAYMENT_ERROR FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING FAILED_INTERNAL_SYSTEM_PROCESSING FAILED_CARD_COMPANY_RESPONSE FAILED_DB_PROCESSING IDEMPOTENT_REQUEST_PROCESSING FORBIDDEN_CONSECUTIVE_REQUEST PAYMENT_REQUEST_FAIL INVALID_METHOD_TRANSACTION UNKNOWN",
    title: "결제사에 일시적인 오류가 있습니다",
    message: "잠시 뒤에 다시 시도하거나 다른 결제 방법을 이용해주세요.",
    advice: "again",
  },
  {
    codes: "NETWORK_ERROR POPUP_BLOCKED NOT_SUPPORTED_PROMISE",
    title: "결제창을 열지 못했습니다",
    message: "인터넷 연결과 팝업 차단을 확인한 뒤 다시 시도해주세요.",
    advice: "again",
  },
  {
    codes:
      "INVALID_REQUEST INVALID_API_KEY UNAUTHORIZED_KEY INCORRECT_BASIC_AUTH_FORMAT FORBIDDEN_REQUEST FORBIDDEN_SCRIPT UNAPPROVED_ORDER_ID INVALID_ORDER_ID INVALID_EMAIL INVALID_REQUIRED_PARAM NOT_FOUND_TERMINAL_ID INVALID_AUTHORIZE_AUTH INVALID_UNREGISTERED_SUBMALL NOT_REGISTERED_BUSINESS INVALID_PARAMETER INVALID_PARAMETERS INVALID_CLIENT_KEY INVALID_CUSTOMER_KEY INSECURE_KEY_USAGE NOT_SUPPORTED_WIDGET_KEY NOT_SUPPORTED_API_INDIVIDUAL_KEY V1_METHOD_NOT_SUPPORTED INVALID_METADATA INVALID_AMOUNT_VALUE INVALID_AMOUNT_CURRENCY BELOW_ZERO_AMOUNT INCORRECT_SUCCESS_URL_FORMAT INCORRECT_FAIL_URL_FORMAT",
    title: "결제 서비스에 문제가 있습니다",
    message: "노하우와 결제사 사이의 문제로 결제하지 못했습니다. 계속되면 문의해주세요.",
    advice: "ask",
  },
];

const unknown: FailReason = {
  title: "결제에 실패했습니다",
  message: "결제를 마치지 못했습니다. 잠시 뒤에 다시 시도하거나 다른 결제 방법을 이용해주세요.",
  advice: "again",
};

/** The words for a code of the provider, where it is a known one. */
export const knownReasonOf = (code: unknown): FailReason | undefined => {
  const found = known.find(({ codes }) => codes.split(" ").some((one) => one === code));
  if (!found) return undefined;
  const { codes: _, ...reason } = found;
  return reason;
};

/** The words for any code: neither an unknown one nor a message from outside is ever shown on our page. */
export const failReasonOf = (code: unknown): FailReason => knownReasonOf(code) ?? unknown;
