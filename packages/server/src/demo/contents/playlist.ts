import type { ContentDraft } from "../types.ts";

/** Drafts of the category 노래/플리. */
export const playlistDrafts: readonly ContentDraft[] = [
  {
    slug: "playlist-rain-classic",
    mentor: "class1900",
    title: "비 오는 날 클래식 플레이리스트 15곡과 듣는 순서",
    cover: ["비 오는 날", "클래식"],
    price: 5000,
    heat: 87,
    previews: 3,
    files: [["비 오는 날의 클래식 플레이리스트.pdf"]],
    description:
      "한 방울씩 떨어지다가 쏟아지고, 그치고 나서 젖은 길을 걷는 순서로 열다섯 곡을 놓았습니다. 곡마다 어디에 귀를 기울이면 좋은지 한 줄씩 적었습니다.\n\n오래된 작품만 골랐으니 어느 음악 앱에서나 찾을 수 있습니다. 출근길 20분, 낮잠 전 25분처럼 줄여 듣는 조합도 담았습니다. 음원은 들어 있지 않은 안내서입니다.",
  },
];
