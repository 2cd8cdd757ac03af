import type { Knex } from "knex";

/**
 * Sellers hear of what becomes of their money from the database itself: a settlement is changed in a dozen places, by
 * sanctions and by time. At the commit, when the counters of news are locked last; once for each seller and transaction,
 * since a new bank account may change ten thousand of them at once. The names of news stand in the contract alone.
 */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table events drop constraint events_name_check;

    create function tell_settlement() returns trigger language plpgsql as $$
    declare
      told text := coalesce(current_setting('knowhow.told_sellers', true), '');
      number bigint;
    begin
      if strpos(told, new.seller_id::text) > 0 then return null; end if;
      perform set_config('knowhow.told_sellers', told || ' ' || new.seller_id::text, true);
      insert into event_cursors as c (user_id, last) values (new.seller_id, 1)
        on conflict (user_id) do update set last = c.last + 1 returning c.last into number;
      insert into events (user_id, seq, name, data)
        select new.seller_id, number, 'settlement', jsonb_build_object('orderNumber', o.order_number, 'status', s.status)
        from settlements s join orders o on o.id = s.order_id where s.id = new.id;
      perform pg_notify('knowhow_events', new.seller_id::text);
      return null;
    end $$;
    create constraint trigger settlements_made after insert on settlements
      deferrable initially deferred for each row execute function tell_settlement();
    create constraint trigger settlements_changed after update on settlements
      deferrable initially deferred for each row
      when ((old.status, old.held_reason, old.amount) is distinct from (new.status, new.held_reason, new.amount))
      execute function tell_settlement();
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop trigger settlements_changed on settlements;
    drop trigger settlements_made on settlements;
    drop function tell_settlement();
    delete from events where name not in ('message', 'room', 'report', 'sanction', 'order', 'lease');
    alter table events add constraint events_name_check
      check (name in ('message', 'room', 'report', 'sanction', 'order', 'lease'));
  `);
