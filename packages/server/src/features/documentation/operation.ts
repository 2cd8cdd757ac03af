import { errors, limits, type AnyEndpoint, type CallSchemas } from "@knowhow/shared";
import { codesOf } from "@knowhow/shared/schemas.ts";
import { ObjectSchema, type AnySchema } from "yup";
import type { JsonSchema } from "./jsonSchema.ts";

/** One call, as OpenAPI describes it. */
export interface Operation {
  operationId: string;
  tags: string[];
  description: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: "path" | "query" | "header"; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; headers?: JsonSchema; content?: Content }>;
}

/** A call with its schemas. */
export type DocumentedCall = AnyEndpoint & CallSchemas;

type Content = Record<string, { schema?: JsonSchema }>;
type Convert = (schema: unknown) => JsonSchema;

const jsonOf = (schema: JsonSchema): Content => ({ "application/json": { schema } });
const fieldsOf = (schema: AnySchema | undefined) =>
  schema instanceof ObjectSchema ? Object.entries(schema.fields as Record<string, unknown>) : [];

/** Names after ":" in a path. */
const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
const isId = (name: string): boolean => name === "id" || name.endsWith("Id");

const callers = { public: "Anyone.", member: "Anyone signed in.", admin: "Administrators." };

const describeCall = (call: DocumentedCall): string =>
  [
    callers[call.access],
    ...(call.access === "public"
      ? []
      : [
          `While suspended: ${call.whileSuspended ? "yes" : "no"}. While banned: ${call.whileBanned ? "yes" : "no"}.`,
        ]),
    ...(call.crossSite ? ["May be called by other sites."] : []),
    ...[call.limit ?? [], call.limitInHandler ?? []].flat().map((name) => {
      const { points, seconds, per } = limits[name];
      return `At most ${points} in ${seconds} seconds per ${per}.`;
    }),
  ].join(" ");

const failuresOf = (call: DocumentedCall): Operation["responses"] => {
  const codes = codesOf(call);
  const statuses = new Set(codes.map((code) => errors[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const given = codes.filter((code) => errors[code].status === status);
      const schema = { $ref: "#/components/schemas/Error", properties: { code: { enum: given } } };
      return [String(status), { description: given.join(", "), content: jsonOf(schema) }];
    }),
  );
};

const parametersOf = (call: DocumentedCall, convert: Convert): Operation["parameters"] => [
  ...paramsOf(call.path).map((name) => ({
    name,
    in: "path" as const,
    required: true,
    schema: { type: "string", ...(isId(name) ? { format: "uuid" } : {}) },
  })),
  ...fieldsOf(call.query).map(([name, field]) => {
    const required = call.query ? requiredOf(convert(call.query)).includes(name) : false;
    return { name, in: "query" as const, required, schema: convert(field) };
  }),
  ...(call.idempotent
    ? [
        {
          name: "Idempotency-Key",
          in: "header" as const,
          required: false,
          schema: { type: "string", maxLength: 64 },
        },
      ]
    : []),
];

const requiredOf = ({ required }: JsonSchema): unknown[] => (Array.isArray(required) ? required : []);

const bodyOf = (call: DocumentedCall, convert: Convert): Operation["requestBody"] => {
  if (call.bodyKind === "raw") return { required: false, content: { "*/*": {} } };
  if (!call.body) return undefined;
  if (call.bodyKind !== "multipart") return { required: true, content: jsonOf(convert(call.body)) };
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  const form = { type: "object", required: ["file"], properties: { file } };
  return {
    required: true,
    content: { "multipart/form-data": { schema: { allOf: [convert(call.body), form] } } },
  };
};

const successOf = (call: DocumentedCall, convert: Convert): Operation["responses"] => {
  const isPaged = fieldsOf(call.query).some(([name]) => name === "cursor");
  const link = { description: 'The next page, as <…>; rel="next".', schema: { type: "string" } };
  const content = call.response ? { content: jsonOf(convert(call.response)) } : {};
  return {
    [String(call.status ?? 200)]: {
      description: call.kind === "stream" ? "Bytes, a redirect or a page." : "Done.",
      ...(isPaged ? { headers: { Link: link } } : {}),
      ...content,
    },
    ...(call.repeatedStatus === undefined
      ? {}
      : { [String(call.repeatedStatus)]: { description: "Was there before.", ...content } }),
  };
};

/** Describes one call of the contract by everything that follows from its entry. */
export const describeOperation = (
  feature: string,
  name: string,
  call: DocumentedCall,
  convert: Convert,
): Operation => {
  const requestBody = bodyOf(call, convert);
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    description: describeCall(call),
    security: call.access === "public" ? [] : [{ session: [] }],
    parameters: parametersOf(call, convert),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...failuresOf(call), ...successOf(call, convert) },
  };
};
