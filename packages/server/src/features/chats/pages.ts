import type pg from "pg";

/** The requested messages of a room: the newest, or the nearest before or after one. */
export interface MessageRows {
  limit: number;
  before?: string | undefined;
  after?: string | undefined;
}

type PageName = "newest" | "before" | "after";

/** A page of messages in SQL, by kind of request; `select` reads `m` of a table where $1 is the room. */
export const pageStatements = (select: string): Record<PageName, string> => ({
  newest: `${select} order by m.id desc limit $2`,
  before: `${select} and m.id < $3 order by m.id desc limit $2`,
  after: `${select} and m.id > $3 order by m.id limit $2`,
});

/** The kind of a request, and its statement's values after the room. */
export const pageOf = ({
  limit,
  before,
  after,
}: MessageRows): { name: PageName; values: (string | number)[] } => {
  const edge = after ?? before;
  return {
    name: after !== undefined ? "after" : before !== undefined ? "before" : "newest",
    values: edge === undefined ? [limit] : [limit, edge],
  };
};

/** Reads a page of a room's messages, oldest first, by statements that each select `message`. */
export const readPage = async <M>(
  pool: pg.Pool,
  { prefix, statements }: { prefix: string; statements: Record<PageName, string> },
  roomId: string,
  asked: MessageRows,
): Promise<M[]> => {
  const { name, values } = pageOf(asked);
  const { rows } = await pool.query<{ message: M }>({
    name: `${prefix}_${name}`,
    text: statements[name],
    values: [roomId, ...values],
  });
  const messages = rows.map(({ message }) => message);
  return name === "after" ? messages : messages.reverse();
};
