import type { Knex } from "knex";

const inUploads = "('/objects/uploads/' || t.object_id) = any";

const sources = ({ names, description }: { names: string; description: string }): string => /* sql */ `
  create or replace view search_sources as
    select c.id as content_id, search_title(c.title) as title, ${names} as names,
           strip(to_tsvector('simple', regexp_replace(lower(normalize(c.description, NFC)), '[^[:alnum:]]+', ' ', 'g'))${description})
             as description, c.category,
           search_kinds(c.file_urls, c.file_names) as kinds, c.price,
           search_popularity(c.likes_count, c.purchases_count, c.view_count) as popularity, c.upload_time,
           rating_floor(c.rating_count, c.rating_sum)::real as rating,
           (case when c.rating_count < 3 then 0 else c.rating_sum / c.rating_count::real end)::real as rating_mean
    from contents c join users u on u.id = c.seller_id
    where c.is_listed;`;

const fillDocument = (words: string): string => /* sql */ `
  create or replace function fill_search_document() returns trigger language plpgsql as $$
  begin
    if not new.is_listed then
      delete from search_documents where content_id = new.id;
      return new;
    end if;
    insert into search_documents as d select * from search_sources where content_id = new.id
      on conflict (content_id) do update set
        title = excluded.title, names = excluded.names, description = excluded.description,
        category = excluded.category, kinds = excluded.kinds, price = excluded.price,
        popularity = excluded.popularity, upload_time = excluded.upload_time, rating = excluded.rating,
        rating_mean = excluded.rating_mean;
    insert into search_words select w, normalize(w, NFD) from (
        select distinct search_words_of(new.title || ' ' || u.nickname || ' ' || search_category(new.category)${words}) as w
        from users u where u.id = new.seller_id) s
      where not exists (select from search_words k where k.word = s.w);
    return new;
  end $$;`;

const documentTrigger = (columns: string): string => /* sql */ `
  create or replace trigger contents_document after insert or update of
    title, description, category, price, file_urls, file_names, seller_id, upload_time, deleted_at, hidden_at, paused_at${columns}
    on contents for each row execute function fill_search_document();`;

/**
 * Searches find tags of contents, beside their names, and the open texts of trials, beside their descriptions. No document
 * is written here, so that no lock is held for long: nothing has tags yet, and trials are read by and by.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table contents add column tags text[] not null default '{}';
    alter table content_snapshots add column tags text[] not null default '{}';
    -- Null where the form said nothing of them.
    alter table drafts add column tags text[];

    -- Each on lines of its own, so that nothing is found across two.
    create function search_tags(tags text[]) returns text language sql immutable parallel safe strict as
      $$ select coalesce(string_agg(search_starts(tag), '' order by n), '') from unnest(tags) with ordinality t (tag, n) $$;

    -- Open texts of the files that a content has, in normal form already; cut where a document would grow too large.
    create function search_trial(content uuid, urls text[]) returns tsvector language sql stable parallel safe strict as $$
      select to_tsvector('simple', regexp_replace(lower(left(coalesce(string_agg(x.text, ' '), ''), 100000)), '[^[:alnum:]]+', ' ', 'g'))
      from content_trials t cross join lateral jsonb_to_recordset(t.texts) x (text text)
      where t.content_id = content and ${inUploads} (urls) $$;

    ${sources({
      names: "search_names(u.nickname, c.category) || search_tags(c.tags)",
      description: " || search_trial(c.id, c.file_urls)",
    })}
    ${fillDocument(" || ' ' || array_to_string(new.tags, ' ')")}
    ${documentTrigger(", tags")}

    -- Changes of the content are waited for, then those of its other trials: the last one sees all.
    create function follow_trials(content uuid) returns void language plpgsql as $$
    begin
      perform from contents where id = content for share;
      perform from search_documents where content_id = content for no key update;
      update search_documents d set description = s.description from search_sources s
        where s.content_id = content and d.content_id = content and d.description is distinct from s.description;
    end $$;

    create function fill_searched_trial() returns trigger language plpgsql as $$
    declare
      t content_trials%rowtype;
    begin
      if tg_op = 'DELETE' then t := old; else t := new; end if;
      -- Nothing of a file that the content has no more is searched.
      if not exists (select from contents c where c.id = t.content_id and ${inUploads} (c.file_urls)) then
        return null;
      end if;
      perform follow_trials(t.content_id);
      -- Texts of pages are read apart from the pages.
      if tg_op = 'DELETE' or (t.unit = 'page' and t.total >= 3 and t.pages <> '{}' and t.texts = '[]') then
        insert into trial_readings (content_id) values (t.content_id)
          on conflict (content_id) do update set due_at = app_now(), attempts = 0;
      end if;
      return null;
    end $$;
    create trigger content_trials_searched after insert or delete or update of unit, total, pages, texts on content_trials
      for each row execute function fill_searched_trial();

    create function queue_trial_reading() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.file_urls = new.file_urls then return null; end if;
      insert into trial_readings (content_id) values (new.id)
        on conflict (content_id) do update set due_at = app_now(), attempts = 0;
      return null;
    end $$;
    create trigger contents_trial_reading after insert or update of file_urls on contents for each row
      when (array_to_string(new.file_urls, ' ') ~ '/objects/uploads/[0-9a-f]{8}-')
      execute function queue_trial_reading();
    -- Those that came since the others were noted.
    insert into trial_readings (content_id)
      select id from contents
      where is_listed and upload_time > app_now() - interval '1 day'
        and array_to_string(file_urls, ' ') ~ '/objects/uploads/[0-9a-f]{8}-'
      on conflict (content_id) do nothing;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop trigger contents_trial_reading on contents;
    drop trigger content_trials_searched on content_trials;
    drop function queue_trial_reading(), fill_searched_trial(), follow_trials(uuid);
    ${documentTrigger("")}
    ${fillDocument("")}
    ${sources({ names: "search_names(u.nickname, c.category)", description: "" })}
    update search_documents d set names = s.names, description = s.description from search_sources s
      where s.content_id = d.content_id and (d.names, d.description) is distinct from (s.names, s.description);
    drop function search_trial(uuid, text[]), search_tags(text[]);
    alter table drafts drop column tags;
    alter table content_snapshots drop column tags;
    alter table contents drop column tags;
  `);
};
