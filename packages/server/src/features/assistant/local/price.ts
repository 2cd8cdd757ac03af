import {
  categoryLabel,
  formatWon,
  maxPrice,
  minPaidPrice,
  type CategoryCode,
  type Comparable,
} from "@knowhow/shared";

/** The price of a content without any to compare it with. */
const startingPrice = 5_000;
const step = 100;

const wish = /무료(?:로|로서)?\s*(?:나누|나눔|배포|공유|공개|드리|드려|제공하|제공할|올리|올려)/u;

const medianOf = (prices: readonly number[]): number => {
  const sorted = [...prices].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** A price in won with its reason: the seller's wish, else the median of comparable contents. */
export const priceFrom = (
  category: CategoryCode,
  said: string,
  comparables: readonly Comparable[],
): { price: number; reason: string } => {
  if (wish.test(said)) return { price: 0, reason: "무료로 나누고 싶다는 설명에 따라 무료를 제안합니다." };
  const label = categoryLabel(category);
  if (comparables.length === 0) {
    return {
      price: startingPrice,
      reason: `'${label}' 카테고리에 비교할 유료 콘텐츠가 아직 없어 ${formatWon(startingPrice)}부터 시작해보기를 제안합니다.`,
    };
  }
  const prices = comparables.map(({ price }) => price);
  const price = Math.min(maxPrice, Math.max(minPaidPrice, Math.round(medianOf(prices) / step) * step));
  const [min, max] = [Math.min(...prices), Math.max(...prices)];
  const range = min === max ? formatWon(min) : `${formatWon(min)}~${formatWon(max)}`;
  return {
    price,
    reason: `'${label}' 카테고리의 비슷한 콘텐츠 ${comparables.length}개를 판매가 기준(${range})으로 비교해 중간값인 판매가 ${formatWon(price)}을 제안합니다.`,
  };
};
