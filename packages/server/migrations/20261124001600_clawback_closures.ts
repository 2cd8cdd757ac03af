import type { Knex } from "knex";

/** A seller's debt can be ended by an administrator: it came back another way, or is written off. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table clawbacks add column closed integer not null default 0;
    comment on column clawbacks.closed is 'Won that an administrator ended: received another way, or written off';
    alter table clawbacks
      add constraint clawbacks_closed check (closed between 0 and amount - recovered and (voided_at is null or closed = 0));
    drop index clawbacks_open;
    create index clawbacks_open on clawbacks (seller_id, created_at)
      where voided_at is null and recovered + closed < amount;
    alter table settlement_decisions drop constraint settlement_decisions_decision_check;
    alter table settlement_decisions add constraint settlement_decisions_decision_check
      check (decision in ('hold', 'release', 'retry', 'receive', 'writeOff'));
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    delete from settlement_decisions where decision in ('receive', 'writeOff');
    alter table settlement_decisions drop constraint settlement_decisions_decision_check;
    alter table settlement_decisions add constraint settlement_decisions_decision_check
      check (decision in ('hold', 'release', 'retry'));
    drop index clawbacks_open;
    alter table clawbacks drop constraint clawbacks_closed;
    alter table clawbacks drop column closed;
    create index clawbacks_open on clawbacks (seller_id, created_at) where voided_at is null and recovered < amount;
  `);
};
