// The product's own prepared statements, caught on their way to the database, so that the real ones are measured.
import type pg from "pg";
import { listRooms, readTalk } from "../packages/server/src/features/chats/queries.ts";
import { findNewest, findOne, findPopular } from "../packages/server/src/features/contents/queries.ts";
import type { SearchSort } from "@knowhow/shared";
import type { Reader } from "../packages/server/src/database/reads.ts";
import { findHits, findNear, readHits } from "../packages/server/src/features/search/find.ts";
import type { SearchFilters } from "../packages/server/src/features/search/fits.ts";
import { countHits, findPlaces } from "../packages/server/src/features/search/stages.ts";
import { addAlternatives, splitSearch } from "../packages/server/src/features/search/words.ts";
import { createMicroCache } from "../packages/server/src/http/microCache.ts";

const microCache = createMicroCache();

/** A statement with its values. */
export interface Statement {
  text: string;
  values: unknown[];
}

const caught = async (run: (deps: { pool: pg.Pool }) => Promise<unknown>): Promise<Statement> => {
  let statement: Statement | undefined;
  const query = ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    statement = { text, values };
    return Promise.resolve({ rows: [] });
  };
  await run({ pool: { query } as unknown as pg.Pool }); // The reads call nothing else of it.
  if (!statement) throw new Error("nothing was asked");
  return statement;
};

/** The statement that answers a search for a frequent word: where titles begin with it. */
export const searchStatement = (word: string): Promise<Statement> =>
  caught(({ pool }) => {
    const words = [{ text: word, alternatives: [] }];
    const place = { fit: "title", order: "popular", after: undefined, limit: 21 } as const;
    return findPlaces(pool, { words, filters: {} }, place);
  });

/** A search as the market asks for it. */
export interface AskedSearch {
  query: string;
  filters?: SearchFilters;
  sort?: SearchSort;
}

/** The first page of a search, with all the statements that it takes but those that count. */
export const runSearch = async (reader: Reader, { query, filters = {}, sort = "relevance" }: AskedSearch) => {
  const request = { query, filters, sort, after: undefined, limit: 21 } as const;
  const { positions, words } = await findHits({ microCache }, reader, request);
  await readHits(reader, positions);
  if (positions.length === 0) await findNear(reader, words, 8);
  return words;
};

/** The figures beside the hits. */
export const runCounts = async (reader: Reader, { query, filters = {} }: AskedSearch): Promise<void> => {
  const words = await addAlternatives({ microCache }, reader, splitSearch(query));
  await countHits(reader, { words, filters });
};

/** Rows that the reads are about. */
interface Subject {
  buyerId: string;
  contentId: string;
  roomId: string;
  /** Where page 10,000 begins; the middle of a shorter list. */
  deepCursor: string[];
}

/** Finds them in a filled database. */
export const findSubject = async (pool: pg.Pool): Promise<Subject> => {
  const { rows } = await pool.query<Omit<Subject, "deepCursor"> & { at: Date; at_id: string }>(
    `select r.buyer_id as "buyerId", r.content_id as "contentId", r.id as "roomId", d.at, d.at_id
     from (select r.* from chat_rooms r join users u on u.id = r.buyer_id and u.user_id = 'buyer0'
           order by last_message_at desc limit 1) r,
       (select upload_time as at, id as at_id from contents where is_listed order by upload_time desc, id desc
        offset (select least(199999, count(*) / 2) from contents) limit 1) d`,
  );
  const [row] = rows;
  if (!row) throw new Error("the database is not filled");
  return { ...row, deepCursor: [row.at.toISOString(), row.at_id] };
};

/** The hot reads, by name. */
export const hotReads = async (subject: Subject): Promise<Record<string, Statement>> => {
  const { buyerId, contentId, roomId, deepCursor } = subject;
  const page = { cursor: undefined, limit: 21 };
  return {
    list: await caught(({ pool }) => findNewest(pool, page)),
    category: await caught(({ pool }) => findNewest(pool, { ...page, category: "stock" })),
    popular: await caught(({ pool }) => findPopular(pool)),
    one: await caught(({ pool }) => findOne(pool, contentId)),
    "page 10,000": await caught(({ pool }) => findNewest(pool, { ...page, cursor: deepCursor })),
    rooms: await caught((deps) => listRooms(deps, { userId: buyerId, cursor: undefined, limit: 51 })),
    messages: await caught((deps) => readTalk(deps, { roomId, userId: buyerId }, { limit: 50 })),
  };
};
