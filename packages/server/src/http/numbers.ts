import type { AnyObjectSchema, SchemaFieldDescription } from "yup";

/** Names on the way to a number of a body; `[]` stands for each entry of a list. */
export type NumberPath = readonly string[];

/** Entries of a list that are looked at: no list of a body may be longer. */
const maxEntries = 101;

const pathsIn = (description: SchemaFieldDescription, path: NumberPath): NumberPath[] => {
  // A described object has fields, a described list has entries.
  const { type, fields, innerType } = description as SchemaFieldDescription & {
    fields?: Record<string, SchemaFieldDescription>;
    innerType?: SchemaFieldDescription;
  };
  if (type === "number") return [path];
  const inside = Object.entries(fields ?? {}).flatMap(([name, field]) => pathsIn(field, [...path, name]));
  return innerType ? [...inside, ...pathsIn(innerType, [...path, "[]"])] : inside;
};

/** Where the numbers of a body are. */
export const numberPathsOf = (schema: AnyObjectSchema): NumberPath[] => pathsIn(schema.describe(), []);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const refuseAt = (value: unknown, [name, ...rest]: NumberPath): unknown => {
  // A value that is no number becomes NaN, which the field's own rule refuses.
  if (name === undefined) return typeof value === "string" || typeof value === "boolean" ? Number.NaN : value;
  if (name === "[]")
    return Array.isArray(value) ? value.slice(0, maxEntries).map((entry) => refuseAt(entry, rest)) : value;
  return isRecord(value) && Object.hasOwn(value, name)
    ? { ...value, [name]: refuseAt(value[name], rest) }
    : value;
};

/**
 * A JSON body whose numbers are JSON's own. The rules of the forms read a number out of a text, as fields hold it; on the
 * wire a price that came as a text is a mistake of the caller's, who may have lost a point on the way.
 */
export const withStrictNumbers = (body: unknown, paths: readonly NumberPath[]): unknown =>
  paths.reduce(refuseAt, body);
