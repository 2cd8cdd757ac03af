import { isUnsafeMethod } from "@knowhow/shared";
import { request as openRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SchemaFieldDescription } from "yup";
import { everyCall, startWalk } from "../../testing/everyCall.ts";
import { fillWith, maxStallMs, measureStall, worstTexts } from "../../testing/stalls.ts";

/** As much as a body may hold. */
const bodyBytes = 1024 * 1024 - 2_000;
/** As much as the first line of a request may hold. */
const addressBytes = 12_000;

/** Where texts stand in a body: names of fields, an empty one for an entry of a list. */
const textsIn = (description: SchemaFieldDescription, path: readonly string[]): string[][] => {
  // A described object has fields, a described list has entries.
  const { type, fields, innerType } = description as SchemaFieldDescription & {
    fields?: Record<string, SchemaFieldDescription>;
    innerType?: SchemaFieldDescription;
  };
  if (type === "string" || type === "mixed") return [[...path]];
  if (type === "array" && innerType) return textsIn(innerType, [...path, ""]);
  return Object.entries(fields ?? {}).flatMap(([name, field]) => textsIn(field, [...path, name]));
};

const bodyWith = (path: readonly string[], value: unknown): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const inner = bodyWith(rest, value);
  return name === "" ? [inner] : { [name]: inner };
};

/** A JSON text of the whole length: of what takes many bytes there are fewer. */
const fullText = (text: string): string => {
  const perLetter = Buffer.byteLength(JSON.stringify(text.repeat(100))) / (text.length * 100);
  return fillWith(text, Math.floor(bodyBytes / perLetter) - 10);
};

describe("no call keeps the others waiting", () => {
  let walk: Awaited<ReturnType<typeof startWalk>>;
  const bodies = Object.entries(worstTexts).map(([kind, text]) => ({ kind, text: fullText(text) }));
  beforeAll(async () => {
    walk = await startWalk();
  });
  afterAll(() => walk.app.stop());

  /** Sends prepared bytes, and reads no more of the answer than its status: only the server's work is measured. */
  const send = (method: string, path: string, body: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = openRequest(
        new URL(path, walk.app.url),
        {
          method,
          headers: {
            cookie: [...walk.member.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
            ...(body.length > 0 ? { "content-type": "application/json", "content-length": body.length } : {}),
          },
        },
        (response) => {
          response.resume().once("end", () => {
            resolve(response.statusCode ?? 0);
          });
        },
      );
      request.once("error", reject);
      request.end(body);
    });

  const withTexts = everyCall.flatMap(({ name, entry, schemas: { body } }) => {
    const texts =
      body && isUnsafeMethod(entry.method) && (entry.bodyKind ?? "json") === "json"
        ? textsIn(body.describe(), [])
        : [];
    return texts.length > 0 ? [{ name, entry, texts }] : [];
  });

  it.each(withTexts)("$name, whatever is in its body", { timeout: 300_000 }, async ({ entry, texts }) => {
    const address = walk.addressOf(entry.path);
    for (const path of texts) {
      const requests = bodies.map(({ kind, text }) => {
        const body = Buffer.from(JSON.stringify(bodyWith(path, text)));
        expect(body.length).toBeLessThanOrEqual(1024 * 1024);
        return { what: `${path.join(".")}: ${kind}`, body };
      });
      const sendOne = async ({ what, body }: (typeof requests)[number]) =>
        expect(await send(entry.method, address, body), what).toBeLessThan(500);
      const sendAll = async () => {
        for (const one of requests) await sendOne(one);
      };
      // Where all of them, one after the other, stop the loop nowhere, none does; else each is looked at.
      if ((await measureStall(sendAll, 1)) < maxStallMs) continue;
      for (const one of requests)
        expect(await measureStall(() => sendOne(one)), one.what).toBeLessThan(maxStallMs);
    }
  });

  const typed = everyCall.filter(({ entry }) => /:(value|nickname|query|category)$/.test(entry.path));

  it.each(typed)("$name, whatever is typed into its address", async ({ entry }) => {
    for (const [kind, text] of Object.entries(worstTexts)) {
      if (kind === "halves") continue;
      const size = encodeURIComponent(text).length / text.length;
      const part = encodeURIComponent(fillWith(text, Math.floor(addressBytes / size)));
      const stall = await measureStall(() =>
        send(entry.method, entry.path.replace(/:\w+$/, part), Buffer.of()),
      );
      expect(stall, kind).toBeLessThan(maxStallMs);
    }
  });

  it("finds what takes text at all", () => {
    expect(withTexts.length).toBeGreaterThan(25);
    expect(typed.length).toBeGreaterThan(3);
  });
});
