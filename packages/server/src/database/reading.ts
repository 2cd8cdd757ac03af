/** A time of the database in ISO 8601, as `Date.toISOString` writes it. */
export const isoSql = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Leaves a statement's values as PostgreSQL writes them: JSON that is only passed on need not be read. */
export const asWritten = { types: { getTypeParser: () => (value: string) => value } };

/** Where a list by time and id, latest first, goes on: the pair of a cursor, whose values the database checks. */
export type TimeCursor = string[] | undefined;

/** The pair that the next entry lies behind: the cursor's, else one behind which everything lies. */
export const behind = (cursor: TimeCursor): string[] =>
  cursor ?? ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
