import fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import { brokenInvariants } from "../../../testing/invariants.ts";
import {
  authorise,
  buy,
  chargeLog,
  confirm,
  control,
  orderBody,
  orderRowOf,
  type CreatedOrder,
} from "../../../testing/payments.ts";
import { cancelAtProvider } from "../../../testing/providerSide.ts";

/** Sequences and steps of each: few in the ordinary run, many in the soak. */
const runs = Number(process.env["MODEL_RUNS"] ?? 6);
const wantedSteps = process.env["MODEL_STEPS"];
const length =
  wantedSteps === undefined
    ? { minLength: 4, maxLength: 14 }
    : { minLength: Number(wantedSteps), maxLength: Number(wantedSteps) };
/** How often the books are checked while money moves. */
const lookEveryMs = 50;
const second = 1_000;
const minute = 60 * second;

/** The steps of a purchase; `which` names one of the orders made so far. */
type Step =
  | { does: "order" | "remove" | "restore" | "reconcile" }
  | { does: "pay" | "pay with a wrong key"; which: number; times: number }
  | { does: "notice"; which: number; status: string }
  | { does: "ask back" | "take back"; which: number; times: number }
  | { does: "cancel there"; which: number; won: number | undefined }
  | { does: "fail next"; rule: { code: string } | { drop: true } | { drop: true; actAfterMs: number } }
  | { does: "wait"; ms: number };

const which = fc.nat(2);
const times = fc.integer({ min: 1, max: 3 });
const rules = fc.oneof(
  // No definite refusals: those need an administrator, which the model lacks.
  fc.record({ code: fc.constantFrom("PROVIDER_ERROR", "COMMON_ERROR", "FORBIDDEN_CONSECUTIVE_REQUEST") }),
  fc.constant({ drop: true } as const),
  fc.constant({ drop: true, actAfterMs: 300 } as const),
);
const sequences: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("order" as const, "reconcile" as const) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("remove" as const, "restore" as const) }) },
    { weight: 5, arbitrary: fc.record({ does: fc.constant("pay" as const), which, times }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("pay with a wrong key" as const), which, times }) },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant("notice" as const),
        which,
        status: fc.constantFrom("DONE", "CANCELED", "ABORTED"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("ask back" as const), which, times }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("take back" as const), which, times }) },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant("cancel there" as const),
        which,
        won: fc.constantFrom(undefined, 1_000, 3_000),
      }),
    },
    { weight: 5, arbitrary: fc.record({ does: fc.constant("fail next" as const), rule: rules }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant("wait" as const),
        ms: fc.constantFrom(21 * second, minute, 11 * minute),
      }),
    },
  ),
  length,
);

describe("money, whatever happens in whatever order", () => {
  let app: TestApp;
  let seller: TestUser;
  let notices = 0;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
  });
  afterAll(() => app.stop());

  const passTime = async (ms: number) => {
    await app.moveClock(ms);
    await control(app.url, "clock", { advanceMs: ms });
  };

  interface World {
    buyer: TestClient;
    content: TestContent;
    orders: { order: CreatedOrder; payment: Awaited<ReturnType<typeof authorise>> }[];
  }

  const act = async (world: World, step: Step): Promise<void> => {
    const chosen = "which" in step ? world.orders[step.which % Math.max(world.orders.length, 1)] : undefined;
    switch (step.does) {
      case "order": {
        const answer = await world.buyer.post("/api/orders", orderBody(world.content));
        expect([201, 404, 409]).toContain(answer.status);
        if (answer.status !== 201) return;
        const order = answer.body["order"] as unknown as CreatedOrder; // Checked by the server.
        world.orders.push({ order, payment: await authorise(app.url, order) });
        return;
      }
      case "pay":
      case "pay with a wrong key": {
        if (!chosen) return;
        const payment =
          step.does === "pay" ? chosen.payment : { ...chosen.payment, paymentKey: "standin_of_nobody" };
        const answers = await Promise.all(
          Array.from({ length: step.times }, () => confirm(world.buyer, payment)),
        );
        for (const { status } of answers) expect([200, 400, 402, 404, 409, 502]).toContain(status);
        return;
      }
      case "notice":
        if (!chosen) return;
        notices += 1;
        await app.visitor().post(
          "/api/payments/webhook",
          {
            eventType: "PAYMENT_STATUS_CHANGED",
            createdAt: "2026-01-01T00:00:00.000000",
            data: {
              paymentKey: chosen.payment.paymentKey,
              orderId: chosen.payment.orderId,
              status: step.status,
            },
          },
          { headers: { "tosspayments-webhook-transmission-id": `model-${notices}` } },
        );
        return;
      case "ask back":
      case "take back": {
        if (!chosen) return;
        const path = `/api/orders/${chosen.order.orderNumber}/refund-request`;
        const answers = await Promise.all(
          Array.from({ length: step.times }, () =>
            step.does === "ask back"
              ? world.buyer.post(path, { reason: "마음이 바뀌었어요" })
              : world.buyer.delete(path),
          ),
        );
        for (const { status } of answers) expect([200, 201, 409]).toContain(status);
        return;
      }
      case "cancel there": {
        // A part of an unfinished purchase needs an administrator, which the model lacks.
        const row = chosen && (await orderRowOf(app.deps.pool, chosen.order));
        if (!chosen || row?.status !== "paid") return;
        // The provider's own console may fail, too.
        await cancelAtProvider(app, chosen.payment.paymentKey, step.won).catch(() => undefined);
        return;
      }
      case "fail next":
        return control(app.url, "next", step.rule);
      case "remove":
      case "restore":
        await app.deps.pool.query(
          `update contents set deleted_at = case when $2 then app_now() end where id = $1`,
          [world.content.id, step.does === "remove"],
        );
        return;
      case "reconcile":
        return app.reconcile();
      case "wait":
        return passTime(step.ms);
    }
  };

  /** How many confirms the stand-in has still to act on: each of them waits in its own transaction. */
  const lateActs = async () => {
    const { rowCount } = await app.deps.pool.query(
      `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    return rowCount;
  };

  /** Makes the provider answer again, closes the breaker, and gives the reconciler its time. */
  const calmDown = async () => {
    await control(app.url, "next", {});
    await expect.poll(lateActs).toBe(0);
    for (const ms of [minute + second, minute + second, minute + second, 50 * minute, 6 * minute]) {
      await passTime(ms);
      await expect.poll(() => app.deps.toss.isReachable()).toBe(true);
      await app.reconcile();
    }
  };

  /** Checks the books repeatedly until stopped; tells how often, and the faults. */
  const watch = () => {
    const seen = { looks: 0, broken: [] as unknown[] };
    let isOver = false;
    const look = async () => {
      while (!isOver) {
        seen.broken.push(...(await brokenInvariants(app.deps.pool, { isMoving: true })));
        seen.looks += 1;
        await sleep(lookEveryMs);
      }
    };
    const looking = look();
    return async () => {
      isOver = true;
      await looking;
      return seen;
    };
  };

  /** The states of the buyer's money at each end. */
  const ends: Record<string, readonly string[]> = {
    paid: ["DONE"],
    // A payment given back in parts is not CANCELED: the invariants add it up.
    refunded: ["DONE,CANCELED", "DONE"],
    failed: ["", "DONE,CANCELED"],
    expired: ["", "DONE,CANCELED"],
  };

  const pay: Step = { does: "pay", which: 0, times: 2 };
  /** A purchase, a refund and a part-cancel, which the sequences of chance may lack. */
  const examples: [Step[]][] = [
    [[pay]],
    [[pay, { does: "ask back", which: 0, times: 3 }]],
    [
      [
        pay,
        { does: "cancel there", which: 0, won: 1_000 },
        { does: "notice", which: 0, status: "PARTIAL_CANCELED" },
      ],
    ],
  ];

  it("is taken once for what is given, or given back", { timeout: 60_000 + runs * 20_000 }, async () => {
    const reached = new Set<string>();
    // A bystander's purchase of the same seller, which must not change.
    const bystander = await createUser(app.deps);
    await buy(app.url, await app.as(bystander), await createContent(app.deps, seller.id));
    const untouched = async () => {
      const { rows } = await app.deps.pool.query<object>(
        `select to_jsonb(o) as "order", to_jsonb(s) as settlement, r.status as room from orders o
         join settlements s on s.order_id = o.id join chat_rooms r on r.order_id = o.id where o.buyer_id = $1`,
        [bystander.id],
      );
      return rows;
    };
    const before = await untouched();
    const stopWatching = watch();
    let seen: Awaited<ReturnType<typeof stopWatching>>;
    const property = fc.asyncProperty(sequences, async (list) => {
      const content = await createContent(app.deps, seller.id);
      const buyer = await app.as(await createUser(app.deps));
      const world: World = { buyer, content, orders: [] };
      await act(world, { does: "order" });
      for (const step of list) await act(world, step);
      await calmDown();
      await expect
        .poll(async () => {
          const { rows } = await app.deps.pool.query<{ order_number: string; status: string; part: number }>(
            "select order_number, status, part_cancelled as part from orders where content_id = $1",
            [content.id],
          );
          const wrong: string[] = [];
          for (const { order_number: number, status, part } of rows) {
            const events = await chargeLog(app.url, number);
            const moves = events.filter((event) => ["DONE", "CANCELED"].includes(event)).join();
            reached.add(`${status} ${moves}${part > 0 ? " part" : ""}`);
            if (!(ends[status] ?? []).includes(moves)) wrong.push(`${status} with [${moves}]`);
          }
          return wrong;
        })
        .toEqual([]);
      expect(await brokenInvariants(app.deps.pool)).toEqual([]);
    });
    try {
      await fc.assert(property, { numRuns: runs + examples.length, endOnFailure: true, examples });
    } finally {
      seen = await stopWatching();
    }
    expect(await untouched()).toEqual(before);
    const { looks, broken } = seen;
    expect(broken).toEqual([]);
    expect(looks).toBeGreaterThan(runs);
    if (runs > 6) process.stdout.write(`${runs} sequences, ${looks} looks at the books\n`);
    expect([...reached]).toEqual(
      expect.arrayContaining(["paid DONE", "paid DONE part", "refunded DONE,CANCELED"]),
    );
  });
});
