import { isStaffName } from "@knowhow/shared";
import type { Config } from "../../config.ts";
import { isAdminId } from "../../http/session.ts";
import { skeletonOf } from "./skeleton.ts";
import type { User } from "../users/User.ts";

/** Words that claim an office wherever they stand in a nickname. */
const officeWords = [
  "관리자", "관리팀", "운영자", "운영진", "운영팀", "고객센터", "고객지원", "고객상담", "공식계정", "공식채널",
  "administrator", "official", "moderator", "webmaster",
].map(skeletonOf); // prettier-ignore

/** Words that claim one when they are all there is, but for digits and a form of address: others are made with them. */
const wholeWords = new Set(
  [
    "admin", "sysadmin", "노하우", "knowhow", "노하우공식", "공식노하우", "노하우팀", "knowhowteam", "노하우admin",
    "knowhowadmin", "노하우지원", "knowhowsupport", "support", "operator", "staff",
  ].map(skeletonOf),
); // prettier-ignore

/** Tells whether a text is one of these words, alone or with a number or a form of address behind it. */
const isWordAndNumber = (text: string, words: ReadonlySet<string>): boolean => {
  const ending = /\d*님?$/u.exec(text)?.[0].length ?? 0;
  // A one may be the last letter of the word, which looks like it.
  return Array.from({ length: ending + 1 }, (_, index) => text.slice(0, text.length - index)).some((start) =>
    words.has(skeletonOf(start)),
  );
};

const aside = new Set([skeletonOf("admin")]);

/** Letters and digits alone, without accents: neither spaces nor marks nor accents make another word. */
const plainText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .normalize("NFC");

/** Tells whether a nickname looks like one of the service's own, however it is spaced and written. */
export const claimsOffice = (nickname: string): boolean => {
  // Of what is far too long the rule of lengths speaks.
  if (nickname.length > 100) return false;
  // A mark may look like a letter: "adm|n".
  const texts = [nickname, skeletonOf(nickname)].map(plainText);
  return (
    [nickname, ...texts].some(isStaffName) ||
    texts.some(
      (text) =>
        officeWords.some((word) => skeletonOf(text).includes(word)) || isWordAndNumber(text, wholeWords),
    ) ||
    // Beside other words: "admin 김", "admin김".
    nickname
      .normalize("NFKC")
      .replace(/\p{Script=Hangul}+/gu, " $& ")
      .split(/[^\p{L}\p{N}\p{M}]+/u)
      .some((word) => isWordAndNumber(plainText(word), aside))
  );
};

const officeIds = new Set(
  [
    "admin", "administrator", "sysadmin", "official", "knowhow", "knowhowadmin", "knowhowofficial", "operator",
    "moderator", "webmaster", "support", "staff", "root", "system", "manager",
  ].map(skeletonOf),
); // prettier-ignore

/** Tells whether a login id is an office and a number, as those of administrators are. */
export const isOfficeId = (userId: string): boolean => isWordAndNumber(userId, officeIds);

/** Tells whether somebody may use a nickname that could be the service's: administrators, and who had it before. */
export const mayCallThemselves = (
  config: Pick<Config, "adminUserIds">,
  user: Pick<User, "userId" | "nickname">,
  nickname: string,
): boolean => !claimsOffice(nickname) || nickname === user.nickname || isAdminId(config, user.userId);
