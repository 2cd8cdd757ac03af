import { refundDays, refundDecisionDays } from "@knowhow/shared";

/** Texts that administrators write often; inserted at the cursor, to be edited before they are sent. */
export const quickAnswers = [
  { label: "확인 중", text: "문의 주셔서 고맙습니다. 내용을 확인하고 있으니 잠시만 기다려주세요." },
  { label: "정보 요청", text: "확인을 위해 주문번호와 콘텐츠 제목을 알려주세요." },
  {
    label: "환불 안내",
    text: `결제하신 때부터 ${refundDays}일 안에는 콘텐츠 화면이나 내 정보의 구매한 콘텐츠에서 환불을 요청하실 수 있습니다. 열지 않은 콘텐츠는 바로 환불되고, 연 콘텐츠는 관리자가 영업일 기준 ${refundDecisionDays}일 안에 확인하고 결정합니다. 환불은 전액이며 카드 결제는 3~5일 안에 취소가 반영됩니다.`,
  },
  { label: "신고 안내", text: "해당 콘텐츠나 대화에서 신고해주시면 확인한 뒤 결과를 알려드리겠습니다." },
  { label: "마무리", text: "더 궁금하신 점이 있으면 언제든지 문의해주세요. 고맙습니다." },
] as const;
