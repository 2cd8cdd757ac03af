import type { Knex } from "knex";

const categories: Readonly<Record<string, string>> = {
  stock: "주식/투자",
  certificate: "자격증/학습",
  programming: "프로그래밍",
  language: "외국어",
  lifestyle: "생활/꿀팁",
  career: "취업/커리어",
  hobby: "취미/스킬",
  relationship: "연애/심리",
  music: "음악/악보",
  playlist: "노래/플리",
  health: "건강/웰빙",
  sports: "스포츠/운동",
  cooking: "요리/레시피",
  template: "템플릿/리소스",
};

/** Words that find one another, a line each. */
const synonyms = `
  excel 엑셀 스프레드시트
  notion 노션
  python 파이썬
  powerpoint ppt 파워포인트 피피티
  word 워드
  git 깃
  java 자바
  javascript js 자바스크립트
  sql 에스큐엘
  ai 인공지능
  chatgpt gpt 챗gpt 챗지피티
  youtube 유튜브
  instagram 인스타그램 인스타
  photoshop 포토샵
  illustrator 일러스트레이터
  figma 피그마
  canva 캔바
  blog 블로그
  marketing 마케팅
  design 디자인
  pdf 피디에프
  etf 이티에프
  toeic 토익
  toefl 토플
  opic 오픽
  english 영어 잉글리시
  japanese 일본어 일어
  chinese 중국어
  guitar 기타 통기타
  piano 피아노
  ukulele 우쿨렐레
  canon 캐논
  playlist 플레이리스트 플리
  running 러닝 달리기 조깅
  template 템플릿 양식 서식
  portfolio 포트폴리오 포폴
  recipe 레시피 요리 조리법
  diet 다이어트 식단
  재테크 투자
  재테크 주식
  자소서 자기소개서
  이력서 경력기술서 레쥬메
  취준 취업
  연봉협상 연봉
  컴활 컴퓨터활용능력
  정처기 정보처리기사
  한능검 한국사능력검정시험
  공인중개사 중개사
  코테 코딩테스트
  개발 프로그래밍 코딩
  홈트 홈트레이닝 맨몸운동
  수영 자유형
  등산 산행
  숙면 수면 불면증
  거북목 목디스크
  명상 호흡
  제빵 베이킹 홈베이킹
  반찬 밑반찬
  캘리 캘리그라피 손글씨
  뜨개질 뜨개 코바늘
  가계부 예산
  짠테크 절약
  이사 이삿짐
  결혼 웨딩
  알바 아르바이트
  부업 n잡 프리랜서
`;

const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(" "));

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Contents are listed by their own rules alone; their search has a table of its own. */
const fillListing = (search: string): string => /* sql */ `
  create or replace function fill_content_search() returns trigger language plpgsql as $$
  declare
    seller users%rowtype;
    is_kept boolean;
  begin
    select * into strict seller from users where id = new.seller_id;
    ${search}
    is_kept := new.deleted_at is null and new.hidden_at is null and seller.is_banned = 0;
    new.is_listed := is_kept and new.paused_at is null;
    new.is_paused := is_kept and new.paused_at is not null;
    return new;
  end $$;`;

/**
 * Searched texts in a narrow table, with the columns that a search filters and sorts by: counters that change in contents touch
 * it when the order of popularity may change. The server of before can not search until it has ended.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create extension if not exists pg_trgm;
    create extension if not exists fuzzystrmatch;

    create function search_category(code text) returns text language sql immutable parallel safe strict as $$
      select case code ${Object.entries(categories)
        .map(([code, label]) => `when '${code}' then '${label}'`)
        .join(" ")} else code end $$;

    -- A line without its spaces, then it again from each further word on, cut at twelve characters; then the same in
    -- initial consonants. Words are found behind a space where a word of the line begins, and anywhere without one.
    create function search_starts(value text) returns text language plpgsql immutable parallel safe strict as $$
    declare
      parts constant text[] := string_to_array(regexp_replace(regexp_replace(
        lower(normalize(value, NFC)), '(^|[^[:alnum:]])([[:alnum:]])', E'\\\\1\\x01\\\\2', 'g'), '\\s+', '', 'g'), E'\\x01');
      whole constant text := array_to_string(parts, '');
      initials constant text := search_initials(whole);
      words text := E'\\n ' || whole;
      firsts text := E'\\n ' || initials;
      place integer := 1;
    begin
      for i in 2 .. coalesce(cardinality(parts), 0) loop
        place := place + length(parts[i - 1]);
        continue when place = 1;
        words := words || ' ' || substr(whole, place, 12);
        firsts := firsts || ' ' || substr(initials, place, 12);
      end loop;
      return words || case when initials = whole then '' else firsts end;
    end $$;

    -- A mentor's nickname, and the words of a category.
    create function search_names(nickname text, category text) returns text language sql immutable parallel safe strict
      as $$ select search_starts(nickname) || search_starts(replace(search_category(category), '/', ' ')) $$;

    -- Likes, then purchases, then views by their order of magnitude, of which each eighth counts.
    create function search_popularity(likes integer, purchases integer, views integer) returns bigint
      language sql immutable parallel safe strict as
      $$ select likes::bigint * 1073741824 + least(purchases, 4194303)::bigint * 256 + floor(8 * ln(1 + views::float8) / ln(2::float8))::bigint $$;

    -- The kinds of a content's files, by the endings of their names.
    create function search_kinds(urls text[], names text[]) returns text[] language sql immutable parallel safe as $$
      select array(
        select distinct case
          when f.url like 'http%' then 'link'
          when f.ending = 'pdf' then 'pdf'
          when f.ending in ('doc', 'docx', 'hwp', 'hwpx', 'txt') then 'document'
          when f.ending in ('xls', 'xlsx') then 'sheet'
          when f.ending in ('ppt', 'pptx') then 'slides'
          when f.ending in ('zip', 'rar') then 'archive'
          else 'other' end as kind
        from (select u.url, lower(substring(coalesce(names[u.n], '') from '\\.([^.]+)$')) as ending
              from unnest(urls) with ordinality u (url, n)) f
        order by kind) $$;

    -- What the index knows of a document: beginnings of words of its title (^) and of its names (>), characters and pairs of neighbours, and filters.
    create function search_lexemes(title text, names text, category text, kinds text[], price integer) returns tsvector
      language plpgsql immutable parallel safe strict as $$
    declare
      result text[] := array['=c ' || category];
      mark text;
      line text;
      piece text;
      letters text[];
      is_first boolean;
    begin
      if price = 0 then result := result || '=free'::text; end if;
      foreach piece in array kinds loop result := result || ('=k ' || piece); end loop;
      foreach mark in array array['^', '>'] loop
        foreach line in array string_to_array(case mark when '^' then title else names end, E'\\n') loop
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
      return array_to_tsvector(result);
    end $$;

    -- Words as people would correct their own to them.
    create function search_words_of(value text) returns setof text language sql immutable parallel safe strict as $$
      select w from regexp_split_to_table(lower(normalize(value, NFC)), '[^[:alnum:]]+') w
         where length(w) between 2 and 20 and w !~ '^[0-9]+$' $$;

    create table search_documents (
      content_id uuid primary key references contents on delete cascade,
      title text not null,
      names text not null,
      description tsvector not null,
      category varchar(50) not null,
      kinds text[] not null,
      price integer not null,
      popularity bigint not null,
      upload_time timestamptz(3) not null,
      -- How good a content is at least, and the mean of its ratings; 0 where they are too few for one.
      rating real not null,
      rating_mean real not null
    ) with (toast_tuple_target = 512);
    alter table search_documents alter title set storage main, alter names set storage main, alter kinds set storage main;

    create view search_sources as
      select c.id as content_id, search_starts(c.title) as title, search_names(u.nickname, c.category) as names,
             strip(to_tsvector('simple', regexp_replace(lower(normalize(c.description, NFC)), '[^[:alnum:]]+', ' ', 'g')))
               as description, c.category,
             search_kinds(c.file_urls, c.file_names) as kinds, c.price,
             search_popularity(c.likes_count, c.purchases_count, c.view_count) as popularity, c.upload_time,
             rating_floor(c.rating_count, c.rating_sum)::real as rating,
             (case when c.rating_count < 3 then 0 else c.rating_sum / c.rating_count::real end)::real as rating_mean
      from contents c join users u on u.id = c.seller_id
      where c.is_listed;

    create table search_words (
      word text primary key,
      -- Decomposed, so that one wrong letter of a syllable is one.
      jamo text not null
    );
    create table search_synonyms (
      id smallint generated always as identity primary key,
      words text[] not null check (cardinality(words) > 1)
    );
    insert into search_synonyms (words) values
      ${linesOf(synonyms)
        .map((words) => `(array[${words.map(quoted).join(", ")}])`)
        .join(",\n      ")};

    insert into search_documents select * from search_sources;
    insert into search_words
      select w, normalize(w, NFD) from (
        select search_words_of(c.title || ' ' || u.nickname || ' ' || search_category(c.category)) as w
        from contents c join users u on u.id = c.seller_id
        union
        select unnest(words) from search_synonyms) s
      on conflict do nothing;

    create index search_documents_popular on search_documents (popularity desc, upload_time desc, content_id desc);
    create index search_documents_newest on search_documents (upload_time desc, content_id desc);
    create index search_documents_cheap on search_documents ((-price) desc, upload_time desc, content_id desc);
    create index search_documents_rated on search_documents (rating desc, popularity desc, upload_time desc, content_id desc);
    create index search_documents_lexemes on search_documents
      using gin (search_lexemes(title, names, category, kinds, price));
    create index search_documents_description on search_documents using gin (description);
    create index search_words_jamo on search_words (jamo collate "C" text_pattern_ops);
    create index search_words_near on search_words using gin (jamo gin_trgm_ops);

    create function fill_search_document() returns trigger language plpgsql as $$
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
      insert into search_words
        select w, normalize(w, NFD) from (
          select distinct search_words_of(new.title || ' ' || u.nickname || ' ' || search_category(new.category)) as w
          from users u where u.id = new.seller_id order by w) s
        on conflict do nothing;
      return new;
    end $$;
    create trigger contents_document after insert or update of
      title, description, category, price, file_urls, file_names, seller_id, upload_time, deleted_at, hidden_at, paused_at
      on contents for each row execute function fill_search_document();

    create function follow_popularity() returns trigger language plpgsql as $$
    begin
      update search_documents set popularity = search_popularity(new.likes_count, new.purchases_count, new.view_count)
        where content_id = new.id;
      return new;
    end $$;
    create trigger contents_popularity after update of likes_count, purchases_count, view_count on contents
      for each row when (search_popularity(old.likes_count, old.purchases_count, old.view_count)
        <> search_popularity(new.likes_count, new.purchases_count, new.view_count))
      execute function follow_popularity();

    create function follow_ratings() returns trigger language plpgsql as $$
    begin
      update search_documents d set rating = s.rating, rating_mean = s.rating_mean
        from search_sources s where s.content_id = new.id and d.content_id = new.id;
      return new;
    end $$;
    create trigger contents_ratings after update of rating_count, rating_sum on contents
      for each row when ((old.rating_count, old.rating_sum) is distinct from (new.rating_count, new.rating_sum))
      execute function follow_ratings();

    -- A nickname that was given up is no word to be corrected to, unless others use it. After users_contents, by its name.
    create function forget_nickname_words() returns trigger language plpgsql as $$
    begin
      delete from search_words k using search_words_of(old.nickname) w
        where k.word = w and not exists (
          select from search_documents d
          where search_lexemes(d.title, d.names, d.category, d.kinds, d.price)
              @@ (quote_literal('^' || left(w, 3)) || '|' || quote_literal('>' || left(w, 3)))::tsquery
            and (d.title like '% ' || left(w, 12) || '%' or d.names like '% ' || left(w, 12) || '%'))
          and not exists (select from search_synonyms s where w = any (s.words));
      return new;
    end $$;
    create trigger users_words after update of nickname on users for each row
      when (old.nickname is distinct from new.nickname) execute function forget_nickname_words();

    alter table contents drop search_text, drop search_initials, drop search_grams;
    drop function search_grams(text), search_normal(text);
    ${fillListing("")}
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop trigger contents_document on contents;
    drop trigger contents_popularity on contents;
    drop trigger contents_ratings on contents;
    drop trigger users_words on users;
    drop function fill_search_document(), follow_popularity(), follow_ratings(), forget_nickname_words();
    drop view search_sources;
    drop table search_documents, search_words, search_synonyms;
    drop function search_lexemes(text, text, text, text[], integer), search_kinds(text[], text[]),
      search_popularity(integer, integer, integer), search_names(text, text), search_starts(text),
      search_words_of(text), search_category(text);
    drop extension fuzzystrmatch, pg_trgm;

    alter table contents
      add search_text text not null default '',
      add search_initials text not null default '',
      add search_grams text[] not null default '{}';
    create function search_normal(value text) returns text language sql immutable parallel safe strict
      as $$ select regexp_replace(lower(normalize(value, NFC)), '\\s+', '', 'g') $$;
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
    ${fillListing(`
    new.search_text := search_normal(new.title) || chr(10) || search_normal(seller.nickname);
    new.search_initials := search_initials(new.search_text);
    new.search_grams := search_grams(new.search_text || chr(10) || new.search_initials);`)}
    update contents set title = title;
    create index contents_grams on contents using gin (search_grams) where is_listed;
  `);
};
