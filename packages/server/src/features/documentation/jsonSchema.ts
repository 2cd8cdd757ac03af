import { ArraySchema, ObjectSchema, Schema, type SchemaDescription } from "yup";

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>;

/** A schema's rules in JSON Schema; rules without an equivalent are left out. */
const rules: Record<string, (params: Record<string, unknown>, type: string) => JsonSchema> = {
  required: (_params, type) => (type === "string" ? { minLength: 1 } : {}),
  min: ({ min, more }, type) => bounds(type, "min", min ?? more, more !== undefined),
  max: ({ max, less }, type) => bounds(type, "max", max ?? less, less !== undefined),
  length: ({ min, max, length }, type) => ({
    ...bounds(type, "min", min ?? length, false),
    ...bounds(type, "max", max ?? length, false),
  }),
  matches: ({ regex }) => (regex instanceof RegExp ? { pattern: regex.source } : {}),
  integer: () => ({ type: "integer" }),
  datetime: () => ({ format: "date-time" }),
  uuid: () => ({ format: "uuid" }),
  day: () => ({ format: "date" }),
};

const bounds = (type: string, side: "min" | "max", value: unknown, isExclusive: boolean): JsonSchema => {
  if (typeof value !== "number") return {};
  if (type === "string") return { [`${side}Length`]: value };
  if (type === "array") return { [`${side}Items`]: value };
  if (type !== "number") return {};
  return { [`${isExclusive ? "exclusiveM" : "m"}${side.slice(1)}imum`]: value };
};

const ruled = ({ type, tests }: SchemaDescription): JsonSchema => ({
  ...(type === "mixed" ? {} : { type: type === "date" ? "string" : type }),
  ...Object.fromEntries(
    tests.flatMap(({ name, params }) => Object.entries(rules[name ?? ""]?.(params ?? {}, type) ?? {})),
  ),
});

type Described = Schema<unknown, unknown>;

const isDescribed = (value: unknown): value is Described => value instanceof Schema;

/** An object's required fields: those that are not optional and have no default. */
const isRequired = (schema: unknown): boolean => {
  if (!isDescribed(schema)) return false;
  const { type, optional, default: preset } = schema.describe();
  return !optional && (type === "object" || preset === undefined);
};

/**
 * Writes schemas of the contract in JSON Schema. Those that have a name become components, collected in `components`,
 * and are referred to. The parts that depend on the value (`lazy`, `when`) are left open.
 */
export const createConverter = (names: ReadonlyMap<unknown, string>) => {
  const components: Record<string, JsonSchema> = {};

  const partsOf = (schema: Described): JsonSchema => {
    if (schema instanceof ArraySchema) return { items: convert(schema.innerType) };
    if (!(schema instanceof ObjectSchema)) return {};
    const fields = Object.entries(schema.fields as Record<string, unknown>);
    const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
    return {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, convert(field)])),
      ...(required.length > 0 ? { required } : {}),
    };
  };

  const write = (schema: Described): JsonSchema => {
    const description = schema.describe();
    const { nullable, oneOf, default: preset } = description;
    const { type, ...rest } = ruled(description);
    return {
      ...(type === undefined ? {} : { type: nullable ? [type, "null"] : type }),
      ...rest,
      ...(oneOf.length > 0 ? { enum: nullable ? [...new Set([...oneOf, null])] : oneOf } : {}),
      ...(preset === undefined || type === "object" ? {} : { default: preset }),
      ...partsOf(schema),
    };
  };

  const convert = (schema: unknown): JsonSchema => {
    if (!isDescribed(schema)) return {};
    const name = names.get(schema);
    if (name === undefined) return write(schema);
    components[name] ??= write(schema);
    return { $ref: `#/components/schemas/${name}` };
  };

  return { convert, components };
};
