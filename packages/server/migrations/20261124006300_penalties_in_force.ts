import type { Knex } from "knex";

/**
 * A reopened case may bring a penalty beside its suspension that is over. When a suspension ends no index can know;
 * decisions compare them under the person's lock.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    drop index user_penalties_in_force;
    create unique index user_penalties_in_force on user_penalties (report_id, user_id)
      where is_active = 1 and report_id is not null and penalty_type <> 'suspension'`);
};

/** Of several penalties for one report the last keeps it; the others are still known by report_penalties. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    update user_penalties p set report_id = null
    where p.is_active = 1 and exists (
      select from user_penalties o
      where o.report_id = p.report_id and o.user_id = p.user_id and o.is_active = 1 and o.id > p.id);
    drop index user_penalties_in_force;
    create unique index user_penalties_in_force on user_penalties (report_id, user_id)
      where is_active = 1 and report_id is not null`);
};
