import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTossGateway } from "../../gateways/toss.ts";
import { readDetails, sellerColumns, type Seller } from "../../../standins/toss/sellers.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy, control } from "../../../testing/payments.ts";
import { failingPayouts } from "../../../testing/providerSide.ts";
import { payOut } from "./payOut.ts";

interface Row {
  id: string;
  status: string;
  attempts: number;
  held_reason: string | null;
  sent_at: Date | null;
}

const hour = 3_600_000;
const week = 7 * 24 * hour + 60_000;
const [home, other] = ["12345678900", "22222222222".replace(/2$/, "0")];

describe("a seller at the provider", () => {
  let app: TestApp;
  let seller: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    await control(app.url, "next", {});
    seller = await createSeller(app.deps);
  });

  const run = (sql: string, values: unknown[] = []) => app.deps.pool.query(sql, values);
  /** A sale that may be paid out now. */
  const dueSale = async () => {
    const buyer = await app.as(await createUser(app.deps));
    await buy(app.url, buyer, await createContent(app.deps, seller.id));
    await app.moveClock(week);
    await control(app.url, "clock", { advanceMs: week });
  };
  const rounds = async (count = 2) => {
    for (let at = 0; at < count; at += 1) await payOut(app.deps);
  };
  const rows = async (): Promise<Row[]> =>
    (
      await app.deps.pool.query<Row>(
        "select id, status, attempts, held_reason, sent_at from settlements where seller_id = $1 order by created_at",
        [seller.id],
      )
    ).rows;
  const last = async () => (await rows()).at(-1);
  const openAlerts = async (kind: string, subject: string) =>
    (
      await run("select from alerts where kind = $1 and subject = $2 and resolved_at is null", [
        kind,
        subject,
      ])
    ).rows.length;

  describe("is paid at the account that they have here", () => {
    const moveTo = (number: string) =>
      run("update users set account_number = $2 where id = $1", [
        seller.id,
        app.deps.cipher.encrypt(number, seller.id),
      ]);
    const numberThere = async (): Promise<string> => {
      const { rows: found } = await app.deps.pool.query<Seller>(
        `select ${sellerColumns} from standin_toss.sellers
         where id = (select seller_id from payout_sellers where user_id = $1)`,
        [seller.id],
      );
      if (!found[0]) throw new Error("not registered");
      return (await readDetails(app.deps.config.toss.securityKey, found[0])).account.accountNumber;
    };
    /** The account to move to, and the outcome of the provider's first call after that. */
    type Step = [number: string, next?: object];

    it.each<[string, Step[]]>([
      ["changed, back and changed again", [[home], [other], [home], [other]]],
      ["a change whose answer was lost, and back", [[home], [other, { drop: true }], [home]]],
      ["registered without an answer, then changed", [[home, { drop: true }], [other]]],
    ])("%s", async (_name, steps) => {
      for (const [number, next] of steps) {
        await dueSale();
        await moveTo(number);
        if (next) {
          await control(app.url, "next", next);
          await rounds(1);
          expect((await last())?.status).toBe("processing");
          // Put back before it was sent, as when a hold comes.
          await run(
            "update settlements set status = 'pending' where seller_id = $1 and status = 'processing'",
            [seller.id],
          );
          continue;
        }
        await rounds();
        expect((await last())?.status).toBe("completed");
        expect(await numberThere()).toBe(number);
      }
    });

    it("though the provider has forgotten the answer to the registration that was lost", async () => {
      await dueSale();
      await control(app.url, "next", { drop: true });
      await rounds(1);
      await control(app.url, "clock", { advanceMs: 16 * 24 * hour });
      await rounds();
      expect(await last()).toMatchObject({ status: "completed", attempts: 0 });
      expect(await numberThere()).toBe(home);
    });
  });

  it("is not paid while the provider shows another account than ours", async () => {
    await dueSale();
    const { payouts } = app.deps.toss;
    const { registerSeller, updateSeller } = payouts;
    const wrong = async (asked: ReturnType<typeof updateSeller>): ReturnType<typeof updateSeller> => {
      const answer = await asked;
      const account = { bankCode: "004", accountNumber: "999*****900" };
      return answer.kind === "ok" ? { ...answer, value: { ...answer.value, account } } : answer;
    };
    payouts.registerSeller = (...call) => wrong(registerSeller(...call));
    payouts.updateSeller = (...call) => wrong(updateSeller(...call));
    await rounds();
    expect(await rows()).toMatchObject([{ status: "processing", sent_at: null }]);
    Object.assign(payouts, { registerSeller, updateSeller });
    await rounds();
    expect((await last())?.status).toBe("completed");
  });

  describe("whom the provider does not approve", () => {
    beforeEach(() =>
      run(`create or replace function standin_toss.stay() returns trigger language plpgsql as
             $$ begin new.status := 'APPROVAL_REQUIRED'; return new; end $$;
           create or replace trigger stay before insert or update on standin_toss.sellers
             for each row execute function standin_toss.stay()`),
    );
    const approve = () =>
      run(`drop trigger if exists stay on standin_toss.sellers;
           update standin_toss.sellers set status = 'PARTIALLY_APPROVED'`);
    afterEach(approve);

    it("waits, is told why, and is paid when that is over; an administrator is called once", async () => {
      await dueSale();
      for (let at = 0; at < 8; at += 1) {
        await rounds();
        await app.moveClock(25 * hour);
      }
      expect(await last()).toMatchObject({ status: "held", attempts: 0 });
      const { body } = await (await app.as(seller)).get("/api/seller/settlements");
      expect(body).toMatchObject([{ status: "held", heldReason: expect.stringContaining("본인 확인") }]);
      expect((await run("select from alerts where kind = 'SELLER_NOT_APPROVED'")).rows).toHaveLength(1);
      await approve();
      await rounds();
      expect((await last())?.status).toBe("completed");
      expect(await openAlerts("SELLER_NOT_APPROVED", seller.id)).toBe(0);
    });

    it("waits too when that comes later, without a try that counts", async () => {
      await approve();
      await dueSale();
      await rounds();
      await dueSale();
      await run("update standin_toss.sellers set status = 'KYC_REQUIRED', status_since = 'infinity'");
      await rounds();
      expect(await last()).toMatchObject({
        status: "held",
        attempts: 0,
        held_reason: expect.stringContaining("심사"),
      });
      await approve();
      await app.moveClock(2 * hour);
      await rounds();
      expect((await last())?.status).toBe("completed");
    });
  });

  it("is paid on the next working day: a holiday's refusal is no try that counts", async () => {
    await dueSale();
    await rounds();
    for (let at = 0; at < 7; at += 1) {
      if (at === 0) await dueSale();
      await failingPayouts(app, { code: "NOT_A_BUSINESS_DAY" }, () => rounds(1));
      expect(await last()).toMatchObject({ status: "pending", attempts: 0 });
      await app.moveClock(2 * hour);
    }
    await rounds();
    expect((await last())?.status).toBe("completed");
  });

  it.each(["securityKey", "secretKey"])("waits for us when our %s is wrong", async (name) => {
    await dueSale();
    const { toss, config } = app.deps;
    const keys = { ...config.toss, [name]: name === "secretKey" ? "test_sk_wrong" : "ab".repeat(32) };
    app.deps.toss = createTossGateway(keys, () => `${app.url}/standin/toss`);
    await rounds(7);
    app.deps.toss = toss;
    expect(await last()).toMatchObject({ status: "processing", attempts: 0 });
    expect(await openAlerts("PAYOUTS_MISCONFIGURED", "provider")).toBe(1);
    await rounds();
    expect((await last())?.status).toBe("completed");
    expect(await openAlerts("PAYOUTS_MISCONFIGURED", "provider")).toBe(0);
  });
});
