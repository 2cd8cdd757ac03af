import { api, AppError, type AnyEndpoint } from "@knowhow/shared";
import { schemasOf } from "@knowhow/shared/schemas.ts";
import { describe, expect, it } from "vitest";
import { numberPathsOf, withStrictNumbers, type NumberPath } from "./numbers.ts";
import { validate } from "./validate.ts";

/** A body that holds this value at this path, and nothing else. */
const bodyWith = ([name, ...rest]: NumberPath, value: unknown): unknown => {
  if (name === undefined) return value;
  return name === "[]" ? [bodyWith(rest, value)] : { [name]: bodyWith(rest, value) };
};

const numbers = Object.values(api)
  .flatMap((calls) => Object.values(calls as Record<string, AnyEndpoint>))
  .flatMap((entry) => {
    const { method, path, bodyKind = "json" } = entry;
    const { body } = schemasOf(entry);
    return body && bodyKind === "json"
      ? numberPathsOf(body).map((at) => ({ name: `${method} ${path} ${at.join(".")}`, body, at }))
      : [];
  });

/** The message of the field when the body holds this value. */
const complaint = async (
  { body, at }: (typeof numbers)[number],
  value: unknown,
): Promise<string | undefined> => {
  try {
    await validate(body, withStrictNumbers(bodyWith(at, value), numberPathsOf(body)), []);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.fields?.[at[0] ?? ""];
  }
};

describe("numbers in bodies", () => {
  it("are found", () => {
    const names = numbers.map(({ name }) => name);
    expect(names).toContain("POST /api/contents price");
    expect(names).toContain("PUT /api/admin/reports/:reportId duration");
    expect(names).toContain("PUT /api/drafts/:id files.[].size");
  });

  it.each(numbers)("$name is no text, and no truth", async (one) => {
    for (const value of ["7", "1500", " 1500 ", "1500.5", "", "1e3", true]) {
      const said = await complaint(one, value);
      expect(said, JSON.stringify(value)).toMatch(/[가-힣]/);
    }
  });

  it("stay as they are, with all beside them", () => {
    const body = { price: 1_500, title: "1500", files: [{ size: 3, name: "1" }] };
    expect(withStrictNumbers(body, [["price"], ["files", "[]", "size"], ["none"]])).toEqual(body);
    expect(withStrictNumbers({ files: [{ size: 3 }, { size: "4" }] }, [["files", "[]", "size"]])).toEqual({
      files: [{ size: 3 }, { size: Number.NaN }],
    });
    for (const odd of [undefined, null, "x", [1], { files: 3 }, { files: [null, 1] }])
      expect(withStrictNumbers(odd, [["files", "[]", "size"], ["price"]])).toEqual(odd);
  });
});
