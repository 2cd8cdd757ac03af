import { randomBytes } from "node:crypto";
import type Router from "@koa/router";
import { type InferType, mixed, object, string } from "yup";
import { accountFate } from "./bankRoutes.ts";
import { checkBody } from "./body.ts";
import { standinError } from "./errors.ts";
import { type RestCall, restRoute } from "./restCall.ts";
import {
  lockSeller,
  moveSeller,
  presentSeller,
  readDetails,
  sealDetails,
  type Seller,
  sellerColumns,
  type SellerDetails,
} from "./sellers.ts";
import type { Standin } from "./standin.ts";

const contact = {
  email: string().required().max(100),
  phone: string()
    .required()
    .matches(/^\d{8,15}$/),
};

const account = object({
  bankCode: string()
    .required()
    .matches(/^\d{2,3}$/),
  accountNumber: string()
    .required()
    .matches(/^\d{1,30}$/),
  holderName: string().required().max(60),
}).required();

const metadata = mixed<object>()
  .test((value) => value == null || (typeof value === "object" && Object.keys(value).length <= 5))
  .nullable()
  .optional();

const sellerBody = object({
  refSellerId: string().required().min(7).max(20),
  businessType: string().required().oneOf(["INDIVIDUAL", "INDIVIDUAL_BUSINESS", "CORPORATE"]),
  individual: object({ name: string().required().max(60), ...contact })
    .nullable()
    .default(undefined),
  company: object({
    name: string().required().max(60),
    representativeName: string().required().max(60),
    businessRegistrationNumber: string()
      .required()
      .matches(/^\d{10}$/),
    ...contact,
  })
    .nullable()
    .default(undefined),
  account,
  metadata,
});

const updateBody = sellerBody.omit(["refSellerId", "businessType"]).shape({ account: account.notRequired() });

function detailsOf(body: InferType<typeof sellerBody>): SellerDetails {
  const isIndividual = body.businessType === "INDIVIDUAL";
  if (isIndividual ? body.individual == null : body.company == null) throw standinError("INVALID_REQUEST");
  return {
    businessType: body.businessType,
    company: isIndividual ? null : (body.company ?? null),
    individual: isIndividual ? (body.individual ?? null) : null,
    account: body.account,
    metadata: body.metadata ?? null,
  };
}

async function register(standin: Standin, call: RestCall): Promise<object> {
  const body = checkBody(sellerBody, call.body);
  const details = detailsOf(body);
  call.refuseIfTold();
  const { rows } = await call.db.query<Seller>(
    `insert into standin_toss.sellers (id, ref_seller_id, status, bank_reachable, sealed_details)
     values ($1, $2, $3, $4, $5) on conflict (ref_seller_id) do nothing returning ${sellerColumns}`,
    [
      `seller_${randomBytes(13).toString("hex")}`,
      body.refSellerId,
      body.businessType === "CORPORATE" ? "PARTIALLY_APPROVED" : "APPROVAL_REQUIRED",
      accountFate(details.account.accountNumber) === "valid",
      await sealDetails(standin.securityKey, details),
    ],
  );
  const [seller] = rows;
  if (seller === undefined) throw standinError("INVALID_REQUEST", "이미 사용된 refSellerId 입니다.");
  if (seller.status === "APPROVAL_REQUIRED") {
    // The provider verifies a person by phone; without a phone here, it has happened a moment later.
    await moveSeller(call.db, standin.securityKey, seller, "PARTIALLY_APPROVED");
  }
  return await presentSeller(standin.securityKey, seller);
}

async function existing(standin: Standin, call: RestCall): Promise<Seller> {
  const seller = await lockSeller(call.db, standin.securityKey, call.params["sellerId"] ?? "");
  if (seller === undefined) throw standinError("NOT_FOUND");
  return seller;
}

async function update(standin: Standin, call: RestCall): Promise<object> {
  const seller = await existing(standin, call);
  const body = checkBody(updateBody, call.body);
  call.refuseIfTold();
  const { details, reachable } = await mergeDetails(standin, seller, body);
  const { rows } = await call.db.query<Seller>(
    `update standin_toss.sellers set sealed_details = $2, bank_reachable = $3 where id = $1
     returning ${sellerColumns}`,
    [seller.id, await sealDetails(standin.securityKey, details), reachable],
  );
  const [updated] = rows;
  if (updated === undefined) throw new Error("The locked seller is gone");
  return await presentSeller(standin.securityKey, updated);
}

async function mergeDetails(standin: Standin, seller: Seller, body: InferType<typeof updateBody>) {
  const old = await readDetails(standin.securityKey, seller);
  const details: SellerDetails = {
    businessType: old.businessType,
    company: body.company ?? old.company,
    individual: body.individual ?? old.individual,
    account: body.account ?? old.account,
    metadata: body.metadata ?? old.metadata,
  };
  return { details, reachable: accountFate(details.account.accountNumber) === "valid" };
}

async function list(standin: Standin, call: RestCall): Promise<object> {
  const limit = Math.min(Number(call.query.get("limit") ?? 100) || 100, 10_000);
  const { rows } = await call.db.query<Seller>(
    `select ${sellerColumns} from standin_toss.sellers where deleted_at is null and ($1::text is null or
       registered_at < (select registered_at from standin_toss.sellers where id = $1))
     order by registered_at desc limit $2`,
    [call.query.get("startingAfter"), limit + 1],
  );
  call.refuseIfTold();
  const items = await Promise.all(rows.slice(0, limit).map((row) => presentSeller(standin.securityKey, row)));
  return { hasMore: rows.length > limit, size: items.length, items };
}

async function remove(standin: Standin, call: RestCall): Promise<object> {
  const seller = await existing(standin, call);
  call.refuseIfTold();
  await call.db.query("update standin_toss.sellers set deleted_at = standin_toss.clock_now() where id = $1", [
    seller.id,
  ]);
  return { id: seller.id };
}

/** Adds the seller calls of the payout interface. */
export function addSellerRoutes(router: Router, standin: Standin): void {
  const one = { version: 2, entityType: "seller" } as const;
  router.post(
    "/v2/sellers",
    restRoute(standin, { ...one, sealed: true }, (call) => register(standin, call)),
  );
  router.get(
    "/v2/sellers",
    restRoute(standin, { version: 2, entityType: "seller-list" }, (call) => list(standin, call)),
  );
  router.get(
    "/v2/sellers/:sellerId",
    restRoute(standin, one, async (call) => {
      const seller = await existing(standin, call);
      call.refuseIfTold();
      return await presentSeller(standin.securityKey, seller);
    }),
  );
  router.post(
    "/v2/sellers/:sellerId",
    restRoute(standin, { ...one, sealed: true }, (call) => update(standin, call)),
  );
  router.delete(
    "/v2/sellers/:sellerId",
    restRoute(standin, one, (call) => remove(standin, call)),
  );
}
