import { josa } from "es-hangul";

/** 을 or 를 after a word; both where its end is no Hangul and how it is read is unknown. */
export const objectParticle = (word: string): string =>
  /[가-힣]$/.test(word) ? josa.pick(word, "을/를") : "을(를)";
