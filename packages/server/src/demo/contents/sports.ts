import type { ContentDraft } from "../types.ts";

/** Drafts of the category 스포츠/운동. */
export const sportsDrafts: readonly ContentDraft[] = [
  {
    slug: "sports-run-10k",
    mentor: "run42k",
    title: "러닝 8주 훈련표: 20분 달리던 사람이 10km 완주까지",
    cover: ["달리기 8주", "10km"],
    price: 12000,
    heat: 94,
    previews: 4,
    files: [["달리기 8주 10km 완주.pdf"], ["러닝 기록표.xlsx", "log"]],
    description:
      "20분을 쉬지 않고 달릴 수 있다면 8주 뒤에 10km를 완주할 수 있습니다. 주 3회, 말을 하며 달리는 속도를 중심으로 짠 러닝 훈련표입니다.\n\n달리기 전 6분 준비 운동, 아픔을 가르는 기준, 대회 당일의 힘 나누기까지 담았습니다. 네 번째 주에는 일부러 거리를 줄여 몸이 쉬게 합니다. 엑셀 기록표에 거리와 시간을 적으면 1km당 속도가 계산됩니다.",
  },
];
