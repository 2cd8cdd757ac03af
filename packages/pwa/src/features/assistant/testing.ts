import type { Comparable, Suggestion } from "@knowhow/shared";

const comparable: Comparable = {
  id: "01900000-0000-7000-8000-000000000002",
  title: "엑셀 업무 자동화",
  price: 20_000,
};

/** A suggestion as the server would send it. */
export const buildSuggestion = (overrides: Partial<Suggestion> = {}): Suggestion => ({
  title: "파이썬 업무 자동화",
  description: "매주 하던 취합을 줄이는 방법",
  category: "programming",
  suggestedPrice: 9_900,
  engine: "local",
  reason: "비슷한 콘텐츠 1개와 비교했습니다.",
  comparables: [comparable],
  ...overrides,
});
