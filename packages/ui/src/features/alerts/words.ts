import { formatWon, type Alert as Call } from "@knowhow/shared";

/** The labels of an alert's facts, in their order. */
const labels: Readonly<Record<string, string>> = {
  orderNumber: "주문번호",
  content: "콘텐츠",
  seller: "멘토",
  buyer: "구매자",
  amount: "구매자 결제액",
  sellerAmount: "정산액",
  day: "날짜",
  due: "결정하기로 한 날",
  what: "구분",
  problem: "차이",
  theirs: "결제사 기록",
  ours: "우리 장부",
  expected: "주문 금액",
  charged: "결제된 금액",
  cancelled: "결제사에서 취소된 금액",
  left: "취소되지 않은 금액",
  transferred: "이체로 환불한 금액",
  won: "금액",
  status: "상태",
  code: "결제사의 오류 코드",
  payoutId: "결제사의 지급 번호",
  task: "작업",
  payload: "작업에 주어진 값",
};
const order = Object.keys(labels);

const money: ReadonlySet<string> = new Set([
  "amount", "sellerAmount", "theirs", "ours", "expected", "charged", "cancelled", "left", "transferred", "won",
]); // oxfmt-ignore

const states: Readonly<Record<string, string>> = {
  // Our orders.
  pending: "결제 전",
  confirming: "결제 확인 중",
  paid: "결제됨",
  failed: "결제 실패",
  expired: "결제 시간 지남",
  refund_requested: "환불 요청됨",
  refunding: "환불 중",
  refunded: "환불됨",
  // The provider's payments.
  READY: "결제 준비",
  IN_PROGRESS: "결제 중",
  WAITING_FOR_DEPOSIT: "입금 대기",
  DONE: "결제 완료",
  CANCELED: "결제 취소됨",
  PARTIAL_CANCELED: "결제 일부 취소됨",
  ABORTED: "결제 실패",
  EXPIRED: "결제 시간 지남",
  // The provider's sellers.
  APPROVAL_REQUIRED: "본인인증 필요",
  PARTIALLY_APPROVED: "일부 승인",
  KYC_REQUIRED: "추가 확인(KYC) 필요",
  APPROVED: "승인됨",
};

const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: states,
  what: { charge: "결제", cancel: "취소" },
  problem: {
    "missing here": "우리 장부에 없어요",
    "missing at the provider": "결제사 기록에 없어요",
    "another amount": "금액이 달라요",
  },
};

const valueOf = (name: string, value: string): string => {
  if (money.has(name) && /^-?\d+$/.test(value)) return formatWon(Number(value));
  return values[name]?.[value] ?? value;
};

interface Fact {
  name: string;
  label: string;
  value: string;
}

/** The facts of an alert, in words; a fact without a label stands at the end under its own name. */
export const factsOf = ({ detail }: Pick<Call, "detail">): Fact[] => {
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return detail
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => ({ name, label: labels[name] ?? name, value: valueOf(name, value) }))
    .sort((one, other) => placeOf(one.name) - placeOf(other.name));
};

/** Whether its facts name it; else its bare subject has to. */
export const isNamed = ({ detail }: Pick<Call, "detail">): boolean =>
  detail.some(({ name }) => name === "orderNumber" || name === "seller");
