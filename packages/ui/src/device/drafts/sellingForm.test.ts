import { contentEdit, draftForm } from "@knowhow/shared/schemas.ts";
import { describe, expect, it } from "vitest";
import { blankRow, changedFields } from "./draft.ts";
import { emptyState, fingerprint, type SellingValues } from "./sellingForm.ts";
import { sellingSchema } from "./sellingSchema.ts";
import { copyOf, takenOver } from "./serverCopy.ts";

const id = "01900000-0000-7000-8000-0000000000d1";
const now = "2026-11-21T00:00:00.000Z";
/** Fields of the contract's form that the seller does not type. */
const lists = ["fileUrls", "fileNames", "previewImageUrls"];

/** The empty form with another value in one field; none is judged before the form is sent. */
const changedIn = (name: string): SellingValues => ({
  ...emptyState.values,
  [name]:
    name === "price" ? 12_300 : name === "allowsCopying" ? false : name === "tags" ? ["다른 값"] : "다른 값",
});

describe("the form of a content", () => {
  const names = Object.keys(sellingSchema.fields);

  it("has every field of the contract's form, and its draft every field of it", () => {
    const contract = Object.keys(contentEdit.fields).filter((name) => !lists.includes(name));
    expect([...names].sort()).toEqual([...contract, "link"].sort());
    expect(Object.keys(draftForm.fields)).toEqual(expect.arrayContaining(names));
  });

  it.each(names)("is another one with another %s", (name) => {
    const values = changedIn(name);
    expect(fingerprint({ ...emptyState, values })).not.toBe(fingerprint(emptyState));
    expect(changedFields(emptyState.values, values)).toEqual([name]);
  });

  it.each(names)("comes back from the server with its %s", (name) => {
    const row = { ...blankRow(id), values: changedIn(name) };
    const { allowsCopying = true, tags = null, ...copy } = copyOf(row);
    const stored = { ...copy, allowsCopying, tags, id, version: 1, createdAt: now, updatedAt: now };
    expect(takenOver(stored, undefined).values).toEqual(row.values);
  });
});
