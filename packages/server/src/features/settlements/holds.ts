import type { Knex } from "knex";
import type { Trx } from "../../database/BaseModel.ts";
import { isoSql } from "../../database/reading.ts";
import { statesSql } from "../../lifecycle.ts";
import { settlementMoves } from "./lifecycle.ts";
import { Settlement } from "./Settlement.ts";

const { hold, release } = settlementMoves;

/** Hours without payouts after a change of the bank account or account data, or a login with a temporary password. */
export const frozenHours = 72;

/**
 * In SQL, for the reports `r` and the orders `o` of one content: the reporter's purchases `p` of it. A refunded one
 * counts if the content was delivered: otherwise a report would cost nothing.
 */
export const reporterPurchasesSql = /* sql */ `
  from orders p where p.buyer_id = r.reporter_id and p.content_id = o.content_id
    and p.amount > 0 and p.paid_at is not null
    and (p.refunded_at is null or exists (select from deliveries d where d.order_id = p.id))`;
/** In SQL, for the same: whether the reporter paid. */
export const reporterPaidSql = `exists (select ${reporterPurchasesSql})`;

/**
 * In SQL, for `s` of settlements, `o` of their orders and `r` of reports: whether the report is of that very content as
 * fraud by a paying reporter, unless an administrator released the settlement from the report in its present state.
 */
const isFraudReportSql = /* sql */ `
  -- Words at a content cheat no one of money, the seller's own neither.
  r.report_type in ('content', 'chat')
    and r.reported_user_id = s.seller_id and r.report_reason = 'fraud' and r.status in ('pending', 'reviewed')
    and not exists (select from released_reports k where k.settlement_id = s.id and k.report_id = r.id
                    and k.reopened_count = r.reopened_count)
    and (r.content_id = o.content_id
         or exists (select from chat_rooms c where c.id = r.chat_room_id and c.content_id = o.content_id))
    and ${reporterPaidSql}`;
/** In SQL, for `s` and `o`: those reports. */
export const fraudReportsSql = `from reports r where ${isFraudReportSql}`;
const fraudReportSql = `exists (select ${fraudReportsSql})`;
/** In SQL, for `r` of reports: whether it holds a payout now. */
export const holdsPayoutSql = /* sql */ `
  exists (select from settlements s join orders o on o.id = s.order_id
          where s.status = 'held' and ${isFraudReportSql})`;

/** In SQL, for `s`: the reason of the seller-wide hold, unless this settlement was released from it; else null. */
const sellerHoldSql = /* sql */ `
  (select h.reason from seller_holds h where h.seller_id = s.seller_id and h.created_at is distinct from s.judged_hold)`;

/** In SQL, for `s` and `o`: whether a part of the payment was given back that no administrator has judged yet. */
const partCancelSql = "o.part_cancelled > s.judged_cancel";

/** In SQL, for `o`: whether its refund waits for an administrator or the provider. */
export const isRefundOpenSql = /* sql */ `
  (o.status in ('refund_requested', 'refunding')
   or exists (select from refunds f where f.order_id = o.id and f.refusal_code is not null))`;

/** In SQL, for `o`: how often the provider refused to give its money back. */
export const refusalsSql =
  "(select count(*)::int from refund_events e where e.order_id = o.id and e.kind = 'refused')";

/**
 * In SQL, for `o`: whether its money may have gone back by bank transfer, unrecorded. The end of a request changes
 * nothing about that.
 */
export const isTransferableSql = /* sql */ `
  (o.status in ('paid', 'refund_requested') and exists (
    select from settlements t where t.order_id = o.id and ${refusalsSql} > t.judged_refusals))`;

/** In SQL, for `o`: whether the provider refused to give its money back, and an administrator let the payout go since. */
export const isRefusalJudgedSql = /* sql */ `
  (o.status in ('paid', 'refund_requested') and ${refusalsSql} > 0 and not ${isTransferableSql})`;

/**
 * In SQL, for `s` and `o`: whether the provider refused to give the money back, and no administrator has judged where
 * it is: the end of the request, by the buyer or by a denial, does not tell.
 */
export const isRefusalOpenSql = `(not ${isRefundOpenSql} and ${refusalsSql} > s.judged_refusals)`;

// Null where there is no reason.
const byHand = (reason: string): string => `'관리자가 정산을 보류했습니다. 사유: ' || ${reason}`;

// For `u` of users, the seller: what lasts until something is done, and what ends by itself.
const sanctionSql = /* sql */ `
  case
    when u.is_banned = 1 then '이용이 제한된 계정입니다. 관리자에게 문의해주세요.'
    when u.suspended_until > app_now() then '서비스 이용 정지 기간에는 정산이 보류됩니다.'
  end`;
const missingSql = /* sql */ `
  case
    when u.bank_name is null then '정산 계좌를 등록하면 정산이 진행됩니다.'
    when exists (select from payout_sellers p where p.user_id = u.id and p.waits_for = 'KYC_REQUIRED')
      then '결제사의 고객 확인 심사가 끝나면 정산이 진행됩니다.'
    when exists (select from payout_sellers p where p.user_id = u.id and p.waits_for is not null)
      then '결제사의 본인 확인 안내에 따라 확인을 마치면 정산이 진행됩니다.'
  end`;
const frozenSql = /* sql */ `
  case
    when u.bank_changed_at > app_now() - interval '${frozenHours} hours'
      then '정산 계좌를 바꾼 뒤 ${frozenHours}시간 동안은 정산이 보류됩니다.'
    when u.account_changed_at > app_now() - interval '${frozenHours} hours'
      then '이름, 이메일 또는 전화번호를 바꾼 뒤 ${frozenHours}시간 동안은 정산이 보류됩니다.'
    when u.temp_login_at > app_now() - interval '${frozenHours} hours'
      then '임시 비밀번호로 로그인한 뒤 ${frozenHours}시간 동안은 정산이 보류됩니다.'
  end`;
const accountSql = `coalesce(${missingSql}, ${frozenSql})`;
const endsSql = ["bank_changed_at", "account_changed_at", "temp_login_at"]
  .map((begun) => `u.${begun} + interval '${frozenHours} hours'`)
  .concat("u.suspended_until")
  .join(", ");

/** In SQL, for `s` and `u`, the seller: why all of the seller's settlements wait, in Korean, or null. */
export const sellerWideSql = `coalesce(${sanctionSql}, ${byHand(sellerHoldSql)}, ${accountSql})`;

// For `s` and `o`: what an administrator has to judge.
const judgedSql = /* sql */ `
  coalesce(${byHand("s.manual_hold")}, ${byHand(sellerHoldSql)},
    case
      when ${isRefusalOpenSql} then '결제사가 취소하지 못한 환불을 확인하고 있습니다.'
      when ${partCancelSql} then '결제사에서 일부 취소된 결제를 확인하고 있습니다.'
      when ${fraudReportSql} then '접수된 신고를 확인하고 있습니다.'
    end)`;
/**
 * In SQL, for `s`, `u` and `o` of their orders: why a payout waits apart from a refund of its order, in Korean, or
 * null. The most important reason comes first.
 */
const reasonApartSql = `coalesce(${sanctionSql}, ${judgedSql}, ${accountSql})`;

/** In SQL, for the same: why a payout waits, in Korean, or null. */
const reasonSql = /* sql */ `
  case
    when o.status = 'refunded' then '환불된 주문입니다.'
    when ${isRefundOpenSql} then '환불 요청을 확인하고 있습니다.'
    else ${reasonApartSql}
  end`;

/** In SQL, for the same: the end of a hold that time alone ends; null for one that lasts until something is done. */
export const heldUntilSql = /* sql */ `
  case when s.status = 'held' and u.is_banned = 0 and o.status = 'paid' and not ${isRefundOpenSql}
         and coalesce(${judgedSql}, ${missingSql}) is null and greatest(${endsSql}) > app_now()
    then greatest(${endsSql}) end`;

/** In SQL, for the same: whether anything but a refund of its order holds it. */
export const heldApartSql = `(${reasonApartSql}) is not null`;

/** In SQL, for `s` and `o`: whether an administrator may judge at least a part of a settlement's holds. */
export const isReleasableSql = `(s.manual_hold is not null or ${sellerHoldSql} is not null or ${isRefusalOpenSql} or ${partCancelSql} or ${fraudReportSql})`;

/** So many reports are listed singly; the others together are one more entry. */
const maxNamedReports = 50;

/**
 * In SQL, for `s` and `o`: the holds to judge while `s` is held, and the seller-wide hold at any time, as the
 * contract's list. Each has a unique id: a renewed, reopened or grown one gets another.
 */
export const holdsSql = /* sql */ `
  (select coalesce(json_agg(json_build_object('id', w.id, 'kind', w.kind, 'reason', w.reason, 'at', ${isoSql("w.at")})
            order by w.place, w.at, w.id), '[]')
   from (
     select 1 as place, 'manual' as kind, concat('manual:', (
              select d.id from settlement_decisions d
              where d.settlement_id = s.id and d.decision = 'hold' and d.scope = 'settlement'
              order by d.id desc limit 1)) as id, s.manual_hold as reason, null::timestamptz as at
     where s.status = 'held' and s.manual_hold is not null
     union all select 2, 'seller', 'seller:' || extract(epoch from h.created_at), h.reason, h.created_at
       from seller_holds h where h.seller_id = s.seller_id
     union all select 3, 'refusedRefund', 'refusedRefund:' || ${refusalsSql}, null,
       (select max(e.created_at) from refund_events e where e.order_id = o.id and e.kind = 'refused')
       where s.status = 'held' and ${isRefusalOpenSql}
     union all select 4, 'partCancel', 'partCancel:' || o.part_cancelled, null, o.part_cancelled_at
       where s.status = 'held' and ${partCancelSql}
     union all select 5, 'report',
       case when min(t.n) <= ${maxNamedReports} then min(t.id) else 'reports:' || md5(string_agg(t.id, ' ' order by t.n)) end,
       case when min(t.n) > ${maxNamedReports} then '그 밖의 신고 ' || count(*) || '건' end, max(t.created_at)
     from (select concat('report:', r.id, ':' || nullif(r.reopened_count, 0)) as id, r.created_at,
                  row_number() over (order by r.created_at, r.id) as n ${fraudReportsSql}
             and s.status = 'held') t
     group by least(t.n, ${maxNamedReports + 1})
   ) w)`;

/** Sellers with a settlement whose hold has ended or changed by time alone. */
export const listStale = async (knex: Knex, limit: number): Promise<string[]> => {
  const { rows } = await knex.raw<{ rows: { seller_id: string }[] }>(
    `select distinct s.seller_id from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id
     where s.status = 'held' and s.held_reason is distinct from ${reasonSql} limit ?`,
    [limit],
  );
  return rows.map(({ seller_id }) => seller_id);
};

/** Why a settlement must not be paid now, whatever its state; null when it may. */
export const holdReason = async (trx: Trx, settlementId: string): Promise<string | null> => {
  const { rows } = await trx.raw<{ rows: { reason: string | null }[] }>(
    `select ${reasonSql} as reason
     from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id where s.id = ?`,
    [settlementId],
  );
  if (!rows[0]) throw new Error("no such settlement");
  return rows[0].reason;
};

/**
 * Holds or releases a seller's waiting settlements, or one of them, by the present reasons. Call it with every
 * change of them; changes by time alone are found by the payout job with the same query. For one settlement the
 * caller has already locked the seller's row.
 */
export const refreshHolds = async (trx: Trx, sellerId: string, settlementId?: string): Promise<void> => {
  if (settlementId === undefined) {
    // Locks the seller's row until the end of this transaction; the next statement sees a change just committed.
    await trx.raw("select from users where id = ? for share", [sellerId]);
    await trx.raw(
      "select from settlements where seller_id = ? and status in ('pending', 'held') order by id for no key update",
      [sellerId],
    );
  }
  await trx
    .raw(
      /* sql */ `
      update settlements s set status = case when w.reason is null then '${release.to}' else '${hold.to}' end, held_reason = w.reason
      from (
        select s.id, ${reasonSql} as reason
        from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id
        where s.seller_id = ? and s.status in ${statesSql([...hold.from, ...release.from])} ${settlementId === undefined ? "" : "and s.id = ?"}
      ) w
      where w.id = s.id and s.held_reason is distinct from w.reason`,
      settlementId === undefined ? [sellerId] : [sellerId, settlementId],
    )
    .options({ name: settlementId === undefined ? "holds_refresh" : "hold_refresh" });
};

/**
 * The same for a new sale's settlement, and for all of the seller's where the buyer's earlier report of fraud counts from
 * now on because it is a paying reporter's.
 */
export const refreshSaleHolds = async (
  trx: Trx,
  { buyerId, sellerId }: { buyerId: string; sellerId: string },
  settlementId: string,
): Promise<void> => {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `select from reports
     where reporter_id = ? and reported_user_id = ? and report_reason = 'fraud' and status in ('pending', 'reviewed') limit 1`,
    [buyerId, sellerId],
  );
  await refreshHolds(trx, sellerId, rows.length > 0 ? undefined : settlementId);
};

/** Recomputes the hold of one order's settlement; the caller has locked the rows of buyer and seller. */
export const refreshOrderHold = async (trx: Trx, orderId: string): Promise<void> => {
  const settlement = await Settlement.query(trx)
    .select("id", "seller_id")
    .findOne({ order_id: orderId })
    .forNoKeyUpdate();
  if (settlement) await refreshHolds(trx, settlement.sellerId, settlement.id);
};
