import type { Section } from "./section.ts";

/** Contents with their search columns, likes, comments and views. */
export const contents: Section = {
  create: /* sql */ `
    create table contents (
      id uuid primary key default uuidv7(),
      title varchar(255) not null check (title <> ''),
      description text not null check (description <> ''),
      category varchar(50) not null,
      price integer not null check (price = 0 or price between 1500 and 10000000),
      file_urls text[] not null check (cardinality(file_urls) between 1 and 5),
      file_names text[],
      preview_image_urls text[] check (cardinality(preview_image_urls) <= 5),
      seller_id uuid not null references users,
      upload_time timestamptz(3) not null default app_now(),
      updated_at timestamptz(3) not null default app_now(),
      view_count integer not null default 0 check (view_count >= 0),
      likes_count integer not null default 0 check (likes_count >= 0),
      purchases_count integer not null default 0 check (purchases_count >= 0),
      deleted_at timestamptz(3),
      is_listed boolean not null default true,
      search_text text not null default '',
      search_initials text not null default '',
      search_grams text[] not null default '{}',
      -- Taken down by an administrator.
      hidden_at timestamptz(3),
      hidden_reason text,
      check (file_names is null or cardinality(file_names) = cardinality(file_urls)),
      check ((hidden_at is null) = (hidden_reason is null))
    );
    create index contents_newest on contents (upload_time desc, id desc) where is_listed;
    create index contents_category on contents (category, upload_time desc, id desc) where is_listed;
    create index contents_popular on contents
      (likes_count desc, purchases_count desc, view_count desc, upload_time desc, id desc) where is_listed;
    create index contents_grams on contents using gin (search_grams) where is_listed;
    create index contents_seller on contents (seller_id, upload_time desc, id desc);
    create index contents_previews on contents using gin (preview_image_urls);

    create function search_normal(value text) returns text language sql immutable parallel safe strict
      as $$ select regexp_replace(lower(normalize(value, NFC)), '\\s+', '', 'g') $$;

    -- A syllable becomes its initial consonant; everything else stays.
    create function search_initials(value text) returns text language plpgsql immutable parallel safe strict as $$
    declare
      consonants constant text[] := array['ㄱ','ㄲ','ㄴ','ㄷ','ㄸ','ㄹ','ㅁ','ㅂ','ㅃ','ㅅ','ㅆ','ㅇ','ㅈ','ㅉ','ㅊ','ㅋ','ㅌ','ㅍ','ㅎ'];
      result text := '';
      one text;
      code integer;
    begin
      foreach one in array string_to_array(value, null) loop
        code := ascii(one) - 44032;
        result := result || case when code between 0 and 11171 then consonants[code / 588 + 1] else one end;
      end loop;
      return result;
    end $$;

    -- Distinct characters and pairs of neighbours: an index of them finds rare words of any length.
    create function search_grams(value text) returns text[] language plpgsql immutable parallel safe strict as $$
    declare
      letters constant text[] := string_to_array(value, null);
      result text[] := '{}';
      gram text;
    begin
      for i in 1 .. coalesce(cardinality(letters), 0) loop
        if letters[i] <> chr(10) then
          gram := letters[i];
          if not gram = any(result) then result := result || gram; end if;
          if i < cardinality(letters) and letters[i + 1] <> chr(10) then
            gram := letters[i] || letters[i + 1];
            if not gram = any(result) then result := result || gram; end if;
          end if;
        end if;
      end loop;
      return result;
    end $$;

    -- Title and mentor, a line each, so that no word is found across the two.
    create function fill_content_search() returns trigger language plpgsql as $$
    declare
      seller users%rowtype;
    begin
      select * into strict seller from users where id = new.seller_id;
      new.search_text := search_normal(new.title) || chr(10) || search_normal(seller.nickname);
      new.search_initials := search_initials(new.search_text);
      new.search_grams := search_grams(new.search_text || chr(10) || new.search_initials);
      new.is_listed := new.deleted_at is null and new.hidden_at is null and seller.is_banned = 0;
      return new;
    end $$;
    create trigger contents_search before insert or update of title, seller_id, deleted_at, hidden_at on contents
      for each row execute function fill_content_search();

    create function follow_seller() returns trigger language plpgsql as $$
    begin
      update contents set title = title where seller_id = new.id;
      return new;
    end $$;
    create trigger users_contents after update on users for each row
      when (old.nickname is distinct from new.nickname or old.is_banned is distinct from new.is_banned)
      execute function follow_seller();

    create table content_likes (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users,
      content_id uuid not null references contents,
      created_at timestamptz(3) not null default app_now(),
      unique (user_id, content_id)
    );
    create index content_likes_content on content_likes (content_id);

    create table content_comments (
      id uuid primary key default uuidv7(),
      content_id uuid not null references contents,
      user_id uuid not null references users,
      comment text not null check (length(comment) between 1 and 1000),
      created_at timestamptz(3) not null default app_now(),
      -- Taken down by an administrator.
      hidden_at timestamptz(3),
      hidden_reason text,
      check ((hidden_at is null) = (hidden_reason is null))
    );
    create index content_comments_newest on content_comments (content_id, created_at desc, id desc);

    -- One row per visitor and content: when this visitor was last counted.
    create table content_views (
      content_id uuid not null references contents,
      visitor text not null,
      viewed_at timestamptz(3) not null default app_now(),
      primary key (content_id, visitor)
    );
    create index content_views_age on content_views (viewed_at);
  `,
  drop: /* sql */ `
    drop table content_views, content_comments, content_likes;
    drop trigger users_contents on users;
    drop function follow_seller();
    drop table contents;
    drop function fill_content_search(), search_grams(text), search_initials(text), search_normal(text);
  `,
};
