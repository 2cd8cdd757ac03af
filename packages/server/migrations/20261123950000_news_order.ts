import type { Knex } from "knex";

/**
 * Sellers whose settlements a transaction has changed are told at its commit, behind everybody whom it told itself. Their
 * names are noted at once, so that the counters of both are locked together, in one order for all transactions.
 */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create function note_settlement() returns trigger language plpgsql as $$
    declare
      noted text := coalesce(current_setting('knowhow.changed_sellers', true), '');
    begin
      if strpos(noted, new.seller_id::text) = 0 then
        perform set_config('knowhow.changed_sellers', ltrim(noted || ' ' || new.seller_id::text), true);
      end if;
      return null;
    end $$;
    create trigger settlements_noted_made after insert on settlements
      for each row execute function note_settlement();
    create trigger settlements_noted_changed after update on settlements
      for each row
      when ((old.status, old.held_reason, old.amount) is distinct from (new.status, new.held_reason, new.amount))
      execute function note_settlement();
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop trigger settlements_noted_changed on settlements;
    drop trigger settlements_noted_made on settlements;
    drop function note_settlement();
  `);
