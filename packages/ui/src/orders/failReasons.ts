/** What /payment-fail shows; everything in its address may have been written by anyone. */
export interface FailReason {
  title: string;
  message: string;
  /** The provider's code, where it looks like one. */
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
  NOT_FOUND_PAYMENT_SESSION: {
    title: "결제 시간이 만료되었습니다",
    message: "결제 시간이 지나 더 진행할 수 없습니다. 다시 결제해주세요.",
  },
};

const most = 200;

/** Text of the address as plain words of one line, not too long; never markup, never direction tricks. */
const plain = (text: string): string => {
  const words = [
    ...text
      .normalize("NFC")
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ];
  return words.length > most ? `${words.slice(0, most).join("")}…` : words.join("");
};

/** Why a payment failed, from the provider's code and message. */
export const failReasonOf = (query: URLSearchParams): FailReason => {
  const given = query.get("code") ?? "";
  const code = /^[A-Z0-9_]{1,60}$/.test(given) ? given : undefined;
  const entry = code !== undefined && Object.hasOwn(known, code) ? known[code] : undefined;
  if (entry) return { ...entry, code };
  return {
    title: "결제에 실패했습니다",
    message: plain(query.get("message") ?? "") || "결제를 마치지 못했습니다. 잠시 후 다시 시도해주세요.",
    code,
  };
};

/** Whether the buyer left the window of their own will: nothing went wrong then. */
export const isCancel = ({ code }: FailReason): boolean =>
  code === "PAY_PROCESS_CANCELED" || code === "USER_CANCEL";
