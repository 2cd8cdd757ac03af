/** Fee in percent, on top of the price for the buyer and off it for the seller. */
export const feePercent = 5;

export const minPaidPrice = 1_500;
export const maxPrice = 10_000_000;
/** Step of the price field and the price that choosing 유료 fills in. */
export const priceStep = 1_000;
export const defaultPaidPrice = 1_500;

/** The amounts of one sale in won, all integers. */
export interface Amounts {
  /** What the seller asks. */
  price: number;
  /** 5 % of the price, rounded down; paid by the buyer on top. */
  buyerFee: number;
  /** What the buyer pays. */
  totalAmount: number;
  /** 5 % of the price, rounded down; kept from the seller. */
  sellerFee: number;
  /** What the seller receives. */
  sellerAmount: number;
}

/** Splits a price (integer won) into what the buyer pays and the seller receives. */
export const amountsOf = (price: number): Amounts => {
  const fee = Math.floor((price * feePercent) / 100);
  return { price, buyerFee: fee, totalAmount: price + fee, sellerFee: fee, sellerAmount: price - fee };
};

/** The least price for which the buyer pays this much or more. */
const minPriceForTotal = (totalAmount: number): number =>
  totalAmount - Math.floor((totalAmount * feePercent) / (100 + feePercent));

/** The price for which the buyer pays exactly this; one total in 21 belongs to none. */
export const priceForTotal = (totalAmount: number): number | undefined => {
  const price = minPriceForTotal(totalAmount);
  return amountsOf(price).totalAmount === totalAmount ? price : undefined;
};

/** The prices whose totals are next to one that belongs to none: a won below it and a won above it. */
export const pricesAroundTotal = (totalAmount: number): number[] =>
  [totalAmount - 1, totalAmount + 1].flatMap((total) => priceForTotal(total) ?? []);

/** The bounds on the price between which the buyer pays from the one total to the other; both count. */
export const priceBoundsFor = (minTotal: number, maxTotal: number): { min: number; max: number } => ({
  min: minPriceForTotal(minTotal),
  max: minPriceForTotal(maxTotal + 1) - 1,
});

/** The price for which the seller receives exactly this; of two such prices the higher, which is the rounder one. */
export const priceForSellerAmount = (sellerAmount: number): number =>
  sellerAmount + Math.floor((sellerAmount * feePercent) / (100 - feePercent));

/** Tells whether a price may be asked: free, or between the smallest and the largest paid price. */
export const isAllowedPrice = (price: number): boolean =>
  Number.isSafeInteger(price) && (price === 0 || (price >= minPaidPrice && price <= maxPrice));

/** What of a payment is not given back by part cancels: all that a refund gives back. */
export const remainingAmount = (paid: number, partCancels: readonly { amount: number }[] = []): number =>
  partCancels.reduce((rest, { amount }) => rest - amount, paid);

const grouping = new Intl.NumberFormat("ko-KR");

/** An amount as people read it: 10500 gives "10,500원". */
export const formatWon = (amount: number): string => `${grouping.format(amount)}원`;

/** What a buyer sees for a price: the total with the fee, or 무료. */
export const formatBuyerPrice = (price: number): string =>
  price === 0 ? "무료" : formatWon(amountsOf(price).totalAmount);
