import { convertHangulToQwerty, convertQwertyToHangul } from "es-hangul";

/** What a text would be that was typed with the keyboard in its other language. */
export const otherKeyboard = (text: string): string =>
  /[ㄱ-ㅣ가-힣]/u.test(text) ? convertHangulToQwerty(text) : convertQwertyToHangul(text.toLowerCase());
