/** The 22 banks: display name on the wire, three-digit code for the provider. */
export const banks = [
  { name: "KB국민은행", code: "004" },
  { name: "신한은행", code: "088" },
  { name: "우리은행", code: "020" },
  { name: "하나은행", code: "081" },
  { name: "NH농협은행", code: "011" },
  { name: "IBK기업은행", code: "003" },
  { name: "SC제일은행", code: "023" },
  { name: "한국씨티은행", code: "027" },
  { name: "KDB산업은행", code: "002" },
  { name: "Sh수협은행", code: "007" },
  { name: "신협", code: "048" },
  { name: "새마을금고", code: "045" },
  { name: "우체국", code: "071" },
  { name: "부산은행", code: "032" },
  { name: "iM뱅크", code: "031" },
  { name: "경남은행", code: "039" },
  { name: "광주은행", code: "034" },
  { name: "전북은행", code: "037" },
  { name: "제주은행", code: "035" },
  { name: "카카오뱅크", code: "090" },
  { name: "케이뱅크", code: "089" },
  { name: "토스뱅크", code: "092" },
] as const;

/** Display names of the banks. */
export const bankNames: readonly string[] = banks.map(({ name }) => name);
