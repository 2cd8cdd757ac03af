import { amountsOf, feePercent, fileExtensions, formatWon, maxFiles, refundDays } from "@knowhow/shared";
import { refundRules } from "../../orders/refundRules.ts";
import type { QuestionGroup } from "../faq.ts";
import { figures } from "./figures.ts";

const example = amountsOf(10_000);

/** Questions of buyers and mentors. */
export const faqTrade: readonly QuestionGroup[] = [
  {
    id: "payment",
    title: "결제",
    questions: [
      {
        id: "ask-mentor",
        question: "구매하기 전에 멘토에게 물어볼 수 있나요?",
        answer: [
          "로그인하면 콘텐츠 화면 아래의 구매 전 문의에 남길 수 있어요. 멘토가 그 자리에서 답변하고, 문의와 답변은 누구나 볼 수 있어요. 답변을 기다리는 문의는 콘텐츠마다 3개까지예요.",
        ],
      },
      {
        id: "price",
        question: "보이는 가격이 최종 결제 금액인가요?",
        answer: [
          `네. 화면의 가격에는 구매 수수료 ${feePercent}%가 이미 들어 있어요. 결제할 때 더해지는 금액은 없어요.`,
        ],
      },
      {
        id: "how-to-pay",
        question: "어떤 방법으로 결제하나요?",
        answer: [
          "콘텐츠 화면에서 구매하기를 누르면 토스페이먼츠 결제창이 열려요. 카드 번호는 토스페이먼츠에만 전달되고 노하우에는 저장되지 않아요.",
        ],
      },
      {
        id: "paid-twice",
        question: "결제하다가 화면이 꺼졌어요. 두 번 결제되나요?",
        answer: [
          "아니요. 한 주문은 한 번만 결제돼요. 다시 로그인하면 결제 결과를 확인할 수 있고, 승인되지 않은 주문은 자동으로 취소돼요.",
          "내 정보의 구매한 콘텐츠에 보이지 않으면 잠시 후 다시 확인해주세요.",
        ],
        links: [{ to: "/profile", label: "구매한 콘텐츠 보기" }],
      },
      {
        id: "refund",
        question: "환불은 어떻게 요청하나요?",
        answer: [
          `콘텐츠 화면이나 내 정보의 구매한 콘텐츠에서 ‘환불 요청’을 누르고 이유를 적어주세요. 결정되기 전에는 요청을 취소할 수 있어요.`,
          refundRules.unopened,
          `${refundRules.opened} ${refundRules.opening}`,
          `${refundRules.whole} ${refundRules.card} ${refundRules.after}`,
          "결제사가 결제를 취소하지 못하면 관리자가 다시 결정하고, 카드 취소 대신 구매자의 계좌로 보내드릴 수 있어요. 그때까지 콘텐츠를 열 수 없고 요청을 취소할 수도 없어요.",
          refundRules.defect,
        ],
        links: [
          { to: "/profile#purchases", label: "구매한 콘텐츠 보기" },
          { to: "/user-admin-chats", label: "환불 문의하기" },
          { to: "/terms#refund", label: "환불 정책" },
        ],
      },
      {
        id: "receipt",
        question: "영수증은 어디에서 보나요?",
        answer: [
          "내 정보의 구매한 콘텐츠에서 영수증을 열 수 있어요. 카드로 결제했다면 매출전표도 함께 볼 수 있어요.",
          "카드가 아닌 수단으로 10만원 이상 결제하면 소득공제용 현금영수증이 발급돼요.",
        ],
        links: [{ to: "/profile", label: "내 정보" }],
      },
    ],
  },
  {
    id: "selling",
    title: "업로드·판매",
    questions: [
      {
        id: "file-limits",
        question: "어떤 파일을 올릴 수 있나요?",
        answer: [
          `${fileExtensions.join(", ")} 파일을 ${maxFiles}개까지 올릴 수 있어요. 대표 파일은 ${figures.file}, 추가 파일은 ${figures.extra}까지예요.`,
          `미리보기 이미지는 ${figures.preview}까지 올릴 수 있어요. 파일 대신 Google Drive나 Notion 같은 신뢰할 수 있는 서비스의 HTTPS 링크 하나를 등록할 수도 있어요.`,
        ],
        links: [{ to: "/terms#files", label: "파일 기준 자세히 보기" }],
      },
      {
        id: "trial",
        question: "구매하기 전에 파일의 어디까지 읽을 수 있나요?",
        answer: [
          `멘토가 고른 부분을 누구나 읽을 수 있어요. 고르지 않으면 파일마다 앞에서부터 10분의 1(적어도 한 쪽, 많아도 다섯 쪽)이 보이고, 세 쪽이 안 되는 파일은 첫 쪽의 윗부분만 보여요. PDF는 쪽마다 그림으로, 다른 문서는 글과 표로 옮겨 보여요. 시트는 20행까지를 한 쪽으로 세요. 압축 파일과 외부 링크에는 미리 읽기가 없어요.`,
          `멘토는 콘텐츠 화면의 ‘미리 읽기’에서 언제든 바꿀 수 있어요. 유료 콘텐츠는 제안된 쪽수나 글의 10분의 1은 보여야 하고, 전체를 보여줄 수는 없어요.`,
        ],
      },
      {
        id: "seller-fee",
        question: "판매 수수료는 얼마인가요?",
        answer: [
          `판매가의 ${feePercent}%예요. 판매가가 ${formatWon(example.price)}이면 구매자는 ${formatWon(example.totalAmount)}을 결제하고, 멘토는 ${formatWon(example.sellerAmount)}을 정산받아요.`,
        ],
      },
      {
        id: "price-range",
        question: "가격은 얼마로 정할 수 있나요?",
        answer: [`무료 또는 ${figures.minPaidPrice}부터 ${figures.maxPrice}까지 정할 수 있어요.`],
      },
      {
        id: "settlement",
        question: "판매 대금은 언제 받나요?",
        answer: [
          `환불 기간 ${refundDays}일이 지난 뒤 등록한 계좌로 정산돼요. 따로 신청하지 않아도 돼요.`,
          "계좌나 이름, 이메일, 전화번호를 바꾸었거나 임시 비밀번호로 로그인했다면 72시간 동안 보류돼요. 환불 요청이나 사기 신고, 결제사의 일부 취소를 확인하는 동안에도 보류되고, 관리자가 한 건이나 전체를 보류할 수도 있어요. 보류된 이유는 판매 현황의 정산 내역에서 볼 수 있어요.",
          "입금한 뒤 환불된 주문은 ‘환불로 회수할 금액’이 되어 다음 정산에서 빼요.",
        ],
        links: [{ to: "/seller#settlements", label: "정산 내역 보기" }],
      },
      {
        id: "delete-content",
        question: "판매하던 콘텐츠를 삭제하면 어떻게 되나요?",
        answer: ["마켓에서 사라져요. 이미 구매한 분은 계속 다운로드할 수 있어요."],
      },
    ],
  },
];
