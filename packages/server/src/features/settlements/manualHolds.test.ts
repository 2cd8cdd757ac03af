import { errors, type AdminSettlement } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy, createOrder, confirm, authorise } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../../testing/reports.ts";
import { raiseAlert } from "../alerts/alerts.ts";
import { lockParties, lockOrder } from "../orders/complete.ts";
import { Order } from "../orders/Order.ts";
import { payOut } from "../payouts/payOut.ts";

const week = 7 * 24 * 3_600_000 + 60_000;
const fraud = "접수된 신고를 확인하고 있습니다.";
const byHand = (reason: string) => `관리자가 정산을 보류했습니다. 사유: ${reason}`;

describe("payouts that are held by hand, by reports and by a new account", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let admin: TestClient;
  let colleague: TestUser;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    adminUser = await createUser(app.deps, { userId: "admin1" });
    colleague = await createUser(app.deps, { userId: "admin2" });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    admin = await app.as(adminUser);
  });

  const rowsOf = async ({ id }: Pick<TestUser, "id">) =>
    (
      await app.deps.pool.query<{ id: string; status: string; held_reason: string | null }>(
        "select id, status, held_reason from settlements where seller_id = $1 order by created_at, id",
        [id],
      )
    ).rows;
  const reasonsOf = async (seller: Pick<TestUser, "id">) =>
    (await rowsOf(seller)).map(({ status, held_reason: reason }) => reason ?? status);
  const put = (id: string, body: object, viewer = admin) => viewer.put(`/api/admin/settlements/${id}`, body);
  const hold = (id: string, reason = "확인 중", more: object = {}) =>
    put(id, { status: "held", reason, ...more });
  const release = (id: string, reason = "확인 완료", more: object = {}) =>
    put(id, { status: "pending", reason, ...more });
  const twoRounds = async () => {
    await payOut(app.deps);
    await payOut(app.deps);
  };
  /** Two sellers with two sales of two contents each. */
  const twoSellers = async () => {
    const sellers: [TestUser, TestUser] = [await createSeller(app.deps), await createSeller(app.deps)];
    for (const seller of sellers)
      for (let sale = 0; sale < 2; sale += 1)
        await buy(
          app.url,
          await app.as(await createUser(app.deps)),
          await createContent(app.deps, seller.id),
        );
    return sellers;
  };
  const idOf = (rows: readonly { id: string }[], at = 0): string => {
    const row = rows[at];
    if (!row) throw new Error("no such settlement");
    return row.id;
  };

  it("holds one whose order is locked by a call that will wait for its seller", async () => {
    const [seller, other] = await twoSellers();
    const [id, bystanders] = [idOf(await rowsOf(seller)), await reasonsOf(other)];
    const { rows } = await app.deps.pool.query<{ order_id: string }>(
      "select order_id from settlements where id = $1",
      [id],
    );
    await Order.transaction(app.deps.knex, async (trx) => {
      const order = await lockOrder(trx, rows[0]?.order_id ?? "");
      expect((await hold(id)).status).toBe(200);
      await lockParties(trx, order);
    });
    expect(await reasonsOf(seller)).toEqual([byHand("확인 중"), "pending"]);
    expect(await reasonsOf(other)).toEqual(bystanders);
  });

  it("holds one by hand until it is let go by hand, whatever else happens; the others are paid", async () => {
    const [seller, other] = await twoSellers();
    const id = idOf(await rowsOf(seller));
    const answer = await hold(id, "구매자와 확인 중");
    expect(answer.status).toBe(200);
    expect(answer.body["settlement"]).toMatchObject({
      id,
      status: "held",
      heldReason: byHand("구매자와 확인 중"),
      isHeldByHand: true,
      isReleasable: true,
      decisions: [{ decision: "hold", scope: "settlement", reason: "구매자와 확인 중" }],
    });
    const sellerPage = await (await app.as(seller)).get("/api/seller/settlements");
    expect(JSON.stringify(sellerPage.body)).toContain(byHand("구매자와 확인 중"));
    // Every refresh of holds leaves it: a ban and its end, time, a payout round.
    const deal: Pick<Deal, "buyerClient" | "content"> = await (async () => {
      const content = await createContent(app.deps, seller.id, { price: 0 });
      const buyerClient = await app.as(await createUser(app.deps));
      await buy(app.url, buyerClient, content);
      return { buyerClient, content };
    })();
    await decide(admin, await fileReport(deal), {
      status: "resolved",
      penaltyType: "suspension",
      duration: 1,
      reason: "위반",
    });
    expect((await reasonsOf(seller))[0]).toContain("정지");
    await app.moveClock(week);
    await twoRounds();
    expect(await reasonsOf(seller)).toEqual([byHand("구매자와 확인 중"), "completed"]);
    expect(await reasonsOf(other)).toEqual(["completed", "completed"]);
    admin = await app.as(adminUser);
    const released = await release(id, "확인했어요");
    expect(released.body["settlement"]).toMatchObject({
      status: "pending",
      heldReason: null,
      isHeldByHand: false,
      decisions: [{ decision: "release", reason: "확인했어요" }, { decision: "hold" }],
    });
    await twoRounds();
    expect(await reasonsOf(seller)).toEqual(["completed", "completed"]);
  });

  it("lets one of several administrators decide, and refuses what can not be", async () => {
    const [seller] = await twoSellers();
    const rows = await rowsOf(seller);
    const id = idOf(rows);
    expect(failing(await put(id, { status: "held", reason: "x" }, await app.as(seller)))).toBe(
      "403 ADMIN_ONLY",
    );
    for (const body of [
      { status: "held" },
      { status: "held", reason: " " },
      { status: "completed", reason: "x" },
      { status: "held", reason: "x".repeat(2_001) },
      { status: "held", reason: "x", scope: "everybody" },
    ])
      expect(failing(await put(id, body))).toBe("400 VALIDATION");
    await app.moveClock(11 * 60_000);
    expect(failing(await hold(id))).toBe("403 PASSWORD_REQUIRED");
    expect(await reasonsOf(seller)).toEqual(["pending", "pending"]);
    admin = await app.as(adminUser);
    expect(failing(await hold(randomUUID()))).toBe("404 NOT_FOUND");
    expect(failing(await release(id))).toBe("409 NOT_FAILED");
    expect((await Promise.all([hold(id), hold(id), hold(id)])).map(({ status }) => status).sort()).toEqual([
      200, 409, 409,
    ]);
    expect(failing(await hold(id))).toBe("409 ALREADY_HELD");
    expect(await reasonsOf(seller)).toEqual([byHand("확인 중"), "pending"]);
    expect((await Promise.all([release(id), release(id)])).map(({ status }) => status).sort()).toEqual([
      200, 409,
    ]);
    await app.moveClock(week);
    await twoRounds();
    admin = await app.as(adminUser);
    expect(failing(await hold(id))).toBe("409 NOT_HOLDABLE");
    expect(failing(await release(id))).toBe("409 NOT_FAILED");
  });

  it("tells the second of two administrators who was first, with what, when and why", async () => {
    const [seller, other] = await twoSellers();
    const [one = { id: "" }, two = { id: "" }] = await rowsOf(seller);
    const first = await app.as(colleague);
    const about = (reason: string, more: object, status: string) =>
      put(one.id, { status, reason, ...more }, first);
    for (const more of [{}, { scope: "seller" }]) {
      expect((await about("먼저 봤어요", more, "held")).status).toBe(200);
      const secondHold = await hold(one.id, "나중", more);
      expect(failing(secondHold)).toBe("409 ALREADY_HELD");
      expect(secondHold.body["message"]).toMatch(
        new RegExp(`^${colleague.nickname}님이 .+에 먼저 정산을 보류했습니다. 사유: 먼저 봤어요$`),
      );
      await app.moveClock(1_000);
      expect((await about("확인했어요", more, "pending")).status).toBe(200);
      const second = await release(one.id, "저도요", more);
      expect(failing(second)).toBe("409 NOT_FAILED");
      expect(second.body["message"]).toMatch(
        new RegExp(`^${colleague.nickname}님이 .+에 먼저 보류를 풀었습니다. 사유: 확인했어요$`),
      );
      await app.moveClock(1_000);
    }
    // A second release is told of the colleague who released the whole seller, one without a decision of none.
    expect((await release(two.id)).body["message"]).toContain(`${colleague.nickname}님이`);
    const untouched = await release(idOf(await rowsOf(other)));
    expect([failing(untouched), untouched.body["message"]]).toEqual([
      "409 NOT_FAILED",
      errors.NOT_FAILED.message,
    ]);
  });

  it("is no administrator's own to let go, by itself or as a whole; another one does", async () => {
    const content = await createContent(app.deps, adminUser.id);
    await buy(app.url, await app.as(await createUser(app.deps)), content);
    const colleagueClient = await app.as(colleague);
    const own = idOf(await rowsOf(adminUser));
    for (const more of [{}, { scope: "seller" }]) {
      expect((await hold(own, "확인 중", more)).status).toBe(200);
      const refused = await release(own, "제 것이에요", more);
      expect([failing(refused), refused.body["message"]]).toEqual([
        "409 NOT_RELEASABLE",
        "본인의 정산은 다른 관리자가 처리해야 합니다.",
      ]);
      expect(await reasonsOf(adminUser)).toEqual([byHand("확인 중")]);
      const released = await put(own, { status: "pending", reason: "확인했어요", ...more }, colleagueClient);
      expect(released.status).toBe(200);
    }
    for (const status of ["pending", "processing", "failed"])
      await app.deps.pool.query("update settlements set status = $2, held_reason = null where id = $1", [
        own,
        status,
      ]);
    await raiseAlert(app.deps, "PAYOUT_FAILED", own, {});
    expect(failing(await release(own))).toBe("409 NOT_RELEASABLE");
    const [seller] = await twoSellers();
    const sellerSettlementId = idOf(await rowsOf(seller));
    await hold(sellerSettlementId);
    expect((await release(sellerSettlementId)).status).toBe(200);
  });

  it("holds all that a seller is owed, now and later, and lets one of it go", async () => {
    const [seller, other] = await twoSellers();
    const [one = { id: "" }, two = { id: "" }] = await rowsOf(seller);
    expect((await hold(one.id, "사칭 확인", { scope: "seller" })).status).toBe(200);
    expect(failing(await hold(two.id, "또", { scope: "seller" }))).toBe("409 ALREADY_HELD");
    await buy(app.url, await app.as(await createUser(app.deps)), await createContent(app.deps, seller.id));
    const held = byHand("사칭 확인");
    expect(await reasonsOf(seller)).toEqual([held, held, held]);
    expect(await reasonsOf(other)).toEqual(["pending", "pending"]);
    expect((await release(two.id)).status).toBe(200);
    expect(await reasonsOf(seller)).toEqual([held, "pending", held]);
    // A second seller-wide hold covers settlements released from the first.
    expect((await release(one.id, "끝", { scope: "seller" })).status).toBe(200);
    expect(failing(await release(one.id, "끝", { scope: "seller" }))).toBe("409 NOT_FAILED");
    expect(await reasonsOf(seller)).toEqual(["pending", "pending", "pending"]);
    await app.moveClock(1_000);
    expect((await hold(one.id, "다시", { scope: "seller" })).status).toBe(200);
    expect(await reasonsOf(seller)).toEqual([byHand("다시"), byHand("다시"), byHand("다시")]);
  });

  it("stands on every payout of the seller, on the administrators' list and the seller's own, of no other", async () => {
    const [seller, other] = await twoSellers();
    const rows = await rowsOf(seller);
    await hold(idOf(rows), "이 건만 확인 중");
    await hold(idOf(rows, 1), "사칭 확인", { scope: "seller" });
    const listed = async (q: TestUser) =>
      (await admin.get(`/api/admin/settlements?q=${q.id}`)).body[
        "settlements"
      ] as unknown as AdminSettlement[];
    const decision = { decision: "hold", scope: "seller", reason: "사칭 확인" };
    const settlements = await listed(seller);
    expect(settlements).toHaveLength(2);
    for (const { sellerHoldReason, isSellerHeld, decisions } of settlements) {
      expect([sellerHoldReason, isSellerHeld]).toEqual([byHand("사칭 확인"), true]);
      expect(decisions.filter(({ scope }) => scope === "seller")).toMatchObject([decision]);
    }
    const own = (await (await app.as(seller)).get("/api/seller/settlements")).body;
    expect(own).toMatchObject([
      { status: "held", heldReason: byHand("사칭 확인"), sellerHoldReason: byHand("사칭 확인") },
      { status: "held", heldReason: byHand("이 건만 확인 중"), sellerHoldReason: byHand("사칭 확인") },
    ]);
    for (const { sellerHoldReason, decisions } of await listed(other))
      expect([sellerHoldReason, decisions]).toEqual([null, []]);
    // A sale after its end was never held by it.
    await release(idOf(rows, 1), "확인 끝", { scope: "seller" });
    await app.moveClock(1_000);
    await buy(app.url, await app.as(await createUser(app.deps)), await createContent(app.deps, seller.id));
    expect((await listed(seller)).map(({ decisions }) => decisions.length).sort()).toEqual([0, 2, 3]);
  });

  it("can not be let go from what an administrator may not judge away here", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const id = idOf(await rowsOf(deal.seller));
    await decide(admin, await fileReport(deal), {
      status: "resolved",
      penaltyType: "suspension",
      duration: 7,
      reason: "위반",
    });
    const refused = await release(id);
    expect(failing(refused)).toBe("409 NOT_RELEASABLE");
    expect(refused.body["message"]).toContain("정지");
    await hold(id);
    // The manual hold ends, the suspension stays.
    expect((await release(id)).body["settlement"]).toMatchObject({ status: "held", isHeldByHand: false });
  });

  describe("a report of fraud", () => {
    it("holds what is owed for that content, not the seller's other sales", async () => {
      const deal = await makeDeal(app, { price: 10_000 });
      await buy(app.url, await app.as(await createUser(app.deps)), deal.content);
      const elsewhere = await createContent(app.deps, deal.seller.id);
      await buy(app.url, await app.as(await createUser(app.deps)), elsewhere);
      const reportId = await fileReport(deal, "fraud");
      expect(await reasonsOf(deal.seller)).toEqual([fraud, fraud, "pending"]);
      // A review does not end it.
      await decide(admin, reportId, { status: "reviewed" });
      await app.moveClock(week);
      await twoRounds();
      expect(await reasonsOf(deal.seller)).toEqual([fraud, fraud, "completed"]);
      await decide(await app.as(adminUser), reportId, { status: "dismissed" });
      await twoRounds();
      expect(await reasonsOf(deal.seller)).toEqual(["completed", "completed", "completed"]);
    });

    it("by somebody who took it for nothing holds nothing, in both kinds of reports", async () => {
      const seller = await createSeller(app.deps);
      const content = await createContent(app.deps, seller.id, { price: 0 });
      const taker = await app.as(await createUser(app.deps));
      const { chatRoomId } = await buy(app.url, taker, content);
      await app.deps.pool.query("update contents set price = 10000 where id = $1", [content.id]);
      await buy(app.url, await app.as(await createUser(app.deps)), { ...content, price: 10_000 });
      await fileReport({ buyerClient: taker, content }, "fraud");
      const about = { chatRoomId, reportedUserId: seller.id };
      const told = { reportReason: "fraud", reportDetails: "속았습니다." };
      expect((await taker.post("/api/chat/reports", { ...about, ...told })).status).toBe(201);
      expect(await reasonsOf(seller)).toEqual(["pending"]);
    });

    it("in the conversation about a purchase counts as one about its content", async () => {
      const deal = await makeDeal(app, { price: 10_000 });
      const elsewhere = await createContent(app.deps, deal.seller.id);
      await buy(app.url, await app.as(await createUser(app.deps)), elsewhere);
      const report = (client: TestClient, reportedUserId: string) =>
        client.post("/api/chat/reports", {
          chatRoomId: deal.chatRoomId,
          reportedUserId,
          reportReason: "fraud",
          reportDetails: "속았습니다.",
        });
      expect((await report(deal.sellerClient, deal.buyer.id)).status).toBe(201);
      expect(await reasonsOf(deal.seller)).toEqual(["pending", "pending"]);
      expect((await report(deal.buyerClient, deal.seller.id)).status).toBe(201);
      expect(await reasonsOf(deal.seller)).toEqual([fraud, "pending"]);
    });

    it("is lifted for one payout by an administrator, and the next report holds it anew", async () => {
      const deal = await makeDeal(app, { price: 10_000 });
      const second = await app.as(await createUser(app.deps));
      await buy(app.url, second, deal.content);
      await fileReport(deal, "fraud");
      const id = idOf(await rowsOf(deal.seller));
      expect((await release(id)).status).toBe(200);
      expect(await reasonsOf(deal.seller)).toEqual(["pending", fraud]);
      await app.moveClock(1_000);
      await fileReport({ buyerClient: second, content: deal.content }, "fraud");
      expect(await reasonsOf(deal.seller)).toEqual([fraud, fraud]);
    });
  });

  it("pays a first account without waiting, and a changed one after 72 hours", async () => {
    const seller = await createUser(app.deps);
    const sellerClient = await app.as(seller);
    const register = async (accountNumber: string) => {
      const account = { bankName: "KB국민은행", accountNumber, accountHolder: "홍길동" };
      expect((await sellerClient.post("/api/verify-account", account)).body["valid"]).toBe(true);
      expect((await sellerClient.put("/api/user/bank-account", account)).status).toBe(200);
    };
    await register("12345678900");
    const content = await createContent(app.deps, seller.id);
    const buyer = await app.as(await createUser(app.deps));
    const order = await createOrder(buyer, content);
    await confirm(buyer, await authorise(app.url, order));
    expect(await reasonsOf(seller)).toEqual(["pending"]);
    await register("12345678800");
    expect((await reasonsOf(seller))[0]).toContain("72시간");
  });

  it("waits for 72 hours after a change of the seller's own data, of nobody else's", async () => {
    const [seller, other] = await twoSellers();
    const before = await reasonsOf(other);
    const sellerClient = await app.as(seller);
    const { name, nickname, phoneNumber } = (await sellerClient.get("/api/auth/me")).body[
      "user"
    ] as unknown as Record<"name" | "nickname" | "phoneNumber", string>; // The contract's answer was checked by the server.
    const profile = { name, nickname, phoneNumber, email: `${seller.userId}.new@example.com` };
    expect((await sellerClient.put("/api/profile", profile)).status).toBe(200);
    for (const reason of await reasonsOf(seller)) expect(reason).toContain("이메일");
    expect(await reasonsOf(other)).toEqual(before);
    await app.moveClock(72 * 60 * 60 * 1_000 + 1_000);
    await payOut(app.deps);
    for (const reason of await reasonsOf(seller)) expect(reason).not.toContain("이메일");
  });

  it("lists payouts for administrators: of an order, of a seller, page by page", async () => {
    const [seller, other] = await twoSellers();
    const list = async (query: string) => {
      const answer = await admin.get(`/api/admin/settlements${query}`);
      expect(answer.status).toBe(200);
      return {
        found: answer.body["settlements"] as unknown as AdminSettlement[], // The contract's answer was checked by the server.
        next: answer.headers.get("link"),
      };
    };
    const ids = (await rowsOf(seller)).map(({ id }) => id).toReversed();
    for (const q of [seller.nickname, seller.userId.toUpperCase(), seller.id])
      expect((await list(`?q=${encodeURIComponent(q)}`)).found.map(({ id }) => id)).toEqual(ids);
    const first = await list(`?q=${seller.id}&limit=1`);
    expect(first.found.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    const path = /<\/api\/admin\/settlements([^>]*)>/.exec(first.next ?? "")?.[1] ?? "";
    expect((await list(path)).found.map(({ id }) => id)).toEqual(ids.slice(1));
    const orderNumber = first.found[0]?.orderNumber ?? "";
    for (const q of [orderNumber, ` ${orderNumber.toLowerCase()} `])
      expect((await list(`?q=${encodeURIComponent(q)}`)).found.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    await hold(idOf(await rowsOf(other)));
    expect((await list(`?q=${other.id}&status=held`)).found).toHaveLength(1);
    expect((await list("?q=nobody")).found).toEqual([]);
    expect(failing(await admin.get("/api/admin/settlements?status=lost"))).toBe("400 VALIDATION");
    expect(failing(await admin.get("/api/admin/settlements?cursor=x"))).toBe("400 VALIDATION");
  });
});
