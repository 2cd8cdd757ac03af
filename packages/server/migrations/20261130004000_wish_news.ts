import type { Knex } from "knex";

/**
 * What people were told of the contents that they keep in mind, and what of it they have not seen. Wishes of before
 * start from the present: nothing of the past is news. Those of servers of before have none of it.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table wishes
      add told_price integer,
      add told_version integer,
      add fell_from integer,
      add new_version integer;
    update wishes w
    set told_price = c.price,
        told_version = coalesce((select max(number) from content_versions v where v.content_id = c.id), 1)
    from contents c where c.id = w.content_id;
    create index wishes_of_content on wishes (content_id, user_id);
    drop index wishes_content;
    create index wishes_unseen on wishes (user_id) where fell_from is not null or new_version is not null;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop index wishes_unseen;
    create index wishes_content on wishes (content_id);
    drop index wishes_of_content;
    alter table wishes drop told_price, drop told_version, drop fell_from, drop new_version;
  `);
};
