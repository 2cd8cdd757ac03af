import {
  amountsOf,
  AppError,
  isAllowedPrice,
  isUuid,
  seoulDay,
  type InputOf,
  type orders,
  type OutputOf,
  uploadsPath,
} from "@knowhow/shared";
import { createHash, randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { isoSql } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";
import { orderNameOf } from "../../gateways/toss.ts";
import { standinPath } from "../../localToss.ts";
import type { Order } from "./Order.ts";
import { givesAccessSql, openPartSql } from "./policy.ts";
import { presentOrder } from "./presenter.ts";

type Form = InputOf<typeof orders.create>["body"];

interface Offer {
  /** Whether the buyer has not left meanwhile. */
  stays: boolean;
  content_id: string;
  title: string;
  price: number;
  is_listed: boolean;
  is_paused: boolean;
  is_own: boolean;
  is_owned: boolean;
  /** The new order; null when one of these forbids it. */
  order_id: string | null;
  status: Order["status"];
}

/** Readable, unguessable, within the provider's alphabet: the sale's day in Korea and 80 random bits. */
export const newOrderNumber = (now = new Date()): string => {
  const date = seoulDay(now).replaceAll("-", "");
  return `KH${date}-${randomBytes(10).toString("hex").toUpperCase()}`;
};

/** One statement: the offer, an order of it unless something forbids one, and a lock that keeps the buyer. */
const sql = /* sql */ `
  with buyer as materialized (
    select from users where id = :buyerId and left_at is null for share
  ), offer as materialized (
    select c.id, c.title, c.category, u.nickname as mentor_nickname, c.price, c.seller_id, c.is_listed, c.is_paused,
           json_build_object('previews', coalesce(c.preview_image_urls, '{}'), 'files', open.files) as trial,
           (:updatedAt::text is null or :updatedAt = ${isoSql("c.updated_at")})
             and (:trialVersion::text is null or :trialVersion = open.version) as is_seen,
           c.seller_id = :buyerId as is_own,
           exists (select from orders o
                   where o.content_id = c.id and o.buyer_id = :buyerId and ${givesAccessSql("o")}) as is_owned
    from contents c join users u on u.id = c.seller_id cross join lateral (
      select coalesce(json_agg(json_build_object('objectId', t.object_id, 'unit', t.unit, 'total', t.total,
                                                 'pages', t.pages, 'characters', t.characters)
                               order by t.object_id), '[]') as files,
             coalesce(string_agg(t.part, '.' order by t.part collate "C"), '') as version
      from (select t.*, ${openPartSql("t")} as part from content_trials t
            where t.content_id = c.id and t.unit <> 'none'
              and '${uploadsPath}' || t.object_id = any (c.file_urls)) t) open
    where c.id = :contentId),
  made as (
    insert into orders (buyer_id, content_id, seller_id, order_number, price, amount, platform_fee, seller_amount,
      title, category, mentor_nickname, consent_version, consented_at, trial)
    select :buyerId, id, seller_id, :orderNumber, price, :totalAmount, :buyerFee, :sellerAmount,
           title, category, mentor_nickname, :consent::text, case when :consent::text is not null then app_now() end,
           trial
    from offer where is_listed and not is_own and not is_owned and price = :price and is_seen
      and exists (select from buyer)
    returning id, status)
  select exists (select from buyer) as stays, offer.id as content_id, offer.title, offer.price, offer.is_listed, offer.is_paused, offer.is_own, offer.is_owned, made.id as order_id, made.status
  from offer left join made on true`;

/** Stable for one user, worthless to all others. */
const customerKeyOf = (deps: Deps, userId: string): string =>
  createHash("sha256").update(`customer:${deps.config.sessionSecret}:${userId}`).digest("base64url");

/** The price that the buyer saw, with its amounts; null, which no content has, where the sums are not ours. */
const seen = ({ originalPrice, platformFee, totalAmount }: Form) => {
  const { price, ...amounts } = amountsOf(originalPrice);
  const isConsistent =
    isAllowedPrice(price) && platformFee === amounts.buyerFee && totalAmount === amounts.totalAmount;
  return isConsistent ? { price, ...amounts } : { ...amountsOf(0), price: null };
};

/**
 * Makes a pending order at today's price. The amounts that the buyer saw must be the ones we compute, and an offer that
 * the request names the present one, or the consent would be to another; a free content needs no payment.
 */
export const createOrder = async (
  deps: Deps,
  db: Knex,
  { buyerId, form, origin }: { buyerId: string; form: Form; origin: string },
): Promise<OutputOf<typeof orders.create>> => {
  const { price, buyerFee, totalAmount, sellerAmount } = seen(form);
  const orderNumber = newOrderNumber();
  const values = {
    buyerId,
    contentId: form.contentId,
    orderNumber,
    price,
    buyerFee,
    totalAmount,
    sellerAmount,
    consent: form.consent ?? null,
    updatedAt: form.offer?.updatedAt ?? null,
    trialVersion: form.offer?.trial ?? null,
  };
  const asked = isUuid(form.contentId)
    ? db.raw<{ rows: Offer[] }>(sql, values).options({ name: "order_create" })
    : undefined;
  const offer = (await asked)?.rows[0];
  if (!offer?.is_listed && !offer?.is_paused)
    throw new AppError("NOT_FOUND", { message: "판매 중인 콘텐츠가 아닙니다." });
  if (!offer.stays) throw new AppError("LOGIN_REQUIRED");
  if (offer.is_own) throw new AppError("OWN_CONTENT", { message: "자신의 콘텐츠는 구매할 수 없습니다." });
  if (offer.is_paused) throw new AppError(offer.is_owned ? "ALREADY_PURCHASED" : "NOT_ON_SALE");
  if (offer.price !== price) throw new AppError("AMOUNT_MISMATCH");
  if (offer.is_owned) throw new AppError("ALREADY_PURCHASED");
  // Nothing else is left that forbids it.
  if (offer.order_id === null)
    throw new AppError("EDIT_CONFLICT", {
      message:
        "그사이 콘텐츠의 파일이나 설명, 미리 읽기가 바뀌었습니다. 다시 확인하고 동의한 뒤 결제해주세요.",
    });
  const payment = {
    clientKey: deps.config.toss.clientKey,
    scriptUrl: deps.config.toss.sdkUrl ?? `${origin}${standinPath}/v2/standard`,
    customerKey: customerKeyOf(deps, buyerId),
    orderName: orderNameOf(offer.title),
  };
  const { order_id: id, content_id: contentId, status } = offer;
  const order = {
    id,
    orderNumber,
    amount: totalAmount,
    platformFee: buyerFee,
    sellerAmount,
    status,
    contentId,
  };
  return { order: presentOrder(order), ...(totalAmount > 0 ? { payment } : {}) };
};
