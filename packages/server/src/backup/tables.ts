import type pg from "pg";

/** A table or a sequence by its full name. */
export interface TableName {
  schema: string;
  name: string;
}

/** The full name in an SQL statement. */
export const quote = ({ schema, name }: TableName): string => `${quoteName(schema)}.${quoteName(name)}`;

/** A name in an SQL statement. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Schemas of the product, of the jobs' library and of the payment stand-in. */
const schemas = ["public", "graphile_worker", "standin_toss"];

/** Tables in which migrations are recorded: a restore runs them. */
const migrationTables = ["knex_migrations", "knex_migrations_lock", "migrations"];

/** All tables of these schemas, with the columns that can be written. */
export const listTables = async (client: pg.ClientBase): Promise<(TableName & { columns: string[] })[]> => {
  const { rows } = await client.query<TableName & { columns: string[] }>(
    `select n.nspname as schema, c.relname as name,
            array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any ($1::text[]) and c.relname <> all ($2::text[])
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [schemas, migrationTables],
  );
  return rows;
};

/** Sequences of these schemas that have given a number, with the last one. */
export const listSequences = async (client: pg.ClientBase): Promise<(TableName & { value: string })[]> => {
  const { rows } = await client.query<TableName & { value: string }>(
    `select schemaname as schema, sequencename as name, last_value::text as value
     from pg_sequences where last_value is not null and schemaname = any ($1::text[])
       and sequencename <> all ($2::text[]) order by 1, 2`,
    [schemas, migrationTables.map((name) => `${name}_id_seq`)],
  );
  return rows;
};
