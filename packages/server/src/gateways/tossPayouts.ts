import { isRecord, type TossAnswer, type TossLine } from "./tossCall.ts";
import type { Seal } from "./tossSeal.ts";

/** Who is paid, as the provider keeps them. */
interface TossSeller {
  id: string;
  /** `APPROVAL_REQUIRED` and `KYC_REQUIRED` are paid nothing until the provider knows more about them. */
  status: string;
}

/** What the provider has to know of somebody who is paid. */
interface SellerDetails {
  name: string;
  email: string;
  phone: string;
  account: { bankCode: string; accountNumber: string; holderName: string };
}

/** One payout as the provider tells it; `COMPLETED`, `FAILED`, `CANCELED` and `REJECTED` are final. */
export interface TossPayout {
  id: string;
  refPayoutId: string;
  status: string;
  /** In won. */
  value: number;
  errorCode: string | null;
}

/** The provider's calls about paying sellers. None of them throws. */
export interface TossPayouts {
  registerSeller(
    refSellerId: string,
    details: SellerDetails,
    idempotencyKey: string,
  ): Promise<TossAnswer<TossSeller>>;
  updateSeller(
    sellerId: string,
    details: SellerDetails,
    idempotencyKey: string,
  ): Promise<TossAnswer<TossSeller>>;
  /** Asks for one payout, at once. The same reference is never paid twice. */
  request(
    payout: { refPayoutId: string; sellerId: string; value: number },
    idempotencyKey: string,
  ): Promise<TossAnswer<TossPayout>>;
  byId(payoutId: string): Promise<TossAnswer<TossPayout>>;
  /** Looks a payout up by our reference; undefined only when the provider surely has none. */
  byReference(refPayoutId: string): Promise<TossAnswer<TossPayout | undefined>>;
}

interface Envelope {
  entityBody: Record<string, unknown>;
}

const isEnvelope = (body: unknown): body is Envelope => isRecord(body) && isRecord(body["entityBody"]);

const sellerOf = (body: Record<string, unknown>): TossSeller | undefined =>
  typeof body["id"] === "string" && typeof body["status"] === "string"
    ? { id: body["id"], status: body["status"] }
    : undefined;

const payoutOf = (body: unknown): TossPayout | undefined => {
  if (!isRecord(body)) return undefined;
  const { id, refPayoutId, status, amount, error } = body;
  if (typeof id !== "string" || typeof refPayoutId !== "string" || typeof status !== "string")
    return undefined;
  if (!isRecord(amount) || amount["currency"] !== "KRW" || typeof amount["value"] !== "number")
    return undefined;
  const errorCode = isRecord(error) && typeof error["code"] === "string" ? error["code"] : null;
  return { id, refPayoutId, status, value: amount["value"], errorCode };
};

const itemsOf = ({ entityBody }: Envelope): TossPayout[] =>
  Array.isArray(entityBody["items"])
    ? entityBody["items"].flatMap((item: unknown) => payoutOf(item) ?? [])
    : [];

const shaped = <T>(
  answer: TossAnswer<Envelope>,
  read: (envelope: Envelope) => T | undefined,
): TossAnswer<T> => {
  if (answer.kind !== "ok") return answer;
  const value = read(answer.value);
  return value === undefined
    ? { kind: "unknown", reason: "the answer has an unknown shape" }
    : { kind: "ok", value };
};

const bodyOf = ({ name, email, phone, account }: SellerDetails) => ({
  individual: { name, email, phone: phone.replace(/\D/g, "") },
  account,
});

/** How payouts are looked through, newest first, for one whose answer was lost. */
const perPage = 1_000;
const mostPages = 100;

/** The payout side of the provider, over the same line as the payments. */
export const createTossPayouts = (line: Pick<TossLine, "call">, seal: Seal): TossPayouts => {
  const post = (path: string, body: unknown, idempotencyKey: string) =>
    line.call({ method: "POST", path, body, idempotencyKey, seal, accepts: isEnvelope });
  const get = (path: string) => line.call({ method: "GET", path, accepts: isEnvelope });
  return {
    registerSeller: async (refSellerId, details, idempotencyKey) =>
      shaped(
        await post(
          "/v2/sellers",
          { refSellerId, businessType: "INDIVIDUAL", ...bodyOf(details) },
          idempotencyKey,
        ),
        ({ entityBody }) => sellerOf(entityBody),
      ),
    updateSeller: async (sellerId, details, idempotencyKey) =>
      shaped(
        await post(`/v2/sellers/${encodeURIComponent(sellerId)}`, bodyOf(details), idempotencyKey),
        ({ entityBody }) => sellerOf(entityBody),
      ),
    async request({ refPayoutId, sellerId, value }, idempotencyKey) {
      const item = {
        refPayoutId,
        destination: sellerId,
        scheduleType: "EXPRESS",
        amount: { currency: "KRW", value },
        transactionDescription: "노하우정산",
      };
      return shaped(await post("/v2/payouts", [item], idempotencyKey), (envelope) =>
        itemsOf(envelope).find((payout) => payout.refPayoutId === refPayoutId),
      );
    },
    byId: async (payoutId) =>
      shaped(await get(`/v2/payouts/${encodeURIComponent(payoutId)}`), ({ entityBody }) =>
        payoutOf(entityBody),
      ),
    async byReference(refPayoutId) {
      let after: string | undefined;
      for (let page = 0; page < mostPages; page += 1) {
        const query = new URLSearchParams({
          limit: String(perPage),
          ...(after === undefined ? {} : { startingAfter: after }),
        });
        const answer = await get(`/v2/payouts?${query.toString()}`);
        if (answer.kind !== "ok") return answer;
        const items = itemsOf(answer.value);
        const value = items.find((payout) => payout.refPayoutId === refPayoutId);
        after = items.at(-1)?.id;
        const isLast = answer.value.entityBody["hasMore"] !== true || after === undefined;
        if (value || isLast) return { kind: "ok", value };
      }
      return { kind: "unknown", reason: "too many payouts to look through" };
    },
  };
};
