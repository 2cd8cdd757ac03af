import {
  amountsOf,
  AppError,
  isUuid,
  seoulDay,
  type InputOf,
  type orders,
  type OutputOf,
} from "@knowhow/shared";
import { createHash, randomBytes } from "node:crypto";
import type { Trx } from "../database/BaseModel.ts";
import type { Deps } from "../deps.ts";
import { basePath } from "../standins/toss/standin.ts";
import { Order } from "./Order.ts";
import { givesAccessSql } from "./policy.ts";
import { presentOrder } from "./presenter.ts";

type Form = InputOf<typeof orders.create>["body"];

interface Offer {
  id: string;
  title: string;
  category: string;
  mentor_nickname: string;
  price: number;
  seller_id: string;
  is_listed: boolean;
  owned: boolean;
}

/** Readable, unguessable, within the provider's alphabet: the sale's day in Korea and 80 random bits. */
export const newOrderNumber = (now = new Date()): string => {
  const date = seoulDay(now).replaceAll("-", "");
  return `KH${date}-${randomBytes(10).toString("hex").toUpperCase()}`;
};

const findOffer = async (trx: Trx, contentId: string, buyerId: string): Promise<Offer> => {
  if (!isUuid(contentId)) throw new AppError("NOT_FOUND");
  const { rows } = await trx.raw<{ rows: Offer[] }>(
    `select c.id, c.title, c.category, u.nickname as mentor_nickname, c.price, c.seller_id, c.is_listed,
            exists (select from orders o where o.content_id = c.id and o.buyer_id = ? and ${givesAccessSql("o")}) as owned
     from contents c join users u on u.id = c.seller_id where c.id = ?`,
    [buyerId, contentId],
  );
  const [offer] = rows;
  if (!offer?.is_listed) throw new AppError("NOT_FOUND", { message: "판매 중인 콘텐츠가 아닙니다." });
  return offer;
};

/** Stable for one person, worthless to anyone else. */
const customerKeyOf = (deps: Deps, userId: string): string =>
  createHash("sha256").update(`customer:${deps.config.sessionSecret}:${userId}`).digest("base64url");

/**
 * Makes a pending order at today's price. The amounts that the buyer saw must be the ones we compute; a free content
 * needs no payment.
 */
export const createOrder = async (
  deps: Deps,
  trx: Trx,
  { buyerId, form, origin }: { buyerId: string; form: Form; origin: string },
): Promise<OutputOf<typeof orders.create>> => {
  const offer = await findOffer(trx, form.contentId, buyerId);
  if (offer.seller_id === buyerId)
    throw new AppError("OWN_CONTENT", { message: "자신의 콘텐츠는 구매할 수 없습니다." });
  const { price, buyerFee, totalAmount, sellerAmount } = amountsOf(offer.price);
  if (form.originalPrice !== price || form.platformFee !== buyerFee || form.totalAmount !== totalAmount) {
    throw new AppError("AMOUNT_MISMATCH");
  }
  if (offer.owned) throw new AppError("ALREADY_PURCHASED");
  const order = await Order.query(trx)
    .insert({
      buyerId,
      contentId: offer.id,
      sellerId: offer.seller_id,
      orderNumber: newOrderNumber(),
      price,
      amount: totalAmount,
      platformFee: buyerFee,
      sellerAmount,
      title: offer.title,
      category: offer.category,
      mentorNickname: offer.mentor_nickname,
    })
    .returning("*");
  const payment = {
    clientKey: deps.config.toss.clientKey,
    scriptUrl: deps.config.toss.sdkUrl ?? `${origin}${basePath}/v2/standard`,
    customerKey: customerKeyOf(deps, buyerId),
    orderName: [...offer.title].slice(0, 100).join(""),
  };
  return { order: presentOrder(order), ...(totalAmount > 0 ? { payment } : {}) };
};
