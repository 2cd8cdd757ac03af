import type { ContentDraft } from "../types.ts";

/** Drafts of the category 요리/레시피. */
export const cookingDrafts: readonly ContentDraft[] = [
  {
    slug: "cook-one-bowl",
    mentor: "cook1pan",
    title: "자취생 한 그릇 레시피: 냄비 하나로 15분 (장보기 메모 포함)",
    cover: ["자취생", "한 그릇 레시피"],
    price: 8900,
    heat: 96,
    previews: 4,
    files: [["자취생 한 그릇 레시피.pdf"], ["한 그릇 장보기 메모.docx", "shop"]],
    description:
      "퇴근하고 와서 15분, 냄비나 프라이팬 하나로 끝나는 한 그릇 레시피입니다. 계량은 밥숟가락과 종이컵만 쓰고, 불을 켜기 전부터 끄는 때까지 분 단위로 적었습니다.\n\n대파, 달걀, 두부, 콩나물을 돌려 쓰도록 짜서 남는 재료가 없습니다. 나흘 치를 한 번에 사는 장보기 메모를 워드 파일로 함께 드립니다.\n\n요리를 처음 하는 분도 그대로 따라 하실 수 있습니다.",
  },
];
