import { maxPrice, megabyte, minPaidPrice, uploadLimits } from "@knowhow/shared";

const grouping = new Intl.NumberFormat("ko-KR");

/** An amount in a sentence: `1,500원`. */
const won = (amount: number): string => `${grouping.format(amount)}원`;

/** The product's limits that the texts quote, in words. */
export const figures = {
  minPaidPrice: won(minPaidPrice),
  maxPrice: won(maxPrice),
  file: `${uploadLimits.file / megabyte}MB`,
  extra: `${uploadLimits.extra / megabyte}MB`,
  preview: `${uploadLimits.preview / megabyte}MB`,
  profile: `${uploadLimits.profile / megabyte}MB`,
} as const;
