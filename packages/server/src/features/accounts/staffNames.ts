import { fieldLengths, isStaffName, lengthOf } from "@knowhow/shared";
import type { Config } from "../../config.ts";
import { isAdminId } from "../../http/session.ts";
import { skeletonOf } from "./skeleton.ts";
import type { User } from "../users/User.ts";

/** Words that claim an office wherever they stand in a nickname. */
const officeWords = [
  "관리자", "관리팀", "운영자", "운영진", "운영팀", "고객센터", "고객쎈터", "고객센타", "고객쎈타", "고객지원", "고객상담",
  "공식계정", "공식채널", "administrator", "official", "moderator", "webmaster",
].map(skeletonOf); // prettier-ignore

/** Words that claim one when they are all there is, but for digits and a form of address: others are made with them. */
const wholeWords = new Set(["admin", "sysadmin", "support", "operator", "staff"].map(skeletonOf));

const aside = new Set([skeletonOf("admin")]);

const alternatives = (words: readonly string[]): string => words.map(skeletonOf).join("|");

const brand = alternatives(["노하우", "knowhow"]);

/** What beside the service's name speaks for it. */
const role = alternatives([
  "운영", "운영진", "운영자", "센터", "센터장", "쎈터", "센타", "쎈타", "본사", "팀", "팀장", "팀원", "매니저", "지원", "지원팀",
  "공식", "공식멘토", "공식판매자", "고객", "상담", "상담원", "상담사", "관리", "관리자", "담당", "담당자", "직원", "사무국",
  "데스크", "정산", "환불", "보안", "공지", "cs", "team", "official", "support", "help", "desk", "center", "centre",
  "manager", "staff", "operator", "admin", "service", "tm",
]); // prettier-ignore

/** The service's name with nothing but such words around it. */
const brandAndRoles = new RegExp(`^(?:${role})*(?:${brand})(?:${brand}|${role})*$`, "u");
/** With such words behind it, it is the service beside other words too; before it they may be a subject. */
const brandThenRoles = new RegExp(`^(?:${brand})(?:${role})+$`, "u");

/** Letters and digits alone, without accents: neither spaces nor marks nor accents make another word. */
const plainText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .normalize("NFC");

/** Skeletons of a text: as it is, and without the number and the form of address behind it. */
const skeletonsOf = (text: string): string[] => {
  const ending = /\d*님?$/u.exec(text)?.[0].length ?? 0;
  // A one may be the last letter of the word, which looks like it.
  return Array.from({ length: ending + 1 }, (_, index) => skeletonOf(text.slice(0, text.length - index)));
};

/** Tells whether a nickname looks like one of the service's own, however it is spaced and written. */
export const claimsOffice = (nickname: string): boolean => {
  const { max } = fieldLengths.nickname;
  // Of what is too long the rule of lengths speaks.
  if (lengthOf(nickname) > max || lengthOf(nickname.normalize("NFKC")) > max) return false;
  // A mark may look like a letter: "adm|n". A sign of a trade mark is none.
  const texts = new Set([nickname, skeletonOf(nickname), nickname.replace(/[™℠ⓒⓡⒸⓇ]/gu, "")].map(plainText));
  const whole = new Set([...texts].flatMap(skeletonsOf));
  const words = nickname.normalize("NFKC").split(/[^\p{L}\p{N}\p{M}]+/u);
  const starts = words.map((_, index) => words.slice(0, index + 1).join(""));
  // Beside Korean words: "admin 김", "admin김".
  const pieces = words.flatMap((word) => word.split(/(\p{Script=Hangul}+)/u));
  return (
    [nickname, ...texts].some(isStaffName) ||
    [...whole].some(
      (text) =>
        wholeWords.has(text) || brandAndRoles.test(text) || officeWords.some((word) => text.includes(word)),
    ) ||
    // Beside other words: "노하우센터 김", "노하우 센터 김".
    [...new Set([...words, ...starts])]
      .map(plainText)
      .flatMap(skeletonsOf)
      .some((text) => brandThenRoles.test(text)) ||
    pieces
      .map(plainText)
      .flatMap(skeletonsOf)
      .some((word) => aside.has(word))
  );
};

const officeIds = new Set(
  [
    "admin", "administrator", "sysadmin", "official", "knowhow", "knowhowadmin", "knowhowofficial", "operator",
    "moderator", "webmaster", "support", "staff", "root", "system", "manager",
  ].map(skeletonOf),
); // prettier-ignore

/** Tells whether a login id is an office and a number, as those of administrators are. */
export const isOfficeId = (userId: string): boolean =>
  skeletonsOf(userId).some((word) => officeIds.has(word));

/** Tells whether somebody may use a nickname that could be the service's: administrators, and who had it before. */
export const mayCallThemselves = (
  config: Pick<Config, "adminUserIds">,
  user: Pick<User, "userId" | "nickname">,
  nickname: string,
): boolean => !claimsOffice(nickname) || nickname === user.nickname || isAdminId(config, user.userId);
