// How much of what people look for a search finds, in the fixture beside this file.
import type pg from "pg";
import type { StoredContent } from "../../packages/server/src/features/contents/presenter.ts";
import { findHits, readHits } from "../../packages/server/src/features/search/find.ts";
import { createMicroCache } from "../../packages/server/src/http/microCache.ts";
import { judge, say } from "../report.ts";
import { makeFindings, type Finding } from "./data.ts";
import { queries, type Query } from "./queries.ts";

const firsts = 10;
const parts = { microCache: createMicroCache() };

/** Fills an empty, migrated database with the market of the fixture. */
export const fillFindings = async (pool: pg.Pool): Promise<void> => {
  const findings = makeFindings();
  const mentors = [...new Set(findings.map(({ mentor }) => mentor))];
  await pool.query(
    `insert into users (name, user_id, user_id_skeleton, nickname, nickname_skeleton, email, password, phone_number)
     select '홍길동', 'mentor' || n, 'mentor' || n, nickname, nickname, 'mentor' || n || '@example.com', '-', '01000000000'
     from unnest($1::text[]) with ordinality m (nickname, n)`,
    [mentors],
  );
  await pool.query(
    `insert into contents (title, description, category, price, file_urls, file_names, seller_id, upload_time, likes_count)
     select f.title, f.description, f.category, f.price, array['/objects/uploads/x'], array['자료.pdf'], u.id,
            now() - f.n * interval '1 minute', f.likes
     from jsonb_to_recordset($1) f (n int, title text, description text, category text, price int, mentor text, likes int)
     join users u on u.nickname = f.mentor`,
    [JSON.stringify(findings.map((finding, n) => ({ ...finding, n })))],
  );
  await pool.query("vacuum (analyze)");
};

const isWanted = ({ topics, mentor, category }: Finding, { wanted }: Query): boolean =>
  wanted.some((all) =>
    all.every((topic) =>
      topic.startsWith("@")
        ? mentor === topic.slice(1)
        : topic.startsWith("#")
          ? category === topic.slice(1)
          : topics.includes(topic),
    ),
  );

/** Titles are not unique: a content is known again by its title with its mentor and its price. */
const keyOf = ({ title, mentor, price }: Pick<Finding, "title" | "mentor" | "price">): string =>
  [title, mentor, price].join("\n");

const find = async (client: pg.Pool, query: string): Promise<StoredContent[]> => {
  const request = { query, filters: {}, sort: "relevance", after: undefined, limit: firsts } as const;
  const { positions } = await findHits(parts, client, request);
  return readHits(client, positions);
};

const groupBy = <T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of the first ten, how many are what was meant (of ten, or of all where they are fewer); and whether the first one is. */
export const measureFinding = async (pool: pg.Pool): Promise<void> => {
  const findings = makeFindings();
  const byKey = groupBy(findings, keyOf);
  const judged: { kind: string; recall: number; first: number }[] = [];
  for (const query of queries) {
    const hits = await find(pool, query.text);
    const right = hits.map(({ title, mentorNickname, price }) =>
      (byKey.get(keyOf({ title, mentor: mentorNickname, price })) ?? []).some((one) => isWanted(one, query)),
    );
    const wanted = Math.min(firsts, findings.filter((finding) => isWanted(finding, query)).length);
    const recall = Math.min(1, right.filter(Boolean).length / wanted);
    judged.push({ kind: query.kind, recall, first: right[0] === true ? 1 : 0 });
    if (recall < 1 || right[0] !== true) {
      const shown = hits.slice(0, 2).map(({ title }) => title);
      say(
        `       ${query.kind}, ${query.text}: ${recall.toFixed(2)} of the wanted; ${shown.join(" / ") || "nothing"}`,
      );
    }
  }
  for (const [kind, some] of groupBy(judged, (one) => one.kind)) {
    const [recall, first] = [mean(some.map((one) => one.recall)), mean(some.map((one) => one.first))];
    say(
      `       finding, ${kind} (${some.length}): recall at 10 ${recall.toFixed(3)}, first right ${first.toFixed(3)}`,
    );
  }
  judge(`finding, recall at 10 of ${judged.length} searches`, mean(judged.map(({ recall }) => recall)), {
    min: 0.95,
  });
  judge("finding, first hit right", mean(judged.map(({ first }) => first)), { min: 0.85 });
};
