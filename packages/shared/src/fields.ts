import { lengthOf } from "./text.ts";

const staffName =
  /^(?:(?:노하우|knowhow)?(?:관리자|관리팀|운영자|운영진|운영팀|admin|administrator)|노하우|knowhow|탈퇴한?(?:사용자|회원))님?$/;

/** Tells whether a nickname looks like the service or like a former member, however it is spaced and written. */
export const isStaffName = (nickname: string): boolean =>
  nickname.length <= 100 &&
  staffName.test(
    nickname
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ""),
  );

/** The message about such a nickname. */
export const staffNameMessage = "운영자나 탈퇴한 회원으로 오해할 수 있는 닉네임은 사용할 수 없습니다.";

/** The three classes and the least length of a password, in the order of the checklist on the screen. */
export const passwordRules = [
  { label: "8자 이상", test: (value: string) => lengthOf(value) >= 8 },
  { label: "영문 포함", test: (value: string) => /[A-Za-z]/.test(value) },
  { label: "숫자 포함", test: (value: string) => /[0-9]/.test(value) },
  { label: "특수문자 포함", test: (value: string) => /[^A-Za-z0-9\s]/u.test(value) },
] as const;

/** The message of a rule without words of its own. */
export const wrongValue = "값이 올바르지 않습니다.";
/** The message about a text that can not be stored; see isStorable. */
export const unstorableValue = "사용할 수 없는 문자가 들어 있습니다.";
