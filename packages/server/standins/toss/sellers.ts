import type pg from "pg";
import { openJwe, sealJwe } from "./jwe.ts";
import { apiVersion } from "./standin.ts";
import { clockNow } from "./store.ts";
import { koreanTime } from "./times.ts";
import { enqueueWebhook } from "./webhooks.ts";

/** The states of a seller: checked by phone, paid up to 10,000,000 won a week, then only after a KYC review. */
export type SellerStatus = "APPROVAL_REQUIRED" | "PARTIALLY_APPROVED" | "KYC_REQUIRED" | "APPROVED";

/** A seller as stored; the personal part is sealed with the security key. */
export interface Seller {
  id: string;
  refSellerId: string;
  status: SellerStatus;
  bankReachable: boolean;
  sealedDetails: string;
}

/** The personal part of a seller, as the shop registered it. */
export interface SellerDetails {
  businessType: string;
  company: object | null;
  individual: object | null;
  account: { bankCode: string; accountNumber: string; holderName: string };
  metadata: object | null;
}

/** The column list of every query that answers a seller. */
export const sellerColumns = `id, ref_seller_id as "refSellerId", status, bank_reachable as "bankReachable",
  sealed_details as "sealedDetails"`;

/** `123*****90123`: how an account number leaves the provider. */
function maskAccountNumber(accountNumber: string): string {
  const shown = Math.min(5, Math.floor(accountNumber.length / 3));
  const head = accountNumber.slice(0, Math.min(3, shown));
  const tail = accountNumber.slice(accountNumber.length - shown);
  return head + "*".repeat(accountNumber.length - head.length - tail.length) + tail;
}

/** The provider's Seller object. */
export async function presentSeller(securityKey: string, seller: Seller): Promise<object> {
  const details = await readDetails(securityKey, seller);
  return {
    id: seller.id,
    refSellerId: seller.refSellerId,
    businessType: details.businessType,
    company: details.company,
    individual: details.individual,
    account: { ...details.account, accountNumber: maskAccountNumber(details.account.accountNumber) },
    status: seller.status,
    metadata: details.metadata,
  };
}

/** The personal part of a stored seller. */
export async function readDetails(securityKey: string, seller: Seller): Promise<SellerDetails> {
  // sealDetails is the only writer of this column, so what comes out is what it was given.
  return (await openJwe(securityKey, seller.sealedDetails)) as SellerDetails;
}

/** The personal part as it is stored: readable only with the security key. */
export async function sealDetails(securityKey: string, details: SellerDetails): Promise<string> {
  return await sealJwe(securityKey, details);
}

/** Locks a seller who was not deleted; undefined when there is none. A KYC review that is over counts. */
export async function lockSeller(
  db: pg.PoolClient,
  securityKey: string,
  id: string,
): Promise<Seller | undefined> {
  const { rows } = await db.query<Seller & { reviewed: boolean }>(
    `select ${sellerColumns},
       status = 'KYC_REQUIRED' and status_since < standin_toss.clock_now() - interval '1 second' as reviewed
     from standin_toss.sellers where id = $1 and deleted_at is null for update`,
    [id],
  );
  const [seller] = rows;
  if (seller === undefined) return undefined;
  return seller.reviewed ? await moveSeller(db, securityKey, seller, "APPROVED") : seller;
}

/** Changes a seller's status and queues the signed `seller.changed`. */
export async function moveSeller(
  db: pg.PoolClient,
  securityKey: string,
  seller: Seller,
  status: SellerStatus,
): Promise<Seller> {
  await db.query(
    "update standin_toss.sellers set status = $2, status_since = standin_toss.clock_now() where id = $1",
    [seller.id, status],
  );
  const moved = { ...seller, status };
  await enqueueWebhook(
    db,
    await changeEvent(db, "seller", `${seller.id}-${status}`, await presentSeller(securityKey, moved)),
    true,
  );
  return moved;
}

/** The body of a signed `seller.changed` or `payout.changed`. */
export async function changeEvent(
  db: pg.PoolClient,
  entityType: "seller" | "payout",
  eventId: string,
  entityBody: object,
) {
  return {
    eventType: `${entityType}.changed`,
    createdAt: koreanTime(await clockNow(db)),
    version: apiVersion,
    eventId,
    entityType,
    entityBody,
  };
}
