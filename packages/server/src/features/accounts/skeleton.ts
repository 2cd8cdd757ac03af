import unhomoglyph from "unhomoglyph";

const replaceLookAlikes = (text: string): string =>
  unhomoglyph(text.normalize("NFD")).normalize("NFD").toLowerCase();

/** Capitals as small as lower case look like letters; the table of look-alikes does not have them. */
const smallCapitals = new Map(
  Array.from("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", (letter, at) => [letter, "abcdefghijklmnoprstuvwyz"[at]]),
);

const foldCharacter = (character: string): string => {
  const small = smallCapitals.get(character);
  if (small !== undefined) return small;
  // Names are compared without case: the Cyrillic м looks like no Latin letter, but its capital does.
  const forms = [character, character.toUpperCase(), character.toLowerCase()].map(replaceLookAlikes);
  return forms.find((form) => /^[a-z0-9]+$/.test(form)) ?? forms[0] ?? "";
};

/** Separators between letters: spaces and marks, with the dots that belong to neither class. */
const separators = /[\s\p{P}\u119e\u2219\u22c5\ua78f\u1427]/gu;
/** Separators that the table of look-alikes replaces by a letter, or by a mark above the letter before. */
const letterLikeSeparators = /[\p{Pd}\u3002\uff61\u02d9]/gu;

/** Bars that are no vowel of a syllable and no letter of a word in Han or Kana, where they mean one or a long sound. */
const loneBars = (bars: string): RegExp => {
  const words = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
  return new RegExp(String.raw`(?<![${words}\u1100-\u115f])[${bars}]+(?![${words}])`, "gu");
};
const lyingBars = loneBars("ー一㇐─━ꟷ\u1173");
const uprightBars = loneBars("丨㇑│┃\u1175");

/** After ㅈ, ㅉ and ㅊ the diphthongs sound like the plain vowels, and differ by one short stroke. */
const diphthongs = /(?<=[\u110c\u110d\u110e])[\u1163\u1164\u1167\u1168\u116d\u1172]/gu;
const plainVowels = new Map(Array.from("ᅣᅤᅧᅨᅭᅲ", (diphthong, at) => [diphthong, "ᅡᅢᅥᅦᅩᅮ"[at] ?? ""]));

/** A name's letters in the forms that the table of look-alikes knows. */
const prepare = (name: string): string =>
  name
    .replace(letterLikeSeparators, " ")
    .normalize("NFKC")
    .replace(lyingBars, " ")
    .replace(uprightBars, (bars) => "l".repeat(bars.length))
    .normalize("NFD")
    .replace(diphthongs, (diphthong) => plainVowels.get(diphthong) ?? "");

/**
 * A name's look in any case (UTS 39), without spaces and dots: two names with one skeleton read as one name. A capital
 * I looks like l and is an i, so that all three are one.
 */
export const skeletonOf = (name: string): string => {
  const letters = Array.from(prepare(name), foldCharacter).join("");
  const skeleton = replaceLookAlikes(letters).replaceAll("i", "l");
  // A name of separators alone keeps them.
  return skeleton.replace(separators, "") || skeleton;
};

/** The title that screens write behind a nickname: 지현님 reads as 지현 does there. */
const titleBehind = /(?<=..)(?:[\s\p{P}]*님)+$/u;

/** Number of the rules above, raised with each change of their code or table to renew the stored skeletons. */
export const skeletonRule = 5;

/** A name's skeleton as stored and compared: those of different rules never match. */
export const storedSkeletonOf = (name: string): string =>
  `${skeletonRule}:${skeletonOf(name.normalize("NFC").replace(titleBehind, ""))}`;
