import { refundDays, refundDecisionDays } from "@knowhow/shared";

/** How long a card takes to show a cancelled payment, as the terms say. */
const cardDays = "3~5일";

/** The words when the device does not have the dialog and can not fetch it. */
export const refundDialogFailure = "환불 화면을 불러오지 못했습니다";

/** Loads the dialog that requests a refund. */
export const loadRefundDialog = async () => (await import("./RefundDialog.tsx")).RefundDialog;

/**
 * The rules of refunds in plain words: shown before paying, before the first opening, before a request and in the FAQ.
 * The terms have the same rules in their own words.
 */
export const refundRules = {
  opening:
    "파일을 다운로드하거나 열기, 링크 열기, AI 요약은 모두 콘텐츠를 연 것이에요. 미리 읽기와 미리보기는 아니에요.",
  unopened: `결제한 뒤 ${refundDays}일 안에, 아직 열지 않은 콘텐츠는 요청하면 바로 환불돼요.`,
  opened: `콘텐츠를 열면 청약철회가 제한돼요. 그 뒤의 환불 요청은 ${refundDays}일 안에 할 수 있고, 관리자가 영업일 기준 ${refundDecisionDays}일 안에 확인하고 결정해요.`,
  whole: "환불은 언제나 전액이에요. 부분 환불은 되지 않아요.",
  card: `카드 결제는 환불한 날부터 ${cardDays} 안에 취소가 반영돼요.`,
  after: "환불이 승인되면 콘텐츠를 더 이용할 수 없고, 환불이 끝나면 채팅방은 읽기만 할 수 있어요.",
  defect:
    "콘텐츠가 설명과 다르거나 열 수 없으면, 받은 날부터 3개월, 그 사실을 안 날부터 30일 안에 1:1 문의로 환불을 요청할 수 있어요.",
} as const;
