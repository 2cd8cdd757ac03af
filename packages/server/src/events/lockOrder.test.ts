import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import type { Answer, TestClient } from "../../testing/client.ts";
import { createContent, createSeller, createUser } from "../../testing/factories.ts";
import { buy } from "../../testing/payments.ts";

/** An id that sorts before or behind others, by its first digit. */
const idFrom = (digit: string): string => `${digit}${randomUUID().slice(1)}`;
const lastAdmin = idFrom("9");

describe("news for the same people from two transactions", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    for (const [userId, id] of [
      ["admin1", idFrom("8")],
      ["admin2", lastAdmin],
    ] as const)
      await createUser(app.deps, { userId, id });
  });
  afterAll(() => app.stop());

  /** A seller with this beginning of an id and an inquiry, and for each thing a buyer of it. */
  const trade = async (digit: string, things = 1) => {
    const seller = await createSeller(app.deps, { id: idFrom(digit) });
    const sellerClient = await app.as(seller);
    const opened = await sellerClient.post("/api/user/admin-chats/create", { message: "문의" });
    const roomId = (opened.body["chatRoom"] as unknown as { id: string }).id; // The server checked its answer.
    const sold: { client: TestClient; contentId: string }[] = [];
    for (let thing = 0; thing < things; thing += 1) {
      const client = await app.as(await createUser(app.deps));
      const content = await createContent(app.deps, seller.id);
      await buy(app.url, client, content);
      sold.push({ client, contentId: content.id });
    }
    return {
      report: (at = 0): Promise<Answer> => {
        const { client, contentId = "" } = sold[at] ?? {};
        if (!client) throw new Error("not sold");
        return client.post("/api/reports", {
          ...{ reportType: "content", contentId },
          ...{ reportReason: "fraud", reportDetails: "속았습니다." },
        });
      },
      write: (): Promise<Answer> =>
        sellerClient.post(`/api/user/admin-chats/${roomId}/messages`, { message: "더 있어요" }),
    };
  };
  const waiting = async (): Promise<number> =>
    (
      await app.deps.pool.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%event_cursors%'`,
      )
    ).rows[0]?.count ?? 0;

  it.each(["0", "f"])(
    "never wait for each other crosswise: a fraud report and what its seller, id %s…, writes",
    async (digit) => {
      const { report, write } = await trade(digit);
      const holder = await app.deps.pool.connect();
      try {
        await holder.query("begin");
        await holder.query("select from event_cursors where user_id = $1 for update", [lastAdmin]);
        const reported = report();
        await expect.poll(waiting).toBe(1);
        const written = write();
        await expect.poll(waiting).toBe(2);
        await holder.query("rollback");
        expect([(await reported).status, (await written).status]).toEqual([201, 201]);
      } finally {
        holder.release(true);
      }
    },
  );

  it("all arrive, however many begin at once", async () => {
    const trades = await Promise.all(["0", "0", "f", "f"].map((digit) => trade(digit, 4)));
    const acts = trades.flatMap(({ report, write }) =>
      [0, 1, 2, 3].flatMap((at) => [() => report(at), write]),
    );
    const answers = await Promise.all(acts.map((act) => act()));
    expect(answers.map(({ status }) => status)).toEqual(acts.map(() => 201));
  });
});
