import { array, object, string, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { lengthOf, nfc } from "../text.ts";
import { boundedList, countValue, idValue, listOf, okResponse, pageQuery, textValue } from "./fields.ts";

/** Words of one entry at most, letters of each, and entries in all. */
export const synonymLimits = { words: 20, letters: 20, entries: 1_000 } as const;

const synonym = object({ id: idValue, words: listOf(textValue) }).noUnknown();
/** Words that find one another. */
export type Synonym = InferType<typeof synonym>;

const wrongNumber = `단어를 2개 이상 ${synonymLimits.words}개 이하로 입력해주세요.`;
const wrongWord = `단어는 띄어쓰기와 기호 없이 ${synonymLimits.letters}자 이하의 한글, 영문, 숫자여야 합니다.`;

/** Words in the form in which they are searched; one that is there twice is one. */
const words = array()
  .of(
    string()
      .required(wrongWord)
      .test(
        "word",
        wrongWord,
        (word) => lengthOf(word) <= synonymLimits.letters && /^[\p{L}\p{N}]+$/u.test(word),
      ),
  )
  .transform((_: unknown, given: unknown) =>
    Array.isArray(given)
      ? [
          ...new Set(
            given.map((word: unknown) => (typeof word === "string" ? nfc(word).toLowerCase().trim() : word)),
          ),
          // One more than there may be says enough.
        ].slice(0, synonymLimits.words + 1)
      : undefined,
  )
  .required(wrongNumber)
  .min(2, wrongNumber)
  .max(synonymLimits.words, wrongNumber);

/** Words that are to find one another. */
export const synonymForm = object({ words });

/** Input and answer of each call. */
export const synonymsSchemas = {
  list: {
    query: pageQuery.concat(object({ q: string().max(100, "검색어가 너무 깁니다.") })),
    response: object({ synonyms: listOf(synonym), total: countValue }).noUnknown(),
  },
  create: { body: synonymForm, response: object({ synonym }).noUnknown() },
  update: {
    /** With the words that were changed: others may have changed them meanwhile. */
    body: synonymForm.shape({
      expected: boundedList(string().required(wrongNumber), synonymLimits.words, wrongNumber).required(
        wrongNumber,
      ),
    }),
    response: object({ synonym }).noUnknown(),
  },
  remove: { response: okResponse },
} satisfies FeatureSchemas;
