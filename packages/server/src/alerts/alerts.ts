import type { Deps } from "../deps.ts";

/** What a person can be called for; docs/OPERATIONS.md says what to do about each. */
export const alertKinds = [
  "BOOKS_DIFFER",
  "BOOKS_UNCHECKED",
  "CASH_RECEIPT_REFUSED",
  "CHARGED_AFTER_END",
  "JOB_FAILED",
  "ORDER_STUCK",
  "PAID_ORDER_CANCELLED",
  "PAYMENT_DIFFERS",
  "PAYOUTS_MISCONFIGURED",
  "PAYOUT_DIFFERS",
  "PAYOUT_FAILED",
  "PAYOUT_STUCK",
  "REFUND_REFUSED",
  "RETENTION_FAILED",
  "SELLER_NOT_APPROVED",
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Records something that a person has to look at; one open row per kind and subject. */
export const raiseAlert = async (
  { knex, log }: Pick<Deps, "knex" | "log">,
  kind: AlertKind,
  subject: string,
  detail: Record<string, unknown>,
): Promise<void> => {
  const { rows } = await knex.raw<{ rows: object[] }>(
    `insert into alerts (kind, subject, detail) values (?, ?, ?)
     on conflict (kind, subject) where resolved_at is null do nothing returning id`,
    [kind, subject, JSON.stringify(detail)],
  );
  if (rows.length > 0) log.warn({ kind, subject }, "alert");
};

/** Closes what has mended itself; nothing when nobody was called. */
export const resolveAlert = async (
  { knex }: Pick<Deps, "knex">,
  kind: AlertKind,
  subject: string,
  note: string,
): Promise<void> => {
  await knex.raw(
    "update alerts set resolved_at = app_now(), note = ? where kind = ? and subject = ? and resolved_at is null",
    [note, kind, subject],
  );
};
