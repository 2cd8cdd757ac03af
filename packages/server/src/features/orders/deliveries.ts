import { AppError, type DeliveryKind } from "@knowhow/shared";
import type { Viewer } from "../../http/state.ts";
import type { ContentAccess } from "../contents/access.ts";
import type { Deps } from "../../deps.ts";
import { givesAccessSql } from "./policy.ts";

// The share lock waits for a decision about this order: a refund by rule and a delivery never both happen.
const statement = {
  name: "delivery",
  text: /* sql */ `
    with bought as materialized (
      select o.id, o.status from orders o
      where o.buyer_id = $1 and o.content_id = $2 and ${givesAccessSql("o")} for share
    ), written as (
      insert into deliveries (order_id, kind, item, file_name)
      select id, $3, $4, $5 from bought where status in ('paid', 'refund_requested')
      on conflict do nothing
    )
    select status from bought`,
};

// The other statement's answer, without its write and its wait.
const lookStatement = {
  name: "delivery_look",
  text: `select o.status from orders o where o.buyer_id = $1 and o.content_id = $2 and ${givesAccessSql("o")}`,
};

type Receiver = Pick<ContentAccess, "id" | "isOwner" | "isAdmin">;

const requireDeliverable = ({ isAdmin }: Receiver, rows: readonly { status: string }[]): void => {
  if (rows.some(({ status }) => status !== "refunding") || (isAdmin && rows.length === 0)) return;
  throw new AppError("PURCHASE_REQUIRED", {
    ...(rows.length > 0 ? { message: "환불이 진행 중인 콘텐츠는 이용할 수 없습니다." } : {}),
  });
};

/**
 * Records a buyer's first access; call it before the first byte is sent. Accesses of the owner do not count, nor those
 * of administrators who did not buy it. Fails with PURCHASE_REQUIRED while the money is on its way back.
 */
export const recordDelivery = async (
  { pool }: Pick<Deps, "pool">,
  receiver: Receiver,
  viewer: Pick<Viewer, "id">,
  { kind, item, fileName }: { kind: DeliveryKind; item: string; fileName: string | null },
): Promise<void> => {
  if (receiver.isOwner) return;
  const { rows } = await pool.query<{ status: string }>({
    ...statement,
    values: [viewer.id, receiver.id, kind, item, fileName],
  });
  requireDeliverable(receiver, rows);
};

/** Fails where recordDelivery would, and writes nothing: for requests that only ask. */
export const refuseUndeliverable = async (
  { pool }: Pick<Deps, "pool">,
  receiver: Receiver,
  viewer: Pick<Viewer, "id">,
): Promise<void> => {
  if (receiver.isOwner) return;
  const { rows } = await pool.query<{ status: string }>({
    ...lookStatement,
    values: [viewer.id, receiver.id],
  });
  requireDeliverable(receiver, rows);
};
