import { describe, expect, it } from "vitest";
import type { AnyObjectSchema, SchemaDescription, SchemaFieldDescription } from "yup";
import { api } from "./api.ts";
import { contentForm } from "./schemas/contents.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { schemasOf } from "./schemas.ts";
import { nfc } from "./text.ts";

const bodies = Object.values(api)
  .flatMap((calls) => Object.values(calls as Record<string, AnyEndpoint>))
  .flatMap((entry) => {
    const { body } = schemasOf(entry);
    return body ? [{ name: `${entry.method} ${entry.path}`, body }] : [];
  });

const fieldsOf = (body: AnyObjectSchema): string[] => Object.keys(body.fields);

/** Values of a third of a megabyte; a whole request may bring one, and here every field is that large. */
const huge: Record<string, unknown> = {
  "empty texts": Array.from({ length: 100_000 }, () => ""),
  numbers: Array.from({ length: 100_000 }, () => 1),
  nothings: Array.from({ length: 60_000 }, () => null),
  marks: `a${"\u0301\u0316".repeat(80_000)}`,
  blanks: " ".repeat(300_000),
  "zero bytes": "\0".repeat(50_000),
  fillers: "\u3164".repeat(100_000),
  addresses: `a@${"a.".repeat(150_000)}@`,
  digits: "1".repeat(300_000),
  hyphens: "-".repeat(300_000),
};

// The package runs in browsers too and has no types of Node, where its tests run.
const { process } = globalThis as unknown as {
  process: { cpuUsage: (before?: object) => { user: number } };
};

describe("a request full of one thing", () => {
  it.each(bodies)("$name judges any of them quickly", async ({ body }) => {
    for (const [name, value] of Object.entries(huge)) {
      const input = Object.fromEntries(fieldsOf(body).map((field) => [field, value]));
      const before = process.cpuUsage();
      const failure = await body.validate(input, { stripUnknown: true, abortEarly: false }).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(process.cpuUsage(before).user / 1_000, name).toBeLessThan(5_000);
      if (failure !== undefined) expect((failure as Error).name, name).toBe("ValidationError");
    }
  });

  const listsIn = (description: SchemaFieldDescription, path: string): [string, SchemaDescription][] => {
    // A described object has fields, a described list has entries.
    const { type, fields, innerType } = description as SchemaDescription & {
      fields?: Record<string, SchemaFieldDescription>;
      innerType?: SchemaFieldDescription;
    };
    const inside = Object.entries(fields ?? {}).flatMap(([name, field]) => listsIn(field, `${path}.${name}`));
    const own: [string, SchemaDescription][] =
      type === "array" ? [[path, description as SchemaDescription]] : [];
    return [...own, ...inside, ...(innerType ? listsIn(innerType, `${path}[]`) : [])];
  };
  const lists = bodies.flatMap(({ name, body }) => listsIn(body.describe(), name));

  it.each(lists)("%s has an end", (_, { tests }) => {
    const max = tests.find(({ name }) => name === "max");
    expect(Number(max?.params?.["max"])).toBeLessThanOrEqual(100);
  });
  it("finds lists at all", () => {
    expect(lists.length).toBeGreaterThan(2);
  });
});

describe("contentForm", () => {
  const form = {
    title: "제목",
    description: "설명",
    category: "stock",
    price: 0,
    fileUrls: ["https://drive.google.com/file/d/1/view"],
  };
  const fail = (change: object): Promise<unknown> =>
    contentForm.validate({ ...form, ...change }, { abortEarly: false }).then(
      () => undefined,
      (error: unknown) => error,
    );

  it.each([
    [{ fileUrls: [null, "https://drive.google.com/file/d/1/view"] }, "fileUrls"],
    [{ fileUrls: [{ a: 1 }] }, "fileUrls"],
    [{ fileUrls: [["x"]] }, "fileUrls"],
    [{ fileUrls: "x" }, "fileUrls"],
    [{ fileNames: [null] }, "fileNames"],
    [{ fileNames: [{}] }, "fileNames"],
    [{ fileNames: {} }, "fileNames"],
    [{ previewImageUrls: [{}] }, "previewImageUrls"],
    [{ previewImageUrls: [1, [], {}] }, "previewImageUrls"],
    [{ previewImageUrls: 7 }, "previewImageUrls"],
  ])("refuses %j in Korean", async (change, field) => {
    const failure = await fail(change);
    expect(failure).toMatchObject({ name: "ValidationError" });
    for (const inner of (failure as { inner: { path: string; message: string }[] }).inner) {
      expect(inner.path.replace(/\[.*/, "")).toBe(field);
      expect(inner.message).toMatch(/[가-힣]/);
    }
  });

  it("counts entries before it looks at them", async () => {
    expect(await fail({ fileNames: Array.from({ length: 6 }, () => "a.pdf") })).toBeDefined();
    const six = Array.from({ length: 6 }, (_, index) => `/objects/uploads/${index}`);
    expect(await fail({ fileUrls: six })).toMatchObject({
      errors: ["파일은 최대 5개까지 등록할 수 있습니다."],
    });
    expect(await fail({ previewImageUrls: six })).toMatchObject({
      errors: ["미리보기 이미지는 최대 5장까지 등록할 수 있습니다."],
    });
    expect(
      await fail({ previewImageUrls: ["", null, "/objects/uploads/1", " ", "\t", "", ""] }),
    ).toBeUndefined();
    expect(await fail({ previewImageUrls: ["", "", "", "", "", "", ...six] })).toBeDefined();
  });
});

describe("nfc", () => {
  it("composes what people write", () => {
    expect(nfc("\u1112\u1161\u11ab")).toBe("한");
    expect(nfc(`${"가나다 ".repeat(5_000)}e\u0301`)).toMatch(/é$/);
  });
  it("leaves alone what would take minutes", () => {
    const marks = `a${"\u0301\u0316".repeat(80_000)}`;
    expect(nfc(marks)).toBe(marks);
  });
});
