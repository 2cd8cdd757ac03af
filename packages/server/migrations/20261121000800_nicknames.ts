import type { Knex } from "knex";

/** Nicknames that look the same are the same: several spaces in one are one. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    do $$
    declare
      person record;
      plain text;
      wanted text;
      number integer;
    begin
      for person in select id, nickname from users where nickname <> regexp_replace(nickname, '\\s+', ' ', 'g')
        order by created_at, id loop
        plain := regexp_replace(person.nickname, '\\s+', ' ', 'g');
        wanted := plain;
        number := 1;
        -- Two who look the same already: the later one gets a number.
        while exists (select from users u where lower(u.nickname) = lower(wanted) and u.id <> person.id) loop
          number := number + 1;
          wanted := rtrim(left(plain, 20 - length(number::text))) || number;
        end loop;
        update users set nickname = wanted where id = person.id;
      end loop;
    end $$;
    alter table users add constraint users_nickname_spaces
      check (nickname = regexp_replace(nickname, '\\s+', ' ', 'g'));
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw("alter table users drop constraint users_nickname_spaces");
