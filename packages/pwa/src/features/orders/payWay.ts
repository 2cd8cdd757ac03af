import { readNote, writeNote } from "@knowhow/ui/client/notes.ts";

/** The ways to pay: a card in the provider's window, or an easy-pay service in its own, by the provider's code. */
export const payWays = [
  { code: "CARD", label: "카드", hint: "신용·체크카드" },
  { code: "TOSSPAY", label: "토스페이", hint: "토스 앱으로 결제" },
  { code: "NAVERPAY", label: "네이버페이", hint: "네이버 계정으로 결제" },
  { code: "KAKAOPAY", label: "카카오페이", hint: "카카오톡으로 결제" },
] as const;
export type PayWay = (typeof payWays)[number]["code"];

const note = "knowhow-pay-way";

const isPayWay = (value: unknown): value is PayWay => payWays.some(({ code }) => code === value);

/** The way that was chosen last on this device. */
export const lastPayWay = (): PayWay => {
  const kept = readNote(note);
  return isPayWay(kept) ? kept : "CARD";
};

/** Keeps a choice on this device. */
export const keepPayWay = (way: PayWay): void => writeNote(note, way);
