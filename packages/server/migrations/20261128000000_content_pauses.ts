import type { Knex } from "knex";

const fillSearch = (standing: string): string => /* sql */ `
  create or replace function fill_content_search() returns trigger language plpgsql as $$
  declare
    seller users%rowtype;
    is_kept boolean;
  begin
    select * into strict seller from users where id = new.seller_id;
    new.search_text := search_normal(new.title) || chr(10) || search_normal(seller.nickname);
    new.search_initials := search_initials(new.search_text);
    new.search_grams := search_grams(new.search_text || chr(10) || new.search_initials);
    is_kept := new.deleted_at is null and new.hidden_at is null and seller.is_banned = 0;
    ${standing}
    return new;
  end $$;`;

const triggerOn = (columns: string): string => /* sql */ `
  create or replace trigger contents_search before insert or update of ${columns} on contents
    for each row execute function fill_content_search();`;

/** A seller takes a content off sale for a while; its page stays. The server of before shows it as gone. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table contents
      add paused_at timestamptz(3),
      add paused_until timestamptz(3),
      -- Off the market for this alone; kept like is_listed.
      add is_paused boolean not null default false,
      add constraint contents_pause check (coalesce(paused_until > paused_at, paused_until is null));
    create index contents_paused_until on contents (paused_until) where paused_until is not null;
    ${fillSearch(`
    new.is_listed := is_kept and new.paused_at is null;
    new.is_paused := is_kept and new.paused_at is not null;`)}
    ${triggerOn("title, seller_id, deleted_at, hidden_at, paused_at")}
  `);
};

/** What was paused is on the market again. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    update contents set paused_at = null, paused_until = null where paused_at is not null;
    ${fillSearch("new.is_listed := is_kept;")}
    ${triggerOn("title, seller_id, deleted_at, hidden_at")}
    alter table contents drop paused_at, drop paused_until, drop is_paused;
  `);
};
