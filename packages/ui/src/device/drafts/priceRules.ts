import {
  amountsOf,
  defaultPaidPrice,
  errors,
  formatWon,
  isAllowedPrice,
  maxPrice,
  minPaidPrice,
  priceForSellerAmount,
  priceForTotal,
  pricesAroundTotal,
  priceStep,
  type Amounts,
} from "@knowhow/shared";

/** Which of the three amounts is typed; the others follow from it. */
export const priceBases = ["price", "buyer", "seller"] as const;
export type PriceBasis = (typeof priceBases)[number];

/**
 * The value of the price field of a form and of a draft: a price as a number or as typed text, or `buyer:` or `seller:`
 * before the typed amount of the buyer or the seller.
 */
export interface TypedPrice {
  basis: PriceBasis;
  text: string;
}

/** The longest text of an amount: with its basis it fits a draft. */
export const maxPriceText = 13;

/**
 * A text as the field holds it: where it is too long, its digits without leading zeros, else its beginning with a mark
 * that no amount has, since a cut amount is another amount.
 */
export const fitPriceText = (text: string): string => {
  if (text.length <= maxPriceText) return text;
  const tidy = digitsOf(text)?.replace(/^0+(?=\d)/, "") ?? text.normalize("NFKC").replace(/\s+/g, " ").trim();
  return tidy.length <= maxPriceText ? tidy : `${tidy.slice(0, maxPriceText - 1)}…`;
};

/** Reads the field's value. */
export const readTypedPrice = (value: unknown): TypedPrice => {
  if (typeof value === "number") return { basis: "price", text: String(value) };
  if (typeof value !== "string") return { basis: "price", text: "" };
  const [, basis, text = ""] = /^(buyer|seller):(.*)$/s.exec(value) ?? [];
  return basis === "buyer" || basis === "seller" ? { basis, text } : { basis: "price", text: value };
};

/** The field's value for a typed text. */
export const writeTypedPrice = ({ basis, text }: TypedPrice): string =>
  basis === "price" ? text : `${basis}:${text}`;

const amountNames = {
  price: "price",
  buyer: "totalAmount",
  seller: "sellerAmount",
} as const satisfies Record<PriceBasis, keyof Amounts>;

/** One of the three amounts of a price. */
export const amountOf = (basis: PriceBasis, price: number): number => amountsOf(price)[amountNames[basis]];

/** The field's value for a price, typed in this amount. */
export const fieldValueOf = (basis: PriceBasis, price: number): string | number =>
  basis === "price" ? price : writeTypedPrice({ basis, text: String(amountOf(basis, price)) });

/**
 * The digits of an amount as people write it, `10,000원` or in wide digits; undefined for anything else: `1e5`, `-1`, and
 * `1500,5`, whose comma parts no thousands.
 */
export const digitsOf = (text: string): string | undefined =>
  /^\s*(?:₩\s*)?([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)\s*원?\s*$/
    .exec(text.normalize("NFKC"))?.[1]
    ?.replaceAll(",", "");

/** Whether a text can become an amount by typing on; a point stays visible, since it is no separator of thousands. */
export const canBeAmount = (text: string): boolean =>
  text.length <= maxPriceText && /^[\d.,\s₩ㄱ-ㅎㅏ-ㅣ가-힣]*$/.test(text.normalize("NFKC"));

const amountTyped = (text: string): number | undefined => {
  const digits = digitsOf(text);
  if (digits !== undefined) return Number(digits);
  // A negative amount is no price, and its rule says so.
  const negative = digitsOf(/^\s*[-\u2212](.*)$/s.exec(text.normalize("NFKC"))?.[1] ?? "");
  if (negative !== undefined) return 0 - Number(negative);
  const fraction = text.normalize("NFKC").trim();
  return /^[\d,]*\d\.\d*$/.test(fraction) ? Number(fraction.replaceAll(",", "")) : undefined;
};

/** The price of the field's value; undefined while it is empty, no number, or an amount that no price has. */
export const priceOf = (value: unknown): number | undefined => {
  const { basis, text } = readTypedPrice(value);
  const amount = amountTyped(text);
  // The rule of prices rejects an amount that is no whole number.
  if (amount === undefined || basis === "price" || amount < 0 || !Number.isSafeInteger(amount)) return amount;
  return basis === "buyer" ? priceForTotal(amount) : priceForSellerAmount(amount);
};

/** The prices next to the typed amount, where no price gives exactly that one. */
export const pricesNear = (value: unknown): number[] => {
  const { basis, text } = readTypedPrice(value);
  const amount = amountTyped(text);
  if (basis !== "buyer" || amount === undefined || priceOf(value) !== undefined) return [];
  return pricesAroundTotal(amount).filter((price) => price >= minPaidPrice && price <= maxPrice);
};

const basisOf = (value: unknown): PriceBasis => readTypedPrice(value).basis;

/** The names of the three amounts in messages. */
const amountWords: Record<PriceBasis, string> = {
  price: "가격",
  buyer: "구매자 결제액",
  seller: "정산 예정액",
};
const wordOf = (value: unknown): string => amountWords[basisOf(value)];
const boundOf = (value: unknown, price: number): string => formatWon(amountOf(basisOf(value), price));

/** Why a typed amount is no price to sell at, in terms of that amount. */
export const priceMessages = {
  fraction: (value: unknown): string => `${wordOf(value)}은 원 단위의 정수여야 합니다.`,
  negative: (value: unknown): string => `${wordOf(value)}은 0원 이상이어야 합니다`,
  tooHigh: (value: unknown): string => `${wordOf(value)}은 ${boundOf(value, maxPrice)} 이하여야 합니다.`,
  tooLow: (value: unknown): string =>
    basisOf(value) === "price"
      ? errors.PRICE_TOO_LOW.message
      : `유료 콘텐츠의 ${wordOf(value)}은 ${boundOf(value, minPaidPrice)} 이상이어야 합니다.`,
};

/** Whether a text is the beginning of an amount that is too long for the field, and for every price. */
const isCutAmount = (text: string): boolean => /^[1-9]\d*…$/.test(text) && text.length === maxPriceText;

/** Why the typed text gives no price. */
export const noPriceMessage = (value: unknown): string => {
  const { basis, text } = readTypedPrice(value);
  if (isCutAmount(text)) return priceMessages.tooHigh(value);
  const amount = amountTyped(text);
  if (amount === undefined) return `${wordOf(value)}을 숫자로 입력해주세요.`;
  // No price gives exactly this amount, nor one beside it: it lies below or above all of them.
  if (pricesNear(value).length === 0)
    return amount < amountOf(basis, minPaidPrice)
      ? priceMessages.tooLow(value)
      : priceMessages.tooHigh(value);
  return `구매자 결제액이 정확히 ${formatWon(amount)}인 판매가는 없습니다.`;
};

/** Whether a content is free: exactly when 0 is in the field; an empty field is a price not yet typed. */
export const isFreePrice = (value: unknown): boolean => priceOf(value) === 0;

/** Whether a content can be sold at the typed price. */
export const isPaidPrice = (value: unknown): boolean => {
  const price = priceOf(value);
  return price !== undefined && price > 0 && isAllowedPrice(price);
};

/** The price that choosing 무료 or 유료 fills in where none was typed before. */
export const priceForChoice = (isFree: boolean): number => (isFree ? 0 : defaultPaidPrice);

/** The price one step up or down, within what a paid content may cost; a free one goes up to the least price. */
export const steppedPrice = (price: number | undefined, direction: 1 | -1): number => {
  if (price === undefined || price < minPaidPrice)
    return direction === 1 ? minPaidPrice : (price ?? minPaidPrice);
  return Math.min(maxPrice, Math.max(minPaidPrice, price + direction * priceStep));
};
