import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { brokenInvariants } from "../../../testing/invariants.ts";
import { authorise, chargeLog, confirm, createOrder, type CreatedOrder } from "../../../testing/payments.ts";
import {
  awaitReachable,
  proxyProvider,
  reachThrough,
  recoverProvider,
  type Proxy,
} from "../../../testing/proxy.ts";

/** Rounds of each outage: one in the ordinary run, many in the soak. */
const rounds = Number(process.env["OUTAGE_ROUNDS"] ?? 1);
const repeat = Array.from({ length: rounds }, (_, round) => round + 1);
const second = 1_000;
const minute = 60 * second;
/** A round of the reconciler every half minute. */
const roundMs = 30 * second;

describe("a provider that is ill", () => {
  let app: TestApp;
  let proxy: Proxy;
  let seller: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
    proxy = await proxyProvider(app);
    seller = await createSeller(app.deps);
  });
  afterEach(async () => {
    await recover();
    await expect
      .poll(async () => {
        await passRounds(roundMs);
        const young = "status = 'confirming' and claimed_at > app_now() - interval '14 days'";
        return (await app.deps.pool.query(`select from orders where ${young}`)).rowCount;
      })
      .toBe(0);
    expect(await brokenInvariants(app.deps.pool)).toEqual([]);
  });
  afterAll(async () => {
    await app.stop();
    await proxy.close();
  });

  interface Purchase {
    user: TestUser;
    buyer: TestClient;
    order: CreatedOrder;
    payment: Awaited<ReturnType<typeof authorise>>;
  }
  const purchase = async (): Promise<Purchase> => {
    const user = await createUser(app.deps);
    const buyer = await app.as(user);
    const order = await createOrder(buyer, await createContent(app.deps, seller.id));
    return { user, buyer, order, payment: await authorise(app.url, order) };
  };
  const purchases = async (howMany: number): Promise<Purchase[]> =>
    Promise.all(Array.from({ length: howMany }, purchase));
  const pay = async ({ buyer, payment }: Purchase) => {
    const { status, body } = await confirm(buyer, payment);
    return [status, body["code"]];
  };
  const stateOf = async ({ order }: Purchase) => {
    const { rows } = await app.deps.pool.query<{ status: string; toss_payment_key: string | null }>(
      "select status, toss_payment_key from orders where id = $1",
      [order.id],
    );
    return rows[0];
  };
  const chargesOf = async ({ order }: Purchase) =>
    (await chargeLog(app.url, order.orderNumber)).filter((event) => event === "DONE").length;
  const stuckAlerts = async ({ order }: Purchase) => {
    const { rows } = await app.deps.pool.query<{ open: boolean }>(
      "select resolved_at is null as open from alerts where kind = 'ORDER_STUCK' and subject = $1",
      [order.orderNumber],
    );
    return rows.map(({ open }) => open);
  };
  const passRounds = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += roundMs) {
      await app.moveClock(roundMs);
      await app.reconcile();
    }
  };
  const recover = () => recoverProvider(app, proxy);
  const unsure = [502, "PROVIDER_ERROR"];

  const illnesses = [
    ["down", "refusing", 0],
    ["silent", "hanging", 0],
    ["losing its answers", "cutting answers", 1],
    ["too slow", { lateMs: 2_000 }, 1],
  ] as const;
  it.each(illnesses.flatMap((illness) => repeat.map((round) => [...illness, round] as const)))(
    "%s: the buyer is told to wait, and within a minute after it is well each is paid once",
    async (_name, weather, charged) => {
      const three = await purchases(3);
      proxy.turn(weather);
      for (const answer of await Promise.all(three.map(pay))) expect(answer).toEqual(unsure);
      for (const one of three) {
        expect((await stateOf(one))?.status).toBe("confirming");
        expect(await chargesOf(one)).toBe(charged);
      }
      await passRounds(minute);
      await recover();
      await passRounds(minute);
      for (const one of three) {
        expect((await stateOf(one))?.status).toBe("paid");
        expect(await chargesOf(one)).toBe(1);
        expect((await confirm(one.buyer, one.payment)).status).toBe(200);
      }
    },
  );

  it("claims nothing while the provider is left alone: the order stays what it was and can be paid later", async () => {
    const [early, ...late] = await purchases(6);
    if (!early) throw new Error("there are six");
    reachThrough(app, proxy, { restMs: minute });
    proxy.turn("refusing");
    for (let press = 0; press < 4; press += 1) expect(await pay(early)).toEqual(unsure);
    expect(app.deps.toss.isReachable()).toBe(false);
    const connections = proxy.connections();
    expect(await Promise.all(late.map(pay))).toEqual(late.map(() => unsure));
    expect(proxy.connections()).toBe(connections);
    for (const one of late) expect(await stateOf(one)).toEqual({ status: "pending", toss_payment_key: null });
    expect((await stateOf(early))?.status).toBe("confirming");
    reachThrough(app, proxy);
    await recover();
    for (const one of [early, ...late]) {
      expect((await confirm(one.buyer, one.payment)).status).toBe(200);
      expect(await chargesOf(one)).toBe(1);
    }
  });

  it("calls a person after 15 minutes, once, and takes that back when the order is settled", async () => {
    const [one] = await purchases(1);
    if (!one) throw new Error("there is one");
    proxy.turn("cutting answers");
    expect(await pay(one)).toEqual(unsure);
    await passRounds(14.5 * minute);
    expect(await stuckAlerts(one)).toEqual([]);
    await passRounds(1.5 * minute);
    expect(await stuckAlerts(one)).toEqual([true]);
    await passRounds(5 * minute);
    expect(await stuckAlerts(one)).toEqual([true]);
    await recover();
    await passRounds(minute);
    expect((await stateOf(one))?.status).toBe("paid");
    expect(await stuckAlerts(one)).toEqual([false]);
  });

  it("asks for 14 days and not on the fifteenth, whoever wants it", async () => {
    const [one] = await purchases(1);
    if (!one) throw new Error("there is one");
    proxy.turn("refusing");
    expect(await pay(one)).toEqual(unsure);
    await app.moveClock(14 * 24 * 60 * minute - minute);
    await awaitReachable(app);
    let before = proxy.connections();
    await app.reconcile();
    expect(proxy.connections()).toBeGreaterThan(before);
    await recover();
    await app.moveClock(7 * 60 * minute);
    before = proxy.connections();
    await app.reconcile();
    // Sessions last for 14 days too.
    expect(await pay({ ...one, buyer: await app.as(one.user) })).toEqual(unsure);
    expect(proxy.connections()).toBe(before);
    expect(await stateOf(one)).toMatchObject({ status: "confirming" });
    expect(await chargesOf(one)).toBe(0);
    expect(await stuckAlerts(one)).toEqual([true]);
  });

  it("holds up nobody who does not need it", async () => {
    const many = await purchases(8);
    const visitor = app.visitor();
    const paths = ["/api/contents", "/api/contents/popular", "/healthz", "/readyz"];
    for (const path of paths) await visitor.get(path);
    proxy.turn("hanging");
    const [unanswered, isOpen] = [many.map(pay), { now: true }];
    void Promise.all(unanswered).then(() => {
      isOpen.now = false;
    });
    for (const path of paths) {
      expect((await visitor.get(path)).status).toBe(200);
    }
    // All four were answered before any of the eight: none of them waited in the same queue.
    expect(isOpen.now).toBe(true);
    for (const answer of await Promise.all(unanswered)) expect(answer).toEqual(unsure);
  });
});
