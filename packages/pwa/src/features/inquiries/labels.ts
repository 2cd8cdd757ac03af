import type { InquiryType } from "@knowhow/shared";

const labels: Record<InquiryType, string> = {
  general: "일반 문의",
  report_result: "신고 결과",
  penalty_notice: "제재 안내",
  refund_notice: "환불 안내",
  account_notice: "계정 안내",
};

/** The Korean label of an inquiry's subject. */
export const inquiryLabel = (type: InquiryType): string => labels[type];
