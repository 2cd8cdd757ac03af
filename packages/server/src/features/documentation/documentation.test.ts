import { api, textLimits, type AnyEndpoint } from "@knowhow/shared";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { array, lazy, number, object, string } from "yup";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { OpenApiDocument } from "./document.ts";
import { createConverter } from "./jsonSchema.ts";

const calls = Object.entries<Record<string, AnyEndpoint>>(api).flatMap(([feature, entries]) =>
  Object.entries(entries).map(([name, entry]) => ({ id: `${feature}.${name}`, entry })),
);

describe("the document of the contract", () => {
  let app: TestApp;
  let document: OpenApiDocument;
  beforeAll(async () => {
    app = await startTestApp();
    const { body } = await app.visitor().get("/api/openapi.json");
    document = body as unknown as OpenApiDocument; // Checked against OpenAPI's own schema below.
  });
  afterAll(() => app.stop());

  it("is OpenAPI 3.1, every reference of it resolves", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as object as Record<string, unknown>);
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe("3.1");
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, name = ""] of references) expect(document.components.schemas).toHaveProperty(name);
  });

  it("tells of every call once, with its path, its callers and its errors", () => {
    const told = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ path, method, call })),
    );
    expect(told.map(({ call }) => call.operationId).sort()).toEqual(calls.map(({ id }) => id).sort());
    for (const { id, entry } of calls) {
      const found = told.find(({ call }) => call.operationId === id);
      expect(found).toMatchObject({
        path: entry.path.replace(/:(\w+)/g, "{$1}"),
        method: entry.method.toLowerCase(),
        call: { security: entry.access === "public" ? [] : [{ session: [] }] },
      });
      const given = JSON.stringify(found?.call.responses);
      for (const code of entry.errors) expect(given).toContain(`"${code}"`);
      expect(given.includes('"ADMIN_ONLY"')).toBe(entry.access === "admin");
      expect(given.includes('"SUSPENDED"')).toBe(entry.access !== "public" && !entry.whileSuspended);
    }
  });

  it("names the header of a call that is repeated safely, and the pages of a list", () => {
    const { post, get } = document.paths["/api/contents"] ?? {};
    expect(post?.parameters.map(({ name }) => name)).toEqual(["Idempotency-Key"]);
    expect(post?.responses["201"]?.content?.["application/json"]?.schema).toEqual({
      $ref: "#/components/schemas/Content",
    });
    expect(get?.parameters).toContainEqual({
      name: "limit",
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    });
    expect(get?.responses["200"]?.headers).toHaveProperty("Link");
    expect(document.components.schemas["ContentCreation"]).toMatchObject({
      properties: { title: { minLength: 1, maxLength: textLimits.title } },
    });
    const form = document.paths["/api/ai/content-suggestions-with-file"]?.["post"]?.requestBody?.content;
    expect(Object.keys(form ?? {})).toEqual(["multipart/form-data"]);
  });

  it("is not sent again to somebody who has it", async () => {
    for (const path of ["/api/openapi.json", "/api/docs"]) {
      const tag = (await app.visitor().get(path)).headers.get("etag") ?? "";
      const again = await app
        .visitor()
        .request("GET", path, undefined, { headers: { "if-none-match": tag } });
      expect([path, again.status, again.bytes.length]).toEqual([path, 304, 0]);
    }
  });

  it("is shown as a page without a script that names every call", async () => {
    const { headers, bytes } = await app.visitor().get("/api/docs");
    const html = bytes.toString("utf8");
    expect(headers.get("content-type")).toMatch(/^text\/html/);
    expect(html).not.toMatch(/<script|https?:\/\//);
    for (const { id } of calls) expect(html).toContain(`id="${id}"`);
  });
});

describe("a schema in the other language", () => {
  const { convert, components } = createConverter(new Map());

  it("keeps what is required, optional, nullable and bounded", () => {
    const schema = object({
      title: string().required().max(50),
      note: string().defined().nullable(),
      count: number().integer().min(1).default(3),
      tags: array(string().oneOf(["a", "b"]).required()).max(2),
      at: string().datetime(),
    });
    expect(convert(schema)).toEqual({
      type: "object",
      required: ["title", "note"],
      properties: {
        title: { type: "string", minLength: 1, maxLength: 50 },
        note: { type: ["string", "null"] },
        count: { type: "integer", minimum: 1, default: 3 },
        tags: { type: "array", maxItems: 2, items: { type: "string", minLength: 1, enum: ["a", "b"] } },
        at: { type: "string", format: "date-time" },
      },
    });
    expect(components).toEqual({});
  });

  it("leaves open what the value decides, and refers to what has a name", () => {
    const named = object({ id: string().required() });
    const converter = createConverter(new Map([[named, "Thing"]]));
    expect(converter.convert(array(named))).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/Thing" },
    });
    expect(Object.keys(converter.components)).toEqual(["Thing"]);
    expect(convert(lazy(() => string()))).toEqual({});
  });
});
