import { array, lazy, number, object, string, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { movementKinds, salesGroups } from "../seller.ts";
import {
  countValue,
  dayField,
  idValue,
  listOf,
  optionalText,
  pageQuery,
  textValue,
  timeValue,
  wonValue,
} from "./fields.ts";

/** From which day to which, both included, in Korea. */
export const dayRange = object({
  from: dayField("from은 YYYY-MM-DD 형식의 날짜여야 합니다."),
  to: dayField("to는 YYYY-MM-DD 형식의 날짜여야 합니다.").test(
    "order",
    "to는 from보다 이르지 않아야 합니다.",
    // Yup types the parent as any; it is the query being validated.
    (to, { parent }) => to === undefined || ((parent as { from?: string }).from ?? "") <= to,
  ),
});

/** Sales of one group in won and numbers. Refunded sales count among `refundsCount` alone. */
const salesFigures = {
  /** Orders that cost something. */
  salesCount: countValue,
  freeCount: countValue,
  refundsCount: countValue,
  /** Paid by buyers. */
  paidAmount: wonValue,
  /** The seller's part of it. */
  sellerAmount: wonValue,
};

export const daySales = object({ day: textValue, ...salesFigures }).noUnknown();
export type DaySales = InferType<typeof daySales>;
export const monthSales = object({ month: textValue, ...salesFigures }).noUnknown();
export type MonthSales = InferType<typeof monthSales>;
/** Views and purchases are those of all time, the other figures those of the days asked for. */
export const contentSales = object({
  contentId: idValue,
  contentTitle: textValue,
  viewCount: countValue,
  purchasesCount: countValue,
  ...salesFigures,
}).noUnknown();
export type ContentSales = InferType<typeof contentSales>;

const hasKey = (value: unknown, key: string): boolean =>
  typeof value === "object" && value !== null && key in value;

/** An entry of one of the groups. */
const salesEntry = lazy((value: unknown) =>
  hasKey(value, "day") ? daySales : hasKey(value, "month") ? monthSales : contentSales,
);

/** A seller's coming payout of one day, as things stand. */
const upcomingPayout = object({ day: textValue, amount: wonValue, ordersCount: countValue }).noUnknown();

/** Where all of a seller's money is, in won. */
export const balance = object({
  pendingAmount: wonValue,
  heldAmount: wonValue,
  /** The part of the held sum whose hold time alone does not end; answers kept from before have none. */
  undatedAmount: wonValue.optional(),
  processingAmount: wonValue,
  failedAmount: wonValue,
  /** What has arrived in the bank account. */
  paidAmount: wonValue,
  /** Refunded after the payout: it is taken from the payouts that follow. */
  clawbackAmount: wonValue,
  /** The days of the payouts that follow, the next one first, with held ones that time releases; claw-backs are taken off. */
  upcoming: listOf(upcomingPayout),
}).noUnknown();
export type Balance = InferType<typeof balance>;

const movementKind = string().oneOf(movementKinds).required();

/** A month of a seller's account in the ledger: each amount is what it adds, so that a payout is negative. */
export const statement = object({
  month: textValue,
  /** The name that the seller registered the account under, else the seller's own. */
  holder: textValue,
  bankName: optionalText,
  accountNumber: optionalText,
  openingBalance: wonValue,
  closingBalance: wonValue,
  totals: listOf(object({ kind: movementKind, count: countValue, amount: wonValue }).noUnknown()),
  days: listOf(
    object({ day: textValue, kind: movementKind, count: countValue, amount: wonValue }).noUnknown(),
  ),
  lines: listOf(
    object({
      at: timeValue,
      kind: movementKind,
      orderNumber: textValue,
      contentTitle: textValue,
      amount: wonValue,
    }).noUnknown(),
  ),
  linesCount: number().integer().min(0).required(),
}).noUnknown();
export type Statement = InferType<typeof statement>;

/** Input and answer of each call. */
export const sellerSchemas = {
  listSales: {
    query: pageQuery.concat(dayRange).concat(
      object({
        by: string()
          .oneOf(salesGroups, "by는 day, month, content 중 하나여야 합니다.")
          .default("day" as const),
      }),
    ),
    response: array(salesEntry).required(),
  },
  getBalance: { response: balance },
  getStatement: {
    query: object({
      month: string()
        .required("month를 입력해주세요.")
        .matches(/^20\d\d-(0[1-9]|1[0-2])$/, "month는 YYYY-MM 형식이어야 합니다."),
    }),
    response: statement,
  },
  exportSettlements: { query: dayRange },
} satisfies FeatureSchemas;
