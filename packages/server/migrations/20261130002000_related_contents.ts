import type { Knex } from "knex";

/** What stands beside a content: similar ones, and what its buyers bought too. A job reckons both. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table related_contents (
      content_id uuid primary key references contents on delete cascade,
      similar_ids uuid[] not null default '{}',
      bought_together_ids uuid[] not null default '{}',
      -- When it is reckoned next; those that have changed come first.
      due_at timestamptz(3) not null default '-infinity',
      reckoned_at timestamptz(3)
    );
    create index related_contents_due on related_contents (due_at, content_id);
    create function fill_related_contents() returns trigger language plpgsql as $$
    begin
      insert into related_contents as r (content_id) values (new.id)
        on conflict (content_id) do update set due_at = '-infinity' where r.due_at <> '-infinity';
      return new;
    end $$;
    create trigger contents_related after insert or update of title, description, category on contents
      for each row execute function fill_related_contents();
    -- The trigger holds new contents back until it is there: none is missed.
    insert into related_contents (content_id) select id from contents on conflict do nothing;

    -- The last buyers of a content, and refunds that have just been made.
    create index orders_buyers on orders (content_id, paid_at desc, id desc) include (buyer_id)
      where status in ('paid', 'refund_requested') or (status = 'refunding' and paid_at is not null);
    create index refunds_completed on refunds (completed_at) where completed_at is not null;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop index refunds_completed, orders_buyers;
    drop trigger contents_related on contents;
    drop function fill_related_contents();
    drop table related_contents;
  `);
};
