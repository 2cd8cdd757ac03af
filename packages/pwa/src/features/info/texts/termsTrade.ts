import {
  amountsOf, feePercent, fileExtensions, formatWon, imageExtensions, maxFiles, maxPreviews, refundDays, refundDecisionDays, textLimits,
  verificationMinutes,
} from "@knowhow/shared"; // prettier-ignore
import type { Chapter } from "../paper.ts";
import { figures } from "./figures.ts";

const example = amountsOf(10_000);

/** The terms' chapters on selling, buying and money. */
export const termsTrade: readonly Chapter[] = [
  {
    id: "selling",
    title: "제7조 콘텐츠 등록",
    blocks: [
      {
        list: [
          `가격은 무료(0원) 또는 ${figures.minPaidPrice}부터 ${figures.maxPrice}까지 정할 수 있습니다.`,
          "유료로 판매하려면 본인 이름으로 확인된 정산 계좌가 필요합니다.",
          "콘텐츠는 직접 만들었거나 판매할 권리가 있는 것이어야 하며, 설명과 미리보기는 실제 내용과 같아야 합니다.",
          `제목은 ${textLimits.title}자, 설명은 ${textLimits.description.toLocaleString("ko-KR")}자까지 쓸 수 있습니다.`,
          "콘텐츠를 삭제하면 마켓에서 사라지지만 이미 산 구매자는 계속 다운로드할 수 있습니다.",
        ],
      },
    ],
  },
  {
    id: "files",
    title: "제8조 파일과 외부 링크",
    blocks: [
      {
        head: ["구분", "크기와 개수", "형식"],
        rows: [
          ["대표 파일", `최대 ${figures.file}`, fileExtensions.join(", ")],
          ["추가 파일", `최대 ${figures.extra}, 대표 파일을 포함해 ${maxFiles}개`, fileExtensions.join(", ")],
          ["미리보기 이미지", `최대 ${figures.preview}, ${maxPreviews}개`, imageExtensions.join(", ")],
          ["프로필 이미지", `최대 ${figures.profile}`, imageExtensions.join(", ")],
        ],
      },
      "파일 형식은 이름이 아니라 실제 내용으로 확인합니다. 실행 파일과 매크로가 든 문서는 올릴 수 없습니다.",
      "파일 대신 외부 링크 하나를 등록할 수 있습니다. 링크는 HTTPS여야 하고, 회사가 정한 신뢰할 수 있는 파일 공유 서비스(Google Drive, Dropbox, OneDrive, 네이버 MYBOX, Notion, GitHub, Mega, Box)의 주소여야 합니다. 단축 주소와 IP 주소는 쓸 수 없습니다.",
    ],
  },
  {
    id: "fees",
    title: "제9조 가격과 수수료",
    blocks: [
      `수수료는 구매자와 멘토에게 각각 판매가의 ${feePercent}%이며 1원 미만은 버립니다. 구매자에게 보이는 가격은 언제나 수수료를 포함한 최종 결제 금액입니다.`,
      {
        head: ["예시", "금액"],
        rows: [
          ["판매가", formatWon(example.price)],
          [`구매자 결제액 (판매가 + ${feePercent}%)`, formatWon(example.totalAmount)],
          [`멘토 정산액 (판매가 - ${feePercent}%)`, formatWon(example.sellerAmount)],
        ],
      },
      "무료 콘텐츠에는 수수료가 없습니다.",
    ],
  },
  {
    id: "buying",
    title: "제10조 주문과 결제",
    blocks: [
      {
        list: [
          "결제는 토스페이먼츠의 결제창에서 이루어지며 회사는 카드 번호를 받거나 보관하지 않습니다.",
          "주문한 뒤 멘토가 가격을 바꾸어도 그 주문의 가격은 바뀌지 않습니다.",
          "같은 콘텐츠를 두 번 사거나 자신의 콘텐츠를 살 수 없습니다.",
          "결제가 끝나면 콘텐츠를 바로 다운로드할 수 있고, 멘토와 이야기할 채팅방이 열립니다.",
          "카드 결제는 매출전표를 제공합니다. 결제 금액이 10만원 이상이고 카드가 아닌 수단으로 결제한 경우 소득공제용 현금영수증을 발급합니다.",
        ],
      },
    ],
  },
  {
    id: "refund",
    title: "제11조 청약철회와 환불",
    blocks: [
      `구매자는 결제한 때부터 ${refundDays}일 안에 환불을 요청할 수 있습니다. 디지털 콘텐츠는 열면 청약철회가 제한되며, 결제하기 전에 이 사실을 알리고 동의를 받습니다.`,
      "파일을 다운로드하거나 열기, 외부 링크 열기, AI 요약은 모두 콘텐츠를 연 것으로 봅니다. 미리보기는 연 것으로 보지 않습니다. 처음 연 때를 기록합니다.",
      {
        head: ["콘텐츠", "환불"],
        rows: [
          ["열지 않음", "요청하면 바로 환불을 시작합니다."],
          [
            "열었음",
            `요청을 받은 날부터 영업일 기준 ${refundDecisionDays}일 안에 관리자가 확인하고 결정해 이유와 함께 알립니다.`,
          ],
          [`결제한 지 ${refundDays}일이 지났거나 거절됨`, "환불을 요청할 수 없습니다."],
        ],
      },
      {
        list: [
          `요청 방법: 콘텐츠 화면이나 내 정보의 구매한 콘텐츠에서 ‘환불 요청’을 누르고 이유를 적습니다. 결정되기 전에는 요청을 취소할 수 있습니다.`,
          "환불은 언제나 결제한 금액 전부이며, 한 주문의 일부만 환불하는 부분 환불은 할 수 없습니다.",
          "환불은 결제한 수단으로 이루어지며, 카드 결제는 환불한 날부터 3~5일 안에 취소가 반영됩니다.",
          "환불하면 콘텐츠를 더 이용할 수 없고 채팅방은 읽기만 할 수 있습니다.",
        ],
      },
      "콘텐츠가 설명과 다르거나 열 수 없는 등 하자가 있으면, 연 뒤라도 공급받은 날부터 3개월 안, 그 사실을 안 날부터 30일 안에 1:1 문의로 환불을 요청할 수 있습니다. 관리자가 확인해 환불합니다.",
      "관리자는 저작권 침해 등의 이유가 있으면 구매자의 요청이 없어도 결제한 지 1년 안의 주문을 전액 환불할 수 있으며, 이유를 구매자와 멘토에게 알립니다.",
    ],
  },
  {
    id: "settlement",
    title: "제12조 정산",
    blocks: [
      `판매 대금은 환불 기간 ${refundDays}일이 지난 뒤, 멘토가 따로 신청하지 않아도 등록된 정산 계좌로 정산됩니다. 주문별 금액과 예정일, 상태는 판매 현황의 정산 내역에서 볼 수 있습니다.`,
      {
        list: [
          "환불 요청이나 사기 신고를 확인하는 동안, 이용이 제한된 동안에는 정산을 보류하고 그 이유를 표시합니다.",
          "정산 계좌나 이름, 이메일, 전화번호를 바꾸거나 임시 비밀번호로 로그인한 뒤 72시간 동안은 정산을 보류합니다.",
          "결제사가 멘토의 본인 확인이나 심사를 마치지 않은 동안에는 정산을 보류합니다.",
          "결제사에서 결제의 일부가 취소되면 관리자가 확인할 때까지 그 주문의 정산을 보류합니다.",
          "관리자는 확인이 필요하면 한 건의 정산 또는 멘토의 정산 모두를 보류할 수 있으며, 그 사유를 멘토에게 표시합니다.",
          "정산한 뒤에 환불된 주문의 금액은 ‘환불로 회수할 금액’으로 표시하고 다음 정산에서 뺍니다. 남은 금액이 있으면 탈퇴할 수 없으며, 더 판매하지 않으면 1:1 문의로 관리자와 회수 방법을 정합니다. 다른 방법으로 받거나 받지 않기로 하면 관리자가 이유와 함께 회수를 끝냅니다.",
          `정산 계좌는 예금주 실명 확인을 거친 뒤 ${verificationMinutes}분 안에 저장해야 등록됩니다.`,
        ],
      },
    ],
  },
];
