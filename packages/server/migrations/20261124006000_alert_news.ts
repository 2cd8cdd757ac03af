import type { Knex } from "knex";

/** Whatever raises an alert, or answers it, tells the open screens of administrators at its commit. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create function tell_alerts() returns trigger language plpgsql as $$
    begin
      perform pg_notify('knowhow_alerts', '');
      return null;
    end $$;
    create trigger alerts_news after insert or update on alerts for each row execute function tell_alerts();
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("drop trigger alerts_news on alerts; drop function tell_alerts()");
};
