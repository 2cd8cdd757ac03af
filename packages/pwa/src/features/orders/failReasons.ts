/** The words of /payment-fail; its address is not trusted. */
export interface FailReason {
  title: string;
  message: string;
  /** The provider's code, where it is a known one. */
  code: string | undefined;
}

const known: Record<string, Pick<FailReason, "title" | "message">> = {
  PAY_PROCESS_CANCELED: { title: "결제를 취소했습니다", message: "사용자에 의해 결제가 취소되었습니다." },
  USER_CANCEL: { title: "결제를 취소했습니다", message: "사용자에 의해 결제가 취소되었습니다." },
  PAY_PROCESS_ABORTED: {
    title: "결제가 중단되었습니다",
    message: "결제 진행 중 승인에 실패하여 결제가 중단되었습니다. 다시 시도해주세요.",
  },
  REJECT_CARD_COMPANY: {
    title: "카드사에서 결제를 거절했습니다",
    message: "결제 승인이 거절되었습니다. 다른 카드를 쓰거나 카드사에 문의해주세요.",
  },
  REJECT_CARD_PAYMENT: {
    title: "카드사에서 결제를 거절했습니다",
    message: "한도초과 혹은 잔액부족으로 결제에 실패했습니다. 다른 카드로 다시 시도해주세요.",
  },
  INVALID_CARD_EXPIRATION: {
    title: "카드 정보가 올바르지 않습니다",
    message: "카드 정보를 다시 확인해주세요. 유효기간이 지난 카드는 쓸 수 없습니다.",
  },
  INVALID_STOPPED_CARD: {
    title: "사용할 수 없는 카드입니다",
    message: "정지된 카드입니다. 다른 카드로 다시 시도해주세요.",
  },
  EXCEED_MAX_AMOUNT: {
    title: "결제 한도를 넘었습니다",
    message: "거래금액 한도를 초과했습니다. 다른 카드로 다시 시도해주세요.",
  },
  NOT_FOUND_PAYMENT_SESSION: {
    title: "결제 시간이 만료되었습니다",
    message: "결제 시간이 지나 더 진행할 수 없습니다. 다시 결제해주세요.",
  },
};

const unknown = {
  title: "결제에 실패했습니다",
  message: "결제를 마치지 못했습니다. 잠시 후 다시 시도하거나 다른 카드를 이용해주세요.",
} as const;

/**
 * Why a payment failed, in our own words by the provider's code. An address can be forged: neither its message nor an
 * unknown code is shown on our page.
 */
export const failReasonOf = (query: URLSearchParams): FailReason => {
  const code = query.get("code") ?? "";
  const entry = Object.hasOwn(known, code) ? known[code] : undefined;
  return entry ? { ...entry, code } : { ...unknown, code: undefined };
};

/** Whether the buyer closed the window: then nothing failed. */
export const isCancel = ({ code }: FailReason): boolean =>
  code === "PAY_PROCESS_CANCELED" || code === "USER_CANCEL";
