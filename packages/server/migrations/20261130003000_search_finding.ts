import type { Knex } from "knex";

/** Synonyms that were missing, and other names of some that were there. */
const synonyms = `
  ppt 프레젠테이션
  초보 초보자 왕초보 입문자
  강아지 반려견 애견
  고양이 반려묘
  drawing 드로잉 그림
  photo 사진
  video 영상 동영상
  camping 캠핑
  coffee 커피
  golf 골프
  yoga 요가
  react 리액트
  ielts 아이엘츠
  jlpt 일본어능력시험
  html 에이치티엠엘
  체크리스트 점검표
  비트코인 가상자산 암호화폐
  깃허브 github git
`;

const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(" "));

const valuesOf = (lines: string[][]): string =>
  lines.map((words) => `(array[${words.map((word) => `'${word}'`).join(", ")}])`).join(", ");

/** Words in `search_lexemes`; the lines of a title that have each by itself tell it nothing more. */
const wordLexemes = /* sql */ `
  foreach mark in array array['^', '>'] loop
    foreach line in array string_to_array(case mark when '^' then title else names end, E'\\n') loop
      continue when starts_with(line, E'\\t');
      is_first := true;
      foreach piece in array string_to_array(line, ' ') loop
        continue when piece = '';
        result := result || (mark || left(piece, 1)) || (mark || left(piece, 2)) || (mark || left(piece, 3));
        if is_first then
          letters := string_to_array(piece, null);
          result := result || letters;
          for i in 2 .. cardinality(letters) loop
            result := result || (letters[i - 1] || letters[i]);
          end loop;
          is_first := false;
        end if;
      end loop;
    end loop;
  end loop;
  return array_to_tsvector(result);`;

const forgetNicknameWords = (columns: string): string => /* sql */ `
  create or replace function forget_nickname_words() returns trigger language plpgsql as $$
  begin
    delete from search_words k using search_words_of(old.nickname) w
      where k.word = w and not exists (
        select from search_documents d
        where search_lexemes(${columns})
            @@ (quote_literal('^' || left(w, 3)) || '|' || quote_literal('>' || left(w, 3)))::tsquery
          and (d.title like '% ' || left(w, 12) || '%' or d.names like '% ' || left(w, 12) || '%'))
        and not exists (select from search_synonyms s where w = any (s.words));
    return new;
  end $$;`;

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
    ${words}
    return new;
  end $$;`;

const sources = (title: string): string => /* sql */ `
  create or replace view search_sources as
    select c.id as content_id, ${title} as title, search_names(u.nickname, c.category) as names,
           strip(to_tsvector('simple', regexp_replace(lower(normalize(c.description, NFC)), '[^[:alnum:]]+', ' ', 'g')))
             as description, c.category,
           search_kinds(c.file_urls, c.file_names) as kinds, c.price,
           search_popularity(c.likes_count, c.purchases_count, c.view_count) as popularity, c.upload_time,
           rating_floor(c.rating_count, c.rating_sum)::real as rating,
           (case when c.rating_count < 3 then 0 else c.rating_sum / c.rating_count::real end)::real as rating_mean
    from contents c join users u on u.id = c.seller_id
    where c.is_listed;`;

const wordsOf = /* sql */ `
  select distinct search_words_of(new.title || ' ' || u.nickname || ' ' || search_category(new.category)) as w
  from users u where u.id = new.seller_id`;

/**
 * Words of titles by themselves, prices and ratings in the index, and words that two transactions may add at once. It
 * writes all documents and holds searches and saves back meanwhile: a second for some thousand contents, minutes for a
 * million. A server of before finds everything afterwards, slowly until it has ended: its index has gone.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    -- Each word of a line behind a tab, then their initial consonants: nothing is found across spaces there.
    create function search_title(value text) returns text language sql immutable parallel safe strict as $$
      select search_starts(value) || E'\\n\\t' || words
               || case when search_initials(words) = words then '' else E'\\n\\t' || search_initials(words) end
      from (select translate(regexp_replace(regexp_replace(
              lower(normalize(value, NFC)), '(^|[^[:alnum:]])([[:alnum:]])', E'\\\\1\\x01\\\\2', 'g'), '\\s+', '', 'g'), E'\\x01', E'\\t')
              as words) w $$;
    ${sources("search_title(c.title)")}

    create function search_lexemes(title text, names text, category text, kinds text[], price integer, rating_mean real)
      returns tsvector language plpgsql immutable parallel safe strict as $$
    declare
      result text[] := array['=c ' || category, '=p ' || length(ltrim(price::bit(32)::text, '0'))];
      mark text;
      line text;
      piece text;
      letters text[];
      is_first boolean;
    begin
      if rating_mean > 0 then result := result || ('=r ' || floor(rating_mean * 2)); end if;
      foreach piece in array kinds loop result := result || ('=k ' || piece); end loop;
      ${wordLexemes}
    end $$;
    ${forgetNicknameWords("d.title, d.names, d.category, d.kinds, d.price, d.rating_mean")}

    drop index search_documents_lexemes, search_documents_description;
    update search_documents d set title = search_title(c.title) from contents c where c.id = d.content_id;
    -- One for both, so that a word of a title and one of a description are looked up at once.
    create index search_documents_lexemes on search_documents
      using gin (search_lexemes(title, names, category, kinds, price, rating_mean), description);

    -- Nothing forbids a word twice, so that nobody waits for another transaction that adds it too.
    alter table search_words drop constraint search_words_pkey;
    create index search_words_word on search_words (word text_pattern_ops);
    ${fillDocument(/* sql */ `
    insert into search_words select w, normalize(w, NFD) from (${wordsOf}) s
      where not exists (select from search_words k where k.word = s.w);`)}

    insert into search_synonyms (words) values ${valuesOf(linesOf(synonyms))};
    insert into search_words select distinct w, normalize(w, NFD) from search_synonyms s, unnest(s.words) w
      where not exists (select from search_words k where k.word = w);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    delete from search_synonyms where words in (select v.words from (values ${valuesOf(linesOf(synonyms))}) v (words));
    drop index search_documents_lexemes;
    ${forgetNicknameWords("d.title, d.names, d.category, d.kinds, d.price")}
    drop function search_lexemes(text, text, text, text[], integer, real);
    ${sources("search_starts(c.title)")}
    drop function search_title(text);
    update search_documents d set title = search_starts(c.title) from contents c where c.id = d.content_id;
    create index search_documents_lexemes on search_documents
      using gin (search_lexemes(title, names, category, kinds, price));
    create index search_documents_description on search_documents using gin (description);

    drop index search_words_word;
    delete from search_words a using search_words b where a.word = b.word and a.ctid > b.ctid;
    alter table search_words add primary key (word);
    ${fillDocument(/* sql */ `
    insert into search_words select w, normalize(w, NFD) from (${wordsOf} order by w) s on conflict do nothing;`)}
  `);
};
