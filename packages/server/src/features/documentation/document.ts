import { api, errors, type AnyEndpoint } from "@knowhow/shared";
import * as schemas from "@knowhow/shared/schemas.ts";
import { ObjectSchema } from "yup";
import { createConverter, type JsonSchema } from "./jsonSchema.ts";
import { describeOperation, type Operation } from "./operation.ts";

/** The contract in the form of OpenAPI 3.1. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: JsonSchema };
}

/** Schemas that have a name in the contract. */
const names = new Map(
  Object.entries(schemas)
    .filter(([, value]) => value instanceof ObjectSchema)
    .map(([name, schema]): [unknown, string] => [schema, `${name.charAt(0).toUpperCase()}${name.slice(1)}`]),
);

const failure = {
  type: "object",
  required: ["message", "code"],
  properties: {
    message: { type: "string", description: "Korean, ready to show." },
    code: { enum: Object.keys(errors) },
    fields: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "What is wrong with each field.",
    },
  },
};

const description =
  "Times are ISO 8601 in UTC, ids are uuids. A call that changes something is refused from another site. " +
  "Every answer carries X-Request-Id; answers of 429 and 503 say in Retry-After when to ask again.";

/** Writes the document of every call of the contract. */
export const createDocument = (sessionCookie: string): OpenApiDocument => {
  const { convert, components } = createConverter(names);
  const paths: OpenApiDocument["paths"] = {};
  for (const [feature, calls] of Object.entries<Record<string, AnyEndpoint>>(api)) {
    for (const [name, call] of Object.entries(calls)) {
      const operations = (paths[call.path.replace(/:(\w+)/g, "{$1}")] ??= {});
      operations[call.method.toLowerCase()] = describeOperation(
        feature,
        name,
        { ...call, ...schemas.schemasOf(call) },
        convert,
      );
    }
  }
  return {
    openapi: "3.1.1",
    info: { title: "노하우 API", version: "1", description },
    servers: [{ url: "/" }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: failure, ...components },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: sessionCookie } },
    },
  };
};
