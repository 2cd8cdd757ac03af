import type { AccountSession, SecurityEvent, SecurityEventKind } from "@knowhow/shared";

const kinds: Record<SecurityEventKind, string> = {
  registered: "가입",
  signed_in: "로그인",
  signed_in_temporary: "임시 비밀번호로 로그인",
  temporary_password_issued: "임시 비밀번호 발급",
  password_changed: "비밀번호 변경",
  password_refused: "비밀번호 확인 실패",
  account_changed: "회원 정보 변경",
  bank_account_changed: "정산 계좌 변경",
  session_ended: "다른 기기 로그아웃",
};

const fields: Record<string, string> = {
  nickname: "닉네임",
  name: "이름",
  email: "이메일",
  phoneNumber: "전화번호",
};

/** A security event in a few words: `회원 정보 변경 (이메일)`. */
export const eventLabel = ({ kind, fields: changed }: Pick<SecurityEvent, "kind" | "fields">): string => {
  const names = changed.flatMap((field) => fields[field] ?? []);
  return names.length === 0 ? kinds[kind] : `${kinds[kind]} (${names.join(", ")})`;
};

/** The events that an owner should check. */
export const isAlarming = ({ kind }: Pick<SecurityEvent, "kind">): boolean =>
  kind === "password_refused" || kind === "temporary_password_issued" || kind === "signed_in_temporary";

const types = {
  desktop: "컴퓨터",
  mobile: "휴대폰",
  tablet: "태블릿",
  console: "관리자 콘솔",
  unknown: null,
};

/** A device in words: `Chrome · Android · 휴대폰`. */
export const deviceLabel = (device: AccountSession["device"]): string => {
  const parts = device ? [device.browser, device.os, types[device.type]].filter((part) => part !== null) : [];
  return parts.length === 0 ? "알 수 없는 기기" : parts.join(" · ");
};

const networks: Partial<Record<string, string>> = {
  localhost: "이 컴퓨터",
  // The former way of storing it.
  "0:0:*": "이 컴퓨터",
  LAN: "내부 네트워크",
};

/** The network of a session in words, where it is known. */
export const networkLabel = (address: string): string => networks[address] ?? address;
