import type { Knex } from "knex";
import type { Trx } from "../database/BaseModel.ts";

/** Hours after a change of the bank account, or a login with a temporary password, in which nothing is paid out. */
export const frozenHours = 72;

/** In SQL, for `o` of orders and `u` of users, the seller: why a payout waits, in Korean, or null. The order is that of importance. */
const reasonSql = /* sql */ `
  case
    when o.status in ('refund_requested', 'refunding') then '환불 요청을 확인하고 있습니다.'
    when u.is_banned = 1 then '이용이 제한된 계정입니다. 관리자에게 문의해주세요.'
    when u.suspended_until > app_now() then '서비스 이용 정지 기간에는 정산이 보류됩니다.'
    when exists (select from reports r where r.reported_user_id = u.id and r.report_reason = 'fraud'
                 and r.status in ('pending', 'reviewed')) then '접수된 신고를 확인하고 있습니다.'
    when u.bank_name is null then '정산 계좌를 등록하면 정산이 진행됩니다.'
    when exists (select from payout_sellers p where p.user_id = u.id and p.waits_for = 'KYC_REQUIRED')
      then '결제사의 고객 확인 심사가 끝나면 정산이 진행됩니다.'
    when exists (select from payout_sellers p where p.user_id = u.id and p.waits_for is not null)
      then '결제사의 본인 확인 안내에 따라 확인을 마치면 정산이 진행됩니다.'
    when u.bank_changed_at > app_now() - interval '${frozenHours} hours'
      then '정산 계좌를 바꾼 뒤 ${frozenHours}시간 동안은 정산이 보류됩니다.'
    when u.temp_login_at > app_now() - interval '${frozenHours} hours'
      then '임시 비밀번호로 로그인한 뒤 ${frozenHours}시간 동안은 정산이 보류됩니다.'
  end`;

/** Sellers with a settlement whose hold time alone has ended or changed. */
export const listStale = async (knex: Knex, limit: number): Promise<string[]> => {
  const { rows } = await knex.raw<{ rows: { seller_id: string }[] }>(
    `select distinct s.seller_id from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id
     where s.status = 'held' and s.held_reason is distinct from ${reasonSql} limit ?`,
    [limit],
  );
  return rows.map(({ seller_id }) => seller_id);
};

/** Why a settlement must not be paid now, whatever its state says; null when it may. */
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
 * Holds a seller's waiting settlements, or one of them, or lets them go, as the seller stands now. Call it with
 * everything that changes that; what time alone changes is found by the payout job, which asks the same. For one
 * settlement the caller has kept the seller's standing already.
 */
export const refreshHolds = async (trx: Trx, sellerId: string, settlementId?: string): Promise<void> => {
  if (settlementId === undefined) {
    // Nobody judges the seller until the end of this transaction; who has just done so is seen by the next statement.
    await trx.raw("select from users where id = ? for share", [sellerId]);
    await trx.raw(
      "select from settlements where seller_id = ? and status in ('pending', 'held') order by id for update",
      [sellerId],
    );
  }
  await trx.raw(
    /* sql */ `
      update settlements s set status = case when w.reason is null then 'pending' else 'held' end, held_reason = w.reason
      from (
        select s.id, ${reasonSql} as reason
        from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id
        where s.seller_id = ? and s.status in ('pending', 'held') ${settlementId === undefined ? "" : "and s.id = ?"}
      ) w
      where w.id = s.id and s.held_reason is distinct from w.reason`,
    settlementId === undefined ? [sellerId] : [sellerId, settlementId],
  );
};
