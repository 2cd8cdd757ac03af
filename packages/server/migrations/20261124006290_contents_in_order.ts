import type { Knex } from "knex";

/**
 * Contents follow their seller in the order of their ids, as everything locks them that touches several: an update alone
 * takes them as it finds them, and waits crosswise with the counting of views.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    create or replace function follow_seller() returns trigger language plpgsql as $$
    begin
      perform from contents where seller_id = new.id order by id for no key update;
      update contents set title = title where seller_id = new.id;
      return new;
    end $$`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    create or replace function follow_seller() returns trigger language plpgsql as $$
    begin
      update contents set title = title where seller_id = new.id;
      return new;
    end $$`);
};
