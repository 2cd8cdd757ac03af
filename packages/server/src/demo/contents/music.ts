import type { ContentDraft } from "../types.ts";

/** Drafts of the category 음악/악보. */
export const musicDrafts: readonly ContentDraft[] = [
  {
    slug: "music-piano-chords",
    mentor: "piano88",
    title: "피아노 코드 반주법: 코드 네 개로 시작하는 3주 연습 (악보 없이)",
    cover: ["피아노 코드", "반주법"],
    price: 14000,
    heat: 93,
    previews: 4,
    files: [["피아노 코드 반주법.pdf"], ["피아노 연습 기록표.xlsx", "log"]],
    description:
      "오선 악보를 읽지 못해도 노래 반주는 할 수 있습니다. C, G, Am, F 네 코드를 손이 가장 적게 움직이는 자리로 익히고, 기둥과 걷기와 물결이라는 세 가지 리듬을 얹습니다.\n\n3주 동안 하루 15분이면 됩니다. 메트로놈 숫자와 넘어가는 기준을 적어 두었기 때문에 혼자서도 진도를 정할 수 있습니다. 엑셀 연습 기록표에는 틀린 자리를 적는 칸이 있습니다.\n\n이런 분께: 집에 건반이 있는데 먼지만 쌓인 분, 아이와 함께 노래하고 싶은 분.",
  },
];
