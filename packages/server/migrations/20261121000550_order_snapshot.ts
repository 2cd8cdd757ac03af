import type { Knex } from "knex";

/** A receipt says for good what the content and its mentor were called when it was ordered. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table orders add column category varchar(50), add column mentor_nickname varchar(50);
    update orders o set category = c.category, mentor_nickname = u.nickname
      from contents c join users u on u.id = c.seller_id where c.id = o.content_id;
    alter table orders alter column category set not null, alter column mentor_nickname set not null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw("alter table orders drop column category, drop column mentor_nickname");
