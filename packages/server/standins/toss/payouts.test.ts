import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standinKeys } from "./index.ts";
import { openJwe, sealJwe } from "./jwe.ts";
import { startTestStandin } from "./testing.ts";

let toss: Awaited<ReturnType<typeof startTestStandin>>;

beforeAll(async () => {
  toss = await startTestStandin();
});
afterAll(async () => {
  await toss.stop();
});

const sealedHeaders = { "tosspayments-api-security-mode": "ENCRYPTION", "content-type": "text/plain" };

interface Envelope {
  entityType: string;
  entityBody: { id: string; items?: { id: string }[] };
  error: { code: string } | null;
}

async function sealedPost(path: string, value: unknown, headers: Record<string, string> = {}) {
  const body = await sealJwe(standinKeys.securityKey, value);
  const answer = await toss.post(path, body, { ...sealedHeaders, ...headers });
  // The stand-in's own envelope; a field that is missing fails the test that reads it.
  const envelope = (await openJwe(standinKeys.securityKey, answer.text)) as Envelope;
  return { ...answer, envelope };
}

async function registerSeller(refSellerId: string, accountNumber = "110123456780") {
  const { envelope } = await sealedPost("/v2/sellers", {
    refSellerId,
    businessType: "INDIVIDUAL",
    individual: { name: "김하늘", email: "haneul@example.com", phone: "01012345678" },
    account: { bankCode: "088", accountNumber, holderName: "김하늘" },
  });
  return envelope.entityBody;
}

const payout = (refPayoutId: string, destination: string, value: number) => ({
  refPayoutId,
  destination,
  scheduleType: "EXPRESS",
  amount: { currency: "KRW", value },
  transactionDescription: "노하우정산",
});

describe("sellers", () => {
  it("are registered in sealed messages, approved a moment later, and shown without their account", async () => {
    const seller = await registerSeller("seller-0001");
    expect(seller).toMatchObject({ refSellerId: "seller-0001", status: "APPROVAL_REQUIRED" });
    const found = await toss.get(`/v2/sellers/${seller.id}`);
    expect(found.json).toMatchObject({
      entityType: "seller",
      entityBody: { status: "PARTIALLY_APPROVED", individual: { name: "김하늘" } },
    });
    expect(found.text).not.toContain("110123456780");
    const stored = await toss.pool.query("select sealed_details from standin_toss.sellers");
    expect(JSON.stringify(stored.rows)).not.toContain("110123456780");
    const sealed = await toss.get(`/v2/sellers/${seller.id}`, sealedHeaders);
    const opened = await openJwe(standinKeys.securityKey, sealed.text);
    expect(opened).toMatchObject({ entityBody: { id: seller.id } });
  });

  it("keep their reference for ever, can change their account, and can leave", async () => {
    const seller = await registerSeller("seller-0002");
    const again = await sealedPost("/v2/sellers", { refSellerId: "seller-0002" });
    expect(again.envelope.error?.code).toBe("INVALID_REQUEST");
    const changed = await sealedPost(`/v2/sellers/${seller.id}`, {
      account: { bankCode: "004", accountNumber: "99988877760", holderName: "김하늘" },
    });
    expect(changed.envelope.entityBody).toMatchObject({ account: { bankCode: "004" } });
    expect((await toss.call("DELETE", `/v2/sellers/${seller.id}`)).status).toBe(200);
    expect((await toss.get(`/v2/sellers/${seller.id}`)).status).toBe(404);
  });

  it("refuse what is not sealed, or sealed with another key", async () => {
    const plain = await toss.post("/v2/sellers", { refSellerId: "seller-0003" });
    expect(plain.json).toMatchObject({ error: { code: "INVALID_REQUEST" } });
    const foreign = await sealJwe("ab".repeat(32), { refSellerId: "seller-0003" });
    const answer = await toss.post("/v2/sellers", foreign, sealedHeaders);
    expect(answer.status).toBe(400);
  });
});

describe("payouts", () => {
  it("go out once, are logged and announced with a signature", async () => {
    const seller = await registerSeller("seller-paid1");
    const batch = [payout("settlement-1", seller.id, 9_500)];
    const headers = { "idempotency-key": "payout:1:0" };
    const first = await sealedPost("/v2/payouts", batch, headers);
    expect(first.envelope.entityType).toBe("payout-list");
    expect(first.envelope.entityBody.items).toMatchObject([
      { refPayoutId: "settlement-1", status: "IN_PROGRESS", amount: { value: 9_500 } },
    ]);
    const replay = await sealedPost("/v2/payouts", batch, headers);
    expect(replay.text).toBe(first.text);
    const repeated = await sealedPost("/v2/payouts", batch);
    expect(repeated.envelope.error?.code).toBe("INVALID_REQUEST");

    const id = first.envelope.entityBody.items?.[0]?.id;
    const found = await toss.get(`/v2/payouts/${id}`);
    expect(found.json).toMatchObject({ entityBody: { status: "COMPLETED" } });
    expect(await toss.events("settlement-1")).toEqual(["PAYOUT"]);

    await expect.poll(() => toss.webhooks("payout.changed")).toHaveLength(1);
    const [event] = toss.webhooks("payout.changed");
    expect(event?.body).toMatchObject({ entityType: "payout", entityBody: { id, status: "COMPLETED" } });
    const time = String(event?.headers["tosspayments-webhook-transmission-time"]);
    const expected = createHmac("sha256", Buffer.from(standinKeys.securityKey, "hex"))
      .update(`${event?.raw}:${time}`)
      .digest("base64");
    expect(event?.headers["tosspayments-webhook-signature"]).toBe(`v1:${expected}`);
  });

  it("fail when the account can not take them, and then do not count as paid", async () => {
    const seller = await registerSeller("seller-nobank", "110123456789");
    const { envelope } = await sealedPost("/v2/payouts", [payout("settlement-nobank", seller.id, 1_000)]);
    const found = await toss.get(`/v2/payouts/${envelope.entityBody.items?.[0]?.id}`);
    expect(found.json).toMatchObject({ entityBody: { status: "FAILED", error: { code: "PROVIDER_ERROR" } } });
    expect(await toss.events("settlement-nobank")).toEqual([]);
  });

  it("stop at ten million won a week until the review, which lasts a second", async () => {
    const seller = await registerSeller("seller-rich01");
    await sealedPost("/v2/payouts", [payout("rich-1", seller.id, 9_000_000)]);
    const over = await sealedPost("/v2/payouts", [payout("rich-2", seller.id, 1_000_000)]);
    expect([over.status, over.envelope.error?.code]).toEqual([403, "FORBIDDEN_SELLER_PAYOUT"]);
    const held = await toss.get(`/v2/sellers/${seller.id}`);
    expect(held.json).toMatchObject({ entityBody: { status: "KYC_REQUIRED" } });
    await toss.post("/control/clock", { advanceMs: 1_100 });
    const retry = await sealedPost("/v2/payouts", [payout("rich-2", seller.id, 1_000_000)]);
    expect(retry.status).toBe(200);
  });

  it("on a later day wait for it and can be taken back until then", async () => {
    const seller = await registerSeller("seller-later1");
    const day = new Date(Date.now() + 30 * 24 * 3_600_000);
    while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1);
    const payoutDate = day.toISOString().slice(0, 10);
    const later = (ref: string) => ({
      ...payout(ref, seller.id, 5_000),
      scheduleType: "SCHEDULED",
      payoutDate,
    });
    const { envelope } = await sealedPost("/v2/payouts", [later("later-1"), later("later-2")]);
    const [first, second] = envelope.entityBody.items ?? [];
    expect(first).toMatchObject({ status: "REQUESTED", payoutDate });
    const cancelled = await toss.post(`/v2/payouts/${second?.id}/cancel`);
    expect(cancelled.json).toMatchObject({ entityBody: { status: "CANCELED" } });
    await toss.post("/control/clock", { advanceMs: 34 * 24 * 3_600_000 });
    expect((await toss.get(`/v2/payouts/${first?.id}`)).json).toMatchObject({
      entityBody: { status: "COMPLETED" },
    });
    expect((await toss.post(`/v2/payouts/${first?.id}/cancel`)).status).toBe(400);
    expect(await toss.events("later-2")).toEqual([]);
  });

  it("refuse a batch as a whole", async () => {
    const seller = await registerSeller("seller-batch1");
    const batch = [payout("batch-1", seller.id, 1_000), payout("batch-2", "seller_nobody", 1_000)];
    expect((await sealedPost("/v2/payouts", batch)).status).toBe(404);
    const list = await toss.get("/v2/payouts");
    expect(list.text).not.toContain("batch-1");
  });

  it("come out of the balance", async () => {
    const available = async () => {
      const { json } = await toss.get("/v2/balances");
      expect(json).toMatchObject({
        entityType: "balance",
        entityBody: { availableAmount: { currency: "KRW" } },
      });
      // Checked on the line above.
      return (json["entityBody"] as { availableAmount: { value: number } }).availableAmount.value;
    };
    const seller = await registerSeller("seller-balance");
    const before = await available();
    const paymentKey = await toss.authenticated("order-balance", 20_000);
    await toss.confirm(paymentKey, "order-balance", 20_000);
    await sealedPost("/v2/payouts", [payout("balance-1", seller.id, 12_000)]);
    expect((await available()) - before).toBe(8_000);
  });
});
