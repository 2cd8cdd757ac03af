import type { Mentor } from "@knowhow/shared";
import { formatCount } from "@knowhow/ui/components/format.ts";

/** How much a mentor has on the market, and how many follow them. */
export const figuresOf = ({ contentsCount, followersCount }: Mentor): string =>
  `콘텐츠 ${formatCount(contentsCount)}개 · 팔로워 ${formatCount(followersCount)}명`;

/** How soon a mentor usually answers. */
export const answerWordsOf = (hours: number): string => {
  const whole = Math.max(1, Math.ceil(hours));
  return `보통 ${whole < 48 ? `${whole}시간` : `${Math.ceil(whole / 24)}일`} 안에 답해요`;
};
