import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyCall, startWalk } from "../../testing/everyCall.ts";
import type { Answer } from "../../testing/client.ts";

/** JSON texts that no form sends, for any field. */
const values: Record<string, string> = {
  nothing: "null",
  "an object": "{}",
  "a list": "[]",
  "a list of nothings": "[null,null]",
  "a list of objects": "[{}]",
  "a list of lists": "[[[]]]",
  "a number": "7",
  "a huge number": "1e308",
  "more than a number": "1e999",
  "a fraction": "-0.5",
  "a zero byte": String.raw`"\u0000"`,
  "a text with a zero byte": String.raw`"a1\u0000b2c3"`,
  "half a character": String.raw`"\ud800"`,
  "a list of zero bytes": String.raw`["\u0000","\ud800"]`,
  "an object with zero bytes": String.raw`{"paymentKey":"\u0000","orderId":"\ud800","a":["\u0000"]}`,
  "own conversions": `{"toString":1,"valueOf":2}`,
  "own conversions inside": `[{"a":{"toString":null}}]`,
  "a prototype": `{"__proto__":{"length":3},"constructor":1}`,
};
/** Texts of a megabyte or so: each goes to one field of a call, the next one to the next field. */
const heavy: Record<string, string> = {
  depth: "[".repeat(480_000) + "]".repeat(480_000),
  "depth of objects": `${`{"a":`.repeat(160_000)}1${"}".repeat(160_000)}`,
  "a long list": `[${"0,".repeat(400_000)}0]`,
  "many empty texts": `[${`"",`.repeat(300_000)}""]`,
  "many nothings": `[${"null,".repeat(150_000)}null]`,
  marks: `"a${"\u0301\u0316".repeat(150_000)}"`,
};

describe("hostile input", () => {
  let walk: Awaited<ReturnType<typeof startWalk>>;
  beforeAll(async () => {
    walk = await startWalk();
  });
  afterAll(() => walk.app.stop());

  const judge = (answer: Answer, what: string): void => {
    expect(answer.status, what).toBeLessThan(500);
    if (answer.status !== 400) return;
    const { fields = {}, message } = answer.body as { fields?: Record<string, string>; message?: string };
    for (const text of [message, ...Object.values(fields)]) expect(text, what).toMatch(/[가-힣]/);
  };

  const withBody = everyCall.filter(({ schemas }) => schemas.body);

  it.each(withBody)(
    "$name answers any value of any field",
    { timeout: 120_000 },
    async ({ entry: { method, path }, schemas: { body } }) => {
      const fields = Object.keys(body?.fields ?? {});
      for (const [index, field] of fields.entries()) {
        const large = Object.entries(heavy).filter((_, which) => which % fields.length === index);
        for (const [name, value] of [...Object.entries(values), ...large]) {
          const before = process.cpuUsage();
          const answer = await walk.member.request(method, walk.addressOf(path), undefined, {
            headers: { "content-type": "application/json" },
            raw: `{${JSON.stringify(field)}:${value}}`,
          });
          judge(answer, `${field}: ${name}`);
          expect(process.cpuUsage(before).user / 1_000, `${field}: ${name}`).toBeLessThan(5_000);
        }
      }
    },
  );

  it.each(everyCall.filter(({ schemas }) => schemas.query))(
    "$name answers any query",
    async ({ entry: { method, path }, schemas: { query } }) => {
      for (const field of Object.keys(query?.fields ?? {})) {
        for (const value of ["", "%00", "a%00b", "%F0%9F", "-1", "1e99", "NaN", "x&y", "1&1", "%00&%00"]) {
          const [first = "", second] = value.split("&");
          const more = second === undefined ? "" : `&${field}=${second}`;
          const answer = await walk.member.request(
            method,
            `${walk.addressOf(path)}?${field}=${first}${more}`,
          );
          judge(answer, `${field}=${value}`);
        }
      }
    },
  );

  it("judges what somebody typed into a path by its own rules", async () => {
    for (const part of ["%00", "a%00b"]) {
      for (const path of [`/api/check-userid/${part}`, `/api/check-nickname/${part}`]) {
        const answer = await walk.member.get(path);
        expect([part, answer.status, answer.body["available"]]).toEqual([part, 200, false]);
      }
      const search = await walk.member.get(`/api/contents/search/${part}`);
      expect([part, search.status, search.body["code"]]).toEqual([part, 400, "VALIDATION"]);
    }
  });

  it.each(everyCall.filter(({ entry }) => entry.path.includes(":")))(
    "$name answers any part of its path",
    async ({ entry: { method, path } }) => {
      for (const part of [
        "%00",
        "a%00b",
        "%E0%A4%A",
        "%F0%9F",
        "a".repeat(3_000),
        "%CC%81".repeat(1_000),
        "../..",
        "'",
      ]) {
        const answer = await walk.member.request(method, path.replace(/:\w+/g, part));
        expect(answer.status, part).toBeLessThan(500);
      }
    },
  );

  it("names the field that holds what can not be kept", async () => {
    const answer = await walk.member.post("/api/objects/upload", { contentType: "application/pdf\u0000" });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "VALIDATION", fields: { contentType: expect.any(String) } });
    const confirm = await walk.member.post("/api/payments/confirm", {
      paymentKey: "a",
      orderId: "\u0000",
      amount: 1,
    });
    expect(confirm.body).toMatchObject({ code: "VALIDATION", fields: { orderId: expect.any(String) } });
  });

  it("does not mind what is not read", async () => {
    const answer = await walk.member.post("/api/objects/upload?x=%00", { note: "\u0000", list: ["\u0000"] });
    expect(answer.status).toBe(200);
  });

  const lists = everyCall.filter(({ schemas }) => Object.hasOwn(schemas.query?.fields ?? {}, "cursor"));
  const words = [
    "nonsense",
    "infinity",
    "now",
    "10000-01-01T00:00:00Z",
    "999999999999",
    "-1",
    "",
    "\u0000",
    "\ud800",
  ];

  it.each(lists)("$name refuses cursors that are not its own", async ({ entry: { path } }) => {
    const address = walk.addressOf(path);
    const read = (cursor: unknown) =>
      walk.member.get(`${address}?cursor=${Buffer.from(JSON.stringify(cursor)).toString("base64url")}`);
    for (let parts = 0; parts <= 7; parts += 1) {
      const answer = await read(Array.from({ length: parts }, () => "nonsense"));
      expect([answer.status, answer.body["code"]], `${parts} parts`).toEqual([400, "VALIDATION"]);
      expect(answer.body["fields"]).toHaveProperty("cursor");
      for (const word of words) {
        const odd = await read([...Array.from({ length: parts }, () => word), randomUUID()]);
        expect([200, 400], `${parts} times ${word}`).toContain(odd.status);
      }
    }
    for (const cursor of [{}, null, 7, [null, null], [[], {}], "x"])
      expect((await read(cursor)).status).toBe(400);
    expect((await walk.member.get(`${address}?cursor=%21%21`)).status).toBe(400);
  });

  it("finds the lists at all", () => {
    expect(lists.length).toBeGreaterThan(6);
  });
});
