import type { ContentDraft } from "../types.ts";

/** Drafts of the category 건강/웰빙. */
export const healthDrafts: readonly ContentDraft[] = [
  {
    slug: "health-sleep-evening",
    mentor: "sleep8h",
    title: "잠이 오는 저녁 루틴 14일: 수면 기록지 포함",
    cover: ["잠이 오는", "저녁 루틴"],
    price: 9900,
    heat: 91,
    previews: 3,
    files: [["잠이 오는 저녁 루틴 14일.pdf"], ["수면 기록지.docx", "log"]],
    description:
      "일찍 누우려고 애쓸수록 잠은 멀어집니다. 이 안내서는 일어나는 시각을 먼저 정하고 저녁을 거꾸로 짜 나갑니다. 커피를 멈추는 때, 불을 줄이는 때, 전화기를 내려놓는 때를 표 한 장으로 정리했습니다.\n\n14일 동안 하나씩만 더합니다. 잠이 안 오는 밤에 할 일과 낮잠의 규칙도 담았습니다. 아침에 1분이면 쓰는 수면 기록지를 워드 파일로 드립니다.\n\n생활 습관에 관한 자료이며 진료를 대신하지 않습니다.",
  },
];
