import { isRecord, type TossAnswer, type TossLine } from "./tossCall.ts";
import type { TossSeal } from "./tossSeal.ts";

/** A seller as the provider keeps them. */
interface TossSeller {
  id: string;
  /** `APPROVAL_REQUIRED` and `KYC_REQUIRED` are paid nothing until the provider knows more about them. */
  status: string;
  /** Where they are paid to, as far as the provider shows it. */
  account: { bankCode: string; accountNumber: string } | null;
}

/** Details of a seller that the provider needs. */
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
  error: { code: string; message: string } | null;
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
  seller(sellerId: string): Promise<TossAnswer<TossSeller>>;
  /** Has the provider forget a seller; a second time is refused with status 404. */
  removeSeller(sellerId: string): Promise<TossAnswer<unknown>>;
  /** Looks a seller up by our reference; undefined only when the provider surely has none. */
  sellerByReference(refSellerId: string): Promise<TossAnswer<TossSeller | undefined>>;
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

const sellerOf = (body: unknown): TossSeller | undefined => {
  if (!isRecord(body) || typeof body["id"] !== "string" || typeof body["status"] !== "string")
    return undefined;
  const { bankCode, accountNumber } = isRecord(body["account"]) ? body["account"] : {};
  return {
    id: body["id"],
    status: body["status"],
    account:
      typeof bankCode === "string" && typeof accountNumber === "string" ? { bankCode, accountNumber } : null,
  };
};

const payoutOf = (body: unknown): TossPayout | undefined => {
  if (!isRecord(body)) return undefined;
  const { id, refPayoutId, status, amount, error } = body;
  if (typeof id !== "string" || typeof refPayoutId !== "string" || typeof status !== "string")
    return undefined;
  if (!isRecord(amount) || amount["currency"] !== "KRW" || typeof amount["value"] !== "number")
    return undefined;
  const why =
    isRecord(error) && typeof error["code"] === "string"
      ? { code: error["code"], message: String(error["message"]) }
      : null;
  return { id, refPayoutId, status, value: amount["value"], error: why };
};

const itemsOf = ({ entityBody: { items } }: Envelope): unknown[] => (Array.isArray(items) ? items : []);

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

/** How lists are looked through, newest first, for something whose answer was lost. */
const perPage = 1_000;
const maxPages = 100;

/** The payout side of the provider. */
export const createTossPayouts = (line: Pick<TossLine, "call">, seal: TossSeal): TossPayouts => {
  const post = (path: string, body: unknown, idempotencyKey: string) =>
    line.call({ method: "POST", path, body, idempotencyKey, seal, accepts: isEnvelope });
  const get = (path: string) => line.call({ method: "GET", path, accepts: isEnvelope });
  const find = async <T extends { id: string }>(
    path: string,
    [key, reference]: readonly [string, string],
    read: (item: unknown) => T | undefined,
  ): Promise<TossAnswer<T | undefined>> => {
    let after: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const query = new URLSearchParams({
        limit: String(perPage),
        ...(after === undefined ? {} : { startingAfter: after }),
      });
      const answer = await get(`${path}?${query.toString()}`);
      if (answer.kind !== "ok") return answer;
      const items = itemsOf(answer.value);
      const found = items.find((item) => isRecord(item) && item[key] === reference);
      const value = read(found);
      if (found !== undefined && !value) return { kind: "unknown", reason: "an item has an unknown shape" };
      after = items.flatMap((item) => read(item) ?? []).at(-1)?.id;
      if (value || answer.value.entityBody["hasMore"] !== true) return { kind: "ok", value };
      if (after === undefined) break;
    }
    return { kind: "unknown", reason: "not to be looked through" };
  };
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
    seller: async (sellerId) =>
      shaped(await get(`/v2/sellers/${encodeURIComponent(sellerId)}`), ({ entityBody }) =>
        sellerOf(entityBody),
      ),
    removeSeller: (sellerId) =>
      line.call({
        method: "DELETE",
        path: `/v2/sellers/${encodeURIComponent(sellerId)}`,
        accepts: (body): body is unknown => body !== undefined,
      }),
    sellerByReference: (refSellerId) => find("/v2/sellers", ["refSellerId", refSellerId], sellerOf),
    async request({ refPayoutId, sellerId, value }, idempotencyKey) {
      const item = {
        refPayoutId,
        destination: sellerId,
        scheduleType: "EXPRESS",
        amount: { currency: "KRW", value },
        transactionDescription: "노하우정산",
      };
      return shaped(await post("/v2/payouts", [item], idempotencyKey), (envelope) =>
        itemsOf(envelope)
          .flatMap((entry) => payoutOf(entry) ?? [])
          .find((payout) => payout.refPayoutId === refPayoutId),
      );
    },
    byId: async (payoutId) =>
      shaped(await get(`/v2/payouts/${encodeURIComponent(payoutId)}`), ({ entityBody }) =>
        payoutOf(entityBody),
      ),
    byReference: (refPayoutId) => find("/v2/payouts", ["refPayoutId", refPayoutId], payoutOf),
  };
};
