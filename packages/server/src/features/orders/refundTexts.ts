import { formatWon, seoulDay } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { administrators, emit, type News } from "../../events/emit.ts";
import { postByService } from "../inquiries/store.ts";
import { readPayoutPlace, type PayoutPlace } from "../settlements/payoutPlace.ts";
import { buyerNews } from "./news.ts";
import type { Order } from "./Order.ts";
import { sellerMoney } from "./sellerMoney.ts";

/** What the two people of an order are told, the seller by where their money is; a person without a text is told nothing. */
export interface RefundMessage {
  buyer?: string;
  seller?: (place: PayoutPlace) => string;
}

const cardNote = "카드 결제는 카드사에 따라 취소가 보이기까지 3~5일 걸릴 수 있습니다.";

// The approval tells the buyer what will follow, before the end does.
const endNote = "이제 콘텐츠를 이용할 수 없으며, 환불이 끝나면 멘토와의 대화는 종료됩니다.";
/** A part of a payment that the provider gave back without us, and all of such parts. */
interface PartCancel {
  amount: number;
  total: number;
  /** Nothing is delivered while an approved refund stands. */
  isDelivered: boolean;
}

/** A day in Korea as people read it: 11월 30일. */
const koreanDay = (time: Date): string => {
  const [, month = "", day = ""] = seoulDay(time).split("-");
  return `${Number(month)}월 ${Number(day)}일`;
};

const nameOf = ({ title }: Pick<Order, "title">): string => `‘${title}’`;
/** Parts that the provider has given back already are left out. */
const facts = ({ orderNumber, amount, partCancelled }: Order): string =>
  `주문번호: ${orderNumber}\n환불 금액: ${formatWon(amount - partCancelled)}`;
const sellerFacts = ({ orderNumber, sellerAmount }: Order): string =>
  `주문번호: ${orderNumber}\n정산 금액: ${formatWon(sellerAmount)}`;

/** The texts of all steps, in one place. */
export const refundTexts = {
  waiting: (order: Order, dueAt: Date): RefundMessage => ({
    buyer: `${nameOf(order)}의 환불 요청을 접수했습니다.\n${facts(order)}\n\n이미 열어 본 콘텐츠라 관리자가 확인한 뒤 결정합니다. ${koreanDay(dueAt)}까지 결과를 알려드리겠습니다.`,
    seller: (place) =>
      `${nameOf(order)}의 구매자가 환불을 요청했습니다.\n${sellerFacts(order)}\n\n관리자가 ${koreanDay(dueAt)}까지 결정합니다. ${sellerMoney.asked[place]}`,
  }),
  approvedByRule: (order: Order): RefundMessage => ({
    buyer: `${nameOf(order)}의 환불 요청이 승인되었습니다.\n${facts(order)}\n\n아직 열지 않은 콘텐츠라 바로 결제를 취소합니다. ${cardNote} ${endNote}`,
    seller: (place) =>
      `${nameOf(order)}의 구매자가 콘텐츠를 열지 않고 환불을 요청해 승인되었습니다.\n${sellerFacts(order)}\n\n${sellerMoney.approved[place]}`,
  }),
  withdrawn: (order: Order): RefundMessage => ({
    buyer: `${nameOf(order)}의 환불 요청을 취소했습니다.\n주문번호: ${order.orderNumber}\n\n콘텐츠는 그대로 이용할 수 있습니다.`,
    seller: (place) =>
      `${nameOf(order)}의 구매자가 환불 요청을 취소했습니다.\n주문번호: ${order.orderNumber}\n\n${sellerMoney.kept[place]}`,
  }),
  approved: (order: Order, reason: string): RefundMessage => ({
    buyer: `관리자가 ${nameOf(order)}의 환불을 승인했습니다.\n${facts(order)}\n사유: ${reason}\n\n바로 결제를 취소합니다. ${cardNote} ${endNote}`,
    seller: (place) =>
      `관리자가 ${nameOf(order)}의 환불을 승인했습니다.\n${sellerFacts(order)}\n사유: ${reason}\n\n${sellerMoney.approved[place]}`,
  }),
  denied: (order: Order, reason: string): RefundMessage => ({
    buyer: `${nameOf(order)}의 환불 요청이 거절되었습니다.\n주문번호: ${order.orderNumber}\n사유: ${reason}\n\n콘텐츠는 그대로 이용할 수 있습니다. 이의가 있으시면 이 대화에 남겨주세요.`,
    seller: (place) =>
      `${nameOf(order)}의 환불 요청이 거절되었습니다.\n주문번호: ${order.orderNumber}\n사유: ${reason}\n\n${sellerMoney.kept[place]}`,
  }),
  dropped: (order: Order, reason: string): RefundMessage => ({
    buyer: `결제를 취소하지 못한 ${nameOf(order)}의 환불을 더 진행하지 않습니다.\n주문번호: ${order.orderNumber}\n사유: ${reason}\n\n콘텐츠는 그대로 이용할 수 있습니다. 이의가 있으시면 이 대화에 남겨주세요.`,
    seller: (place) =>
      `${nameOf(order)}의 환불을 더 진행하지 않습니다.\n주문번호: ${order.orderNumber}\n사유: ${reason}\n\n${sellerMoney.kept[place]}`,
  }),
  refusedByProvider: (order: Order): RefundMessage => ({
    buyer: `${nameOf(order)}의 결제를 자동으로 취소하지 못했습니다.\n${facts(order)}\n\n관리자가 확인하고 있습니다. 확인되는 대로 알려드리겠습니다. 그때까지 콘텐츠를 열 수 없습니다.`,
    seller: (place) =>
      `${nameOf(order)}의 환불이 승인되었지만 결제사가 결제를 취소하지 못했습니다.\n${sellerFacts(order)}\n\n관리자가 다시 결정합니다. ${sellerMoney.asked[place]}`,
  }),
  completed: (order: Order): RefundMessage => ({
    buyer: `${nameOf(order)}의 환불이 완료되었습니다.\n${facts(order)}\n\n${cardNote} 콘텐츠 이용과 멘토와의 대화는 종료되었습니다.`,
    seller: (place) =>
      `${nameOf(order)}의 주문이 환불되었습니다.\n주문번호: ${order.orderNumber}\n\n${sellerMoney.completed(formatWon(order.sellerAmount))[place]}`,
  }),
  unsold: (order: Order): RefundMessage => ({
    buyer: `${nameOf(order)}의 결제가 구매로 이어지지 않아 취소되었습니다.\n${facts(order)}\n\n${cardNote}`,
  }),
  transferred: (order: Order, reason: string): RefundMessage => ({
    buyer: `관리자가 ${nameOf(order)}의 환불을 계좌 이체로 마쳤습니다.\n${facts(order)}\n사유: ${reason}\n\n결제사에서 결제를 취소하지 못해 카드 취소 대신 계좌로 보냈습니다. 콘텐츠 이용과 멘토와의 대화는 종료되었습니다.`,
    seller: (place) =>
      `관리자가 ${nameOf(order)}의 환불을 계좌 이체로 마쳤습니다.\n주문번호: ${order.orderNumber}\n사유: ${reason}\n\n${sellerMoney.completed(formatWon(order.sellerAmount))[place]}`,
  }),
  partCancelled: (order: Order, { amount, total, isDelivered }: PartCancel): RefundMessage => {
    const all = total > amount ? ` (지금까지 모두 ${formatWon(total)})` : "";
    const lines = `주문번호: ${order.orderNumber}\n취소된 금액: ${formatWon(amount)}${all}`;
    const title = `결제사에서 ${nameOf(order)} 결제의 일부가 취소되었습니다.\n${lines}\n\n자세한 내용은 이 대화에서 물어보실 수 있습니다. `;
    const keeps = isDelivered ? " 콘텐츠는 그대로 이용할 수 있습니다." : "";
    return {
      buyer: `${title}${cardNote}${keeps}`,
      seller: (place) => `${title}${sellerMoney.partCancelled[place]}`,
    };
  },
  clawbackClosed: (
    order: Order,
    { won, decision, reason }: { won: string; decision: "receive" | "writeOff"; reason: string },
  ): RefundMessage => ({
    seller: () =>
      `${nameOf(order)}의 환불로 회수할 금액 ${won}을 ${decision === "receive" ? "다른 방법으로 받아" : "받지 않기로 해"} 회수를 끝냈습니다.\n주문번호: ${order.orderNumber}\n사유: ${reason}\n\n다음 정산에서 더 빼지 않습니다.`,
  }),
} as const;

/** Tells the buyer of an order, in this state by now, that its charge was given back. */
export const announceUnsold = async (
  { config }: Pick<Deps, "config">,
  trx: Trx,
  order: Order,
  status: Order["status"],
): Promise<void> => {
  const news = await postRefundMessages(
    trx,
    order,
    refundTexts.unsold(order),
    await administrators(trx, config),
  );
  await emit(trx, [buyerNews(order, status), ...news]);
};

/** Rounds of request and withdrawal of one order that its seller is told of: more would be a flood. */
const maxToldRounds = 3;

/** Whether the seller is no longer told of the buyer's rounds, as long as no administrator has decided on one. */
export const isSellerSpared = async (trx: Trx, orderId: string): Promise<boolean> => {
  const { rows } = await trx.raw<{ rows: { spared: boolean }[] }>(
    `select count(*) >= ${maxToldRounds}
            and not exists (select from refunds f where f.order_id = :orderId and f.decided_by is not null) as spared
     from refund_events where order_id = :orderId and kind = 'withdrawn'`,
    { orderId },
  );
  return rows[0]?.spared === true;
};

/** A step without the seller's message. */
export const buyerOnly = ({ buyer }: RefundMessage): RefundMessage => (buyer === undefined ? {} : { buyer });

/** A step of a buyer's round, without the seller's message where the seller is spared. */
export const sparing = async (
  trx: Trx,
  { id }: Pick<Order, "id">,
  message: RefundMessage,
): Promise<RefundMessage> => ((await isSellerSpared(trx, id)) ? buyerOnly(message) : message);

/** Writes both parties' messages into their refund rooms; returns the news to emit at the end of the transaction. */
export const postRefundMessages = async (
  trx: Trx,
  order: Order,
  message: RefundMessage,
  admins: readonly string[],
): Promise<News[]> => {
  const wanted = new Map([
    [order.buyerId, message.buyer],
    [order.sellerId, message.seller?.(await readPayoutPlace(trx, order.id))],
  ]);
  const news: News[] = [];
  // In one order, so that two orders never wait for each other crosswise.
  for (const userId of [...wanted.keys()].sort()) {
    const text = wanted.get(userId);
    if (text === undefined) continue;
    const room = { userId, type: "refund_notice", subject: "환불 안내", relatedId: order.id } as const;
    news.push(...(await postByService(trx, { ...room, text, admins })));
  }
  return news;
};
