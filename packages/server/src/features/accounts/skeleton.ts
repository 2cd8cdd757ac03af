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

/**
 * What a name looks like in any case (UTS 39): two names with one skeleton are one name to whoever reads them. A capital
 * I looks like l and is an i, so that all three are one.
 */
export const skeletonOf = (name: string): string =>
  replaceLookAlikes(Array.from(name.normalize("NFKC").normalize("NFD"), foldCharacter).join("")).replaceAll(
    "i",
    "l",
  );

/** Number of the rule above, whose code or table does not change without it: what is stored by another one is made anew. */
export const skeletonRule = 1;

/** What is stored and compared of a name: what two unlike rules made of two names is never the same. */
export const storedSkeletonOf = (name: string): string => `${skeletonRule}:${skeletonOf(name)}`;
