import { fieldLengths, isStaffName, lengthOf } from "@knowhow/shared";
import type { Config } from "../../config.ts";
import { isAdminId } from "../../http/session.ts";
import { skeletonOf } from "./skeleton.ts";
import type { User } from "../users/User.ts";

/** Words that claim an office wherever they stand in a nickname. */
const officeWords = [
  "관리자", "관리팀", "운영자", "운영진", "운영팀", "고객센터", "고객쎈터", "고객센타", "고객쎈타", "고객지원", "고객상담",
  "공식계정", "공식채널", "안내데스크", "어드민", "애드민", "에드민", "오피셜", "오피샬", "모더레이터", "웹마스터",
  "administrator", "official", "moderator", "webmaster",
].map(skeletonOf); // oxfmt-ignore

const alternatives = (words: readonly string[]): string => words.map(skeletonOf).join("|");

/** Work that speaks for the service: an ordinary subject, but an office with a team behind it and nothing before. */
const ownDuty = alternatives([
  "고객", "상담", "정산", "환불", "결제", "보안", "신고", "심사", "인증", "계정", "회원", "운영", "관리", "지원", "서비스", "공지", "안내",
  "cs", "service", "support", "help",
]); // oxfmt-ignore

/** All of the service's work, with ordinary trades: an office with a team behind it and the service's name beside it. */
const duty = `${ownDuty}|${alternatives([
  "기술", "개발", "콘텐츠", "멘토", "판매자", "구매자", "마케팅", "홍보", "제휴", "검수", "법무", "재무", "인사", "총무", "기획", "품질", "감사",
])}`; // oxfmt-ignore

const team = alternatives(["팀", "팀장", "팀원", "센터", "센터장", "쎈터", "센타", "쎈타", "본부", "부서", "담당", "담당자", "team", "center", "desk"]); // oxfmt-ignore

/** Words that claim an office only when alone, but for digits and a form of address: other names contain them. */
const wholeWord = new RegExp(
  `^(?:${alternatives(["admin", "sysadmin", "support", "operator", "staff", "스태프", "스탭", "오퍼레이터", "헬프데스크", "상담원", "상담사", "공식", "공식멘토", "공식판매자", "운영", "고객케어", "고객서비스", "admins", "adminteam", "본사", "알 수 없음", "시스템", "system", "매니저", "manager", "customercenter", "customerservice", "customersupport", "customercare", "운영사무국", "관리사무국", "토스페이먼츠", "tosspayments"])}|(?:${ownDuty})+(?:${team}))$`,
  "u",
);

/** A claim also where a word begins or ends with it ("SuperAdmin"); within one it is none ("badminton"). */
const aside = new RegExp(`^${skeletonOf("admin")}|${skeletonOf("admin")}$`, "u");

const brand = alternatives(["노하우", "knowhow"]);

/** Roles that speak for the service beside its name. */
const speaker = `${team}|${alternatives([
  "운영진", "운영자", "본사", "매니저", "매니져", "지원팀", "공식", "공식멘토", "공식판매자", "상담원", "상담사", "관리자",
  "직원", "사무국", "데스크", "스태프", "스탭", "서포트", "헬프데스크", "official", "support", "help", "centre",
  "manager", "staff", "operator", "admin", "service", "tm", "cs", "대표이사", "고객케어", "주식회사", "ceo", "inc",
])}|(?:${duty})+(?:${team})`; // oxfmt-ignore

/** Ordinary nouns beside the service's name that claim to speak for it when they follow it. */
const subject = alternatives([
  "운영",
  "고객",
  "상담",
  "정산",
  "환불",
  "결제",
  "보안",
  "관리",
  "지원",
  "공지",
  "안내",
  "알림",
  "봇",
  "대표",
  "코리아",
  "korea",
  "kr",
]);

/** The service's name with only such words around it; a subject before it is the topic of the know-how. */
const brandAndRoles = new RegExp(
  `^(?:(?:${speaker})*(?:${brand})(?:${brand}|${speaker}|${subject})*|(?:${speaker}|${subject})*(?:${brand})(?:${brand}|${speaker}|${subject})*(?:${speaker}))$`,
  "u",
);
/** With such words behind it, the name claims the service beside other words too; before it they may be a subject. */
const brandThenRoles = new RegExp(`^(?:${brand})(?:${speaker}|${subject})+$`, "u");
/** A name that claims to run the service, with any ending. */
const brandRun = new RegExp(`^(?:${brand})${skeletonOf("운영")}`, "u");

/** Marks of a company beside the service's name. */
const companyMark = /㈜|[(（]주[)）]/gu;

/** Letters and digits alone, without accents: spaces, marks and accents make no other word. */
const plainText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .normalize("NFC");

/** Skeletons of a text: as it is, and without the number and the form of address behind it. */
const skeletonsOf = (text: string): string[] => {
  const ending = /\d*님?$/u.exec(text)?.[0].length ?? 0;
  // A one may be the word's last letter, which looks like it.
  return Array.from({ length: ending + 1 }, (_, index) => skeletonOf(text.slice(0, text.length - index)));
};

/** Tells whether a nickname looks like one of the service's own, in any spacing and spelling. */
export const claimsOffice = (nickname: string): boolean => {
  const { max } = fieldLengths.nickname;
  // Too long a nickname fails by the rule of lengths.
  if (lengthOf(nickname) > max || lengthOf(nickname.normalize("NFKC")) > max) return false;
  // A mark may look like a letter: "adm|n". A trade mark sign does not.
  const texts = new Set(
    [
      nickname,
      skeletonOf(nickname),
      nickname.replace(/[™℠ⓒⓡⒸⓇ]/gu, ""),
      nickname.replace(companyMark, ""),
    ].map(plainText),
  );
  const whole = new Set([...texts].flatMap(skeletonsOf));
  const words = nickname.normalize("NFKC").split(/[^\p{L}\p{N}\p{M}]+/u);
  const starts = words.map((_, index) => words.slice(0, index + 1).join(""));
  // Beside Korean words: "admin 김", "admin김".
  const pieces = words.flatMap((word) => word.split(/(\p{Script=Hangul}+)/u));
  return (
    [nickname, ...texts].some(isStaffName) ||
    [...whole].some(
      (text) =>
        wholeWord.test(text) ||
        brandAndRoles.test(text) ||
        brandRun.test(text) ||
        officeWords.some((word) => text.includes(word)),
    ) ||
    // Beside other words: "노하우센터 김", "노하우 센터 김".
    [...new Set([...words, ...starts])]
      .map(plainText)
      .flatMap(skeletonsOf)
      .some((text) => brandThenRoles.test(text)) ||
    pieces
      .map(plainText)
      .flatMap(skeletonsOf)
      .some((word) => aside.test(word))
  );
};

const officeIds = new Set(
  [
    "admin", "administrator", "sysadmin", "official", "knowhow", "knowhowadmin", "knowhowofficial", "operator",
    "moderator", "webmaster", "support", "staff", "root", "system", "manager", "helpdesk", "csadmin",
  ].map(skeletonOf),
); // oxfmt-ignore

/** Words that claim an office in an id also between numbers and other words: "admin2team". */
const officeParts = new Set(
  ["admin", "administrator", "sysadmin", "official", "moderator", "webmaster"].map(skeletonOf),
);

/** Tells whether a login id claims an office, alone but for numbers or beside the service's name. */
export const isOfficeId = (userId: string): boolean =>
  [userId, userId.replace(/^\d+/, "")]
    .flatMap(skeletonsOf)
    .some((word) => officeIds.has(word) || brandAndRoles.test(word)) ||
  userId.split(/\d+/).some((part) => officeParts.has(skeletonOf(part)));

/** Tells whether a user may have a nickname like the service's own: an administrator, or one who has it already. */
export const mayCallThemselves = (
  config: Pick<Config, "adminUserIds">,
  user: Pick<User, "userId" | "nickname">,
  nickname: string,
): boolean => !claimsOffice(nickname) || nickname === user.nickname || isAdminId(config, user.userId);
