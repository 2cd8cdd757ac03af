import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stateAfter, stepsOf } from "./lifecycle.ts";
import { drawLifecycle, lifecycles } from "./lifecycles.ts";
import { orderMoves } from "./features/orders/lifecycle.ts";
import { inServer } from "./places.ts";
import { createTestDatabase } from "../testing/database.ts";

const docs = inServer("../../docs/lifecycles");

describe("the lifecycles", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const column = async <T>(sql: string, values: unknown[] = []): Promise<T[]> => {
    const { rows } = await client.query<{ value: T }>(sql, values);
    return rows.map(({ value }) => value);
  };

  it.each([
    ["orders", "order_moves"],
    ["settlements", "settlement_moves"],
    ["reports", "report_moves"],
  ])("of %s have the moves that the database lets pass", async (name, table) => {
    const steps = await column<string>(`select from_status || ' → ' || to_status as value from ${table}`);
    expect(stepsOf(lifecycles[name] ?? { moves: {} })).toEqual(steps.sort());
  });

  it.each([
    ["orders", "orders"],
    ["settlements", "settlements"],
    ["reports", "reports"],
    ["bank-account-checks", "account_verifications"],
  ])("of %s have the states that the database knows", async (name, table) => {
    const [rule = ""] = await column<string>(
      `select pg_get_constraintdef(oid) as value from pg_constraint
       where conrelid = $1::regclass and pg_get_constraintdef(oid) like 'CHECK ((status = ANY (ARRAY[%'`,
      [table],
    );
    const states = [...rule.matchAll(/'(\w+)'/g)].map(([, state]) => state);
    expect(states.toSorted()).toEqual(lifecycles[name]?.states.toSorted());
    const [initial] = await column<string>(
      `select column_default as value from information_schema.columns
       where table_name = $1 and column_name = 'status'`,
      [table],
    );
    expect(initial).toBe(`'${lifecycles[name]?.initial ?? ""}'::text`);
  });

  it("of a penalty is over once it is lifted, and the other one's goes on", async () => {
    const people = await column<string>(
      `insert into users (user_id, user_id_skeleton, nickname, nickname_skeleton, name, email, phone_number, password)
       select 'person' || n, 'person' || n, 'person' || n, 'person' || n, 'person', n || '@example.com', '0101234567' || n, 'x'
       from generate_series(1, 2) n returning id as value`,
    );
    const [one, other] = await column<string>(
      `insert into user_penalties (user_id, penalty_type, reason)
       select unnest($1::uuid[]), 'warning', '사유' returning id as value`,
      [people],
    );
    const turn = (id: string | undefined, flag: number) =>
      client.query("update user_penalties set is_active = $2 where id = $1", [id, flag]);
    await turn(one, 0);
    await expect(turn(one, 1)).rejects.toMatchObject({ code: "23514" });
    expect(await column("select is_active as value from user_penalties where id = $1", [other])).toEqual([1]);
  });

  it("let no verb begin in another state", () => {
    expect(stateAfter(orderMoves.completeRefund, "refunding")).toBe("refunded");
    expect(() => stateAfter(orderMoves.completeRefund, "paid")).toThrow("no move from paid");
  });

  it("are drawn as they are", async () => {
    const pages = Object.entries(lifecycles).map(([name, lifecycle]) => [
      `${name}.md`,
      drawLifecycle(lifecycle),
    ]);
    const names = await readdir(docs);
    const drawn = names.map(async (name) => [name, await readFile(join(docs, name), "utf8")]);
    expect(Object.fromEntries(await Promise.all(drawn))).toEqual(Object.fromEntries(pages));
  });
});
