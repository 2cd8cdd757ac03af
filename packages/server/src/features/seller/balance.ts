import type { Balance } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { dueAtSql, dueDaySql, workdayFrom } from "../settlements/payoutDays.ts";

interface Sums {
  pending: number;
  held: number;
  undated: number;
  processing: number;
  failed: number;
  paid: number;
  balance: number;
  /** Claw-backs that payouts carry already. */
  cut: number;
  due: { day: string; amount: number; ordersCount: number }[];
}

// Payouts already due are made as soon as the provider works: until 14:50 in Korea, unless it pays at any time.
const statement = {
  name: "seller_balance",
  text: /* sql */ `
    with owed as (
      select s.status, s.amount, s.clawback_amount,
             case when d.due_at is not null then ${dueDaySql("d.due_at", "$2::boolean")} end as day
      from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id,
           lateral (select ${dueAtSql} as due_at offset 0) d
      where s.seller_id = $1 and s.status in ('pending', 'held', 'processing', 'failed')
    )
    select coalesce(sum(amount) filter (where status = 'pending'), 0)::float8 as pending,
           coalesce(sum(amount) filter (where status = 'held'), 0)::float8 as held,
           coalesce(sum(amount) filter (where status = 'held' and day is null), 0)::float8 as undated,
           coalesce(sum(amount) filter (where status = 'processing'), 0)::float8 as processing,
           coalesce(sum(amount) filter (where status = 'failed'), 0)::float8 as failed,
           (select coalesce(sum(amount - clawback_amount), 0)::float8 from settlements
            where seller_id = $1 and status = 'completed') as paid,
           (select coalesce(sum(credit::bigint - debit), 0)::float8 from ledger_entries where seller_id = $1) as balance,
           coalesce(sum(clawback_amount), 0)::float8 as cut,
           (select coalesce(json_agg(due order by day), '[]')
            from (select day, sum(amount - clawback_amount) as amount, count(*) as "ordersCount"
                  from owed where day is not null group by 1) due) as due
    from owed`,
};

/** Payouts by the days on which the provider pays, less the claw-backs that no payout carries yet. */
const upcomingOf = (deps: Pick<Deps, "config">, due: Sums["due"], open: number): Balance["upcoming"] => {
  const days = new Map<string, Balance["upcoming"][number]>();
  let left = open;
  for (const { day: dueDay, amount, ordersCount } of due) {
    const day = workdayFrom(deps, dueDay);
    const taken = Math.min(left, amount);
    left -= taken;
    const before = days.get(day) ?? { day, amount: 0, ordersCount: 0 };
    days.set(day, {
      day,
      amount: before.amount + amount - taken,
      ordersCount: before.ordersCount + ordersCount,
    });
  }
  return [...days.values()];
};

/** The states of all of a seller's money. The ledger's balance and the waiting sum differ by the claw-backs. */
export const readBalance = async (
  { pool, config }: Pick<Deps, "pool" | "config">,
  sellerId: string,
): Promise<Balance> => {
  const { rows } = await pool.query<Sums>({ ...statement, values: [sellerId, config.toss.standin] });
  const sums = rows[0];
  if (!sums) throw new Error("sums without a row");
  const { pending, held, undated, processing, failed, paid, balance, cut, due } = sums;
  const clawbackAmount = pending + held + processing + failed - balance;
  return {
    pendingAmount: pending,
    heldAmount: held,
    undatedAmount: undated,
    processingAmount: processing,
    failedAmount: failed,
    paidAmount: paid,
    clawbackAmount,
    upcoming: upcomingOf({ config }, due, clawbackAmount - cut),
  };
};
