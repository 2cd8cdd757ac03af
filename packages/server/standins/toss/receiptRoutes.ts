import { randomBytes, randomInt } from "node:crypto";
import type Router from "@koa/router";
import { number, object, string } from "yup";
import { checkBody } from "./body.ts";
import { standinError } from "./errors.ts";
import { newTransactionKey } from "./payments.ts";
import { type RestCall, restRoute } from "./restCall.ts";
import type { Standin } from "./standin.ts";
import { clockNow } from "./store.ts";
import { koreanTime } from "./times.ts";

interface CashReceipt {
  receiptKey: string;
  transactionType: "CONFIRM" | "CANCEL";
  amount: number;
  [field: string]: unknown;
}

const issueBody = object({
  orderId: string().required().max(64),
  orderName: string().required().max(100),
  amount: number().required().integer().positive(),
  type: string().required().oneOf(["소득공제", "지출증빙"]),
  customerIdentityNumber: string().required().max(30),
  taxFreeAmount: number().integer().min(0).nullable().optional(),
});

const cancelBody = object({ amount: number().integer().positive().nullable().optional() });

async function store(call: RestCall, receipt: CashReceipt): Promise<CashReceipt> {
  await call.db.query("insert into standin_toss.cash_receipts (receipt_key, receipt) values ($1, $2)", [
    receipt.receiptKey,
    receipt,
  ]);
  return receipt;
}

/** A phone or business number as a receipt prints it: the last four digits hidden, never stored whole. */
function maskIdentity(identity: string): string {
  return identity.slice(0, -4).concat("****");
}

// Like the provider, this looks neither at the payment's method nor for an earlier receipt of the order.
async function issue(call: RestCall): Promise<CashReceipt> {
  const wanted = checkBody(issueBody, call.body);
  call.refuseIfTold();
  const receiptKey = `standin_${randomBytes(18).toString("base64url")}`;
  return await store(call, {
    receiptKey,
    orderId: wanted.orderId,
    orderName: wanted.orderName,
    type: wanted.type,
    issueNumber: String(randomInt(100_000_000, 1_000_000_000)),
    receiptUrl: null,
    businessNumber: "0000000000",
    transactionType: "CONFIRM",
    amount: wanted.amount,
    taxFreeAmount: wanted.taxFreeAmount ?? 0,
    issueStatus: "IN_PROGRESS",
    failure: null,
    customerIdentityNumber: maskIdentity(wanted.customerIdentityNumber),
    requestedAt: koreanTime(await clockNow(call.db)),
  });
}

async function cancel(call: RestCall): Promise<CashReceipt> {
  const wanted = checkBody(cancelBody, call.body);
  const { rows } = await call.db.query<{ receipt: CashReceipt }>(
    "select receipt from standin_toss.cash_receipts where receipt_key = $1 for update",
    [call.params["receiptKey"] ?? ""],
  );
  const original = rows[0]?.receipt;
  if (original === undefined || original.transactionType === "CANCEL") throw standinError("NOT_FOUND");
  const cancelled = await call.db.query<{ total: number }>(
    `select coalesce(sum((receipt->>'amount')::int), 0)::float8 as total from standin_toss.cash_receipts
     where receipt->>'originalReceiptKey' = $1`,
    [original.receiptKey],
  );
  const left = original.amount - (cancelled.rows[0]?.total ?? 0);
  const amount = wanted.amount ?? left;
  if (left === 0 || amount > left) throw standinError("NOT_CANCELABLE_AMOUNT");
  call.refuseIfTold();
  return await store(call, {
    ...original,
    receiptKey: `standin_${newTransactionKey()}`,
    originalReceiptKey: original.receiptKey,
    transactionType: "CANCEL",
    amount,
    requestedAt: koreanTime(await clockNow(call.db)),
  });
}

async function listOfDay(call: RestCall): Promise<object> {
  const day = call.query.get("requestDate") ?? "";
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw standinError("INVALID_REQUEST");
  const { rows } = await call.db.query<{ receipt: CashReceipt }>(
    `select receipt from standin_toss.cash_receipts
     where to_char(requested_at at time zone 'Asia/Seoul', 'YYYY-MM-DD') = $1 order by id limit 100`,
    [day],
  );
  call.refuseIfTold();
  // The tax office takes a while: a receipt that is asked for again has been issued.
  const data = rows.map((row) => ({ ...row.receipt, issueStatus: "COMPLETED" }));
  return { hasNext: false, lastCursor: 0, data };
}

/** Adds the cash receipt calls of the provider's REST interface. */
export function addReceiptRoutes(router: Router, standin: Standin): void {
  router.post("/v1/cash-receipts", restRoute(standin, { version: 1 }, issue));
  router.post("/v1/cash-receipts/:receiptKey/cancel", restRoute(standin, { version: 1 }, cancel));
  router.get("/v1/cash-receipts", restRoute(standin, { version: 1 }, listOfDay));
}
