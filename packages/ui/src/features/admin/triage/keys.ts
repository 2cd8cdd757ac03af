/** The acts that have a key. */
export type KeyAct =
  | "next" | "previous" | "search" | "switch" | "filter" | "evidence" | "join" | "group" | "pick" | "pickBack"
  | "takeOver" | "dismiss" | "resolve" | "warn" | "suspend" | "ban" | "review" | "longer" | "notes"
  | "submit" | "undo" | "sendAgain" | "settle" | "payAgain"
  | "leave" | "reports" | "inbox" | "alerts" | "sheet"; // oxfmt-ignore

interface Key {
  /** The place on the keyboard, which is the same in every layout. */
  code: string;
  shift?: boolean;
  /** With Ctrl, or Cmd on a Mac; such a key works while typing too. */
  isChord?: boolean;
  /** Works while typing. */
  isAnywhere?: boolean;
  /** Its label on the keyboard. */
  label: string;
}

interface KeyRule {
  act: KeyAct;
  keys: readonly [Key, ...Key[]];
  what: string;
}

/** Every key of the console, by purpose: the handler and the sheet both read it here. */
export const keyGroups: readonly { title: string; rules: readonly KeyRule[] }[] = [
  {
    title: "목록",
    rules: [
      { act: "next", keys: [{ code: "KeyJ", label: "J" }, { code: "ArrowDown", label: "↓" }], what: "다음 신고·문의·알림" },
      { act: "previous", keys: [{ code: "KeyK", label: "K" }, { code: "ArrowUp", label: "↑" }], what: "이전 신고·문의·알림" },
      { act: "search", keys: [{ code: "Slash", label: "/" }], what: "검색" },
      { act: "switch", keys: [{ code: "KeyF", label: "F" }], what: "기다리는 것 · 끝난 것 바꾸기" },
      { act: "filter", keys: [{ code: "KeyV", label: "V" }], what: "유형이나 사유로 거르기" },
    ],
  },
  {
    title: "신고",
    rules: [
      { act: "evidence", keys: [{ code: "KeyC", label: "C" }], what: "신고 당시 내용 보기" },
      { act: "join", keys: [{ code: "KeyO", label: "O" }], what: "채팅방 참여하거나 콘텐츠로 이동" },
      { act: "group", keys: [{ code: "KeyG", label: "G" }], what: "같은 대상의 신고 함께 처리" },
      { act: "pick", keys: [{ code: "KeyL", label: "L" }], what: "함께 처리할 신고로 가기 (Space로 고르기)" },
      { act: "pickBack", keys: [{ code: "KeyL", shift: true, label: "Shift+L" }], what: "함께 처리할 앞 신고로 가기" },
      { act: "takeOver", keys: [{ code: "KeyT", label: "T" }], what: "다른 관리자에게서 이어받기" },
    ],
  },
  {
    title: "결정",
    rules: [
      { act: "dismiss", keys: [{ code: "Digit1", label: "1" }], what: "기각" },
      { act: "resolve", keys: [{ code: "Digit2", label: "2" }], what: "제재 없이 해결" },
      { act: "warn", keys: [{ code: "Digit3", label: "3" }], what: "경고 (권장 단계)" },
      { act: "suspend", keys: [{ code: "Digit4", label: "4" }], what: "이용 정지" },
      { act: "ban", keys: [{ code: "Digit5", label: "5" }], what: "영구 이용 제한" },
      { act: "review", keys: [{ code: "Digit6", label: "6" }], what: "검토 중으로 두기" },
      { act: "longer", keys: [{ code: "KeyD", label: "D" }], what: "정지 기간 바꾸기" },
      { act: "notes", keys: [{ code: "KeyN", label: "N" }], what: "메모나 답변 쓰기" },
      { act: "submit", keys: [{ code: "Enter", isChord: true, label: "Ctrl+Enter" }], what: "처리하고 다음 신고" },
      { act: "undo", keys: [{ code: "KeyU", label: "U" }], what: "가장 나중 결정 되돌리기" },
      { act: "sendAgain", keys: [{ code: "KeyR", label: "R" }], what: "처리하지 못한 결정 다시 보내기" },
    ],
  },
  {
    title: "알림",
    rules: [
      { act: "settle", keys: [{ code: "KeyE", label: "E" }], what: "확인하기" },
      { act: "payAgain", keys: [{ code: "KeyP", label: "P" }], what: "정산 다시 지급" },
    ],
  },
  {
    title: "이동",
    rules: [
      { act: "leave", keys: [{ code: "Escape", isAnywhere: true, label: "Esc" }], what: "입력칸에서 나오기" },
      { act: "reports", keys: [{ code: "KeyQ", label: "Q" }], what: "신고" },
      { act: "inbox", keys: [{ code: "KeyI", label: "I" }], what: "문의" },
      { act: "alerts", keys: [{ code: "KeyA", label: "A" }], what: "알림" },
      { act: "sheet", keys: [{ code: "Slash", shift: true, label: "?" }], what: "단축키 보기" },
    ],
  },
]; // oxfmt-ignore

/** The parts of a key event that decide its meaning. */
export type Press = Pick<
  KeyboardEvent,
  "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "isComposing" | "keyCode"
>;

const rules = keyGroups.flatMap((group) => group.rules);

/** The act of a key event; undefined while an input method has the key, and for a plain key while typing. */
export const actOf = (press: Press, isTyping: boolean): KeyAct | undefined => {
  // Browsers tell of a key that an input method has taken by this number, some by it alone.
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else says so in every browser
  if (press.isComposing || press.keyCode === 229 || press.altKey) return undefined;
  const isChord = press.ctrlKey || press.metaKey;
  const code = press.code === "NumpadEnter" ? "Enter" : press.code;
  return rules.find(({ keys }) =>
    keys.some(
      (key) =>
        key.code === code &&
        (!isTyping || isChord || key.isAnywhere === true) &&
        (key.shift ?? false) === press.shiftKey &&
        (key.isChord ?? false) === isChord,
    ),
  )?.act;
};

/** Places in which keys type letters, or choose within a widget. */
export const isTypingIn = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]',
  ) !== null;

/** A search field: typing there sends nothing. */
export const isSearchIn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input[type="search"]') !== null;
