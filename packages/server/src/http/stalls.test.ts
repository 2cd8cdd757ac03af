import { api, isUnsafeMethod } from "@knowhow/shared";
import { request as openRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SchemaFieldDescription } from "yup";
import { everyCall, startWalk } from "../../testing/everyCall.ts";
import { fillWith, maxStallMs, measureStall, worstTexts } from "../../testing/stalls.ts";

/** As much as a body may hold. */
const bodyBytes = 1024 * 1024 - 2_000;
/** As much as the first line of a request, and its headers, may hold. */
const addressBytes = 12_000;
/** As much as the headers of a part of a form may hold. */
const fileNameBytes = 60_000;

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

/** A text that takes about so many bytes as it is `written`: of what takes many there are fewer letters. */
const textOf = (text: string, bytes: number, written: (text: string) => string): string => {
  const perLetter = Buffer.byteLength(written(text.repeat(100))) / (text.length * 100);
  return fillWith(text, Math.floor(bytes / perLetter) - 10);
};
/** The worst texts, written out; halves of letters are left out where nothing can write them. */
const worstOf = (bytes: number, written: (text: string) => string) =>
  Object.entries(worstTexts)
    .filter(([kind]) => kind !== "halves" || written === JSON.stringify)
    .map(([kind, text]) => ({ kind, text: textOf(text, bytes, written) }));
/** How many calls share the kinds of text among them in the ordinary run. */
const sharers = 3;
/** Each kind of text once for every third call, in its places by turns; with `STALL_TEXTS=all` each in all of them. */
const pair = <P, T>(places: readonly P[], kinds: readonly T[], first: number): { place: P; kind: T }[] =>
  process.env["STALL_TEXTS"] === "all"
    ? places.flatMap((place) => kinds.map((kind) => ({ place, kind })))
    : kinds
        .filter((_, at) => (at + first) % sharers === 0)
        .flatMap((kind, at) => {
          const place = places[(at + first) % places.length];
          return place === undefined ? [] : [{ place, kind }];
        });
const asIs = (text: string): string => text;
const inBase64 = (text: string): string => Buffer.from(text).toString("base64");

/** A request of the walk; `what` names its unusual part. */
interface WorstRequest {
  what: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** A form with these fields, and a small file of this name. */
const formWith = (
  fields: Record<string, string>,
  fileName: string,
): Pick<WorstRequest, "body" | "headers"> => {
  const head = (disposition: string) => `--seam\r\ncontent-disposition: form-data; ${disposition}\r\n`;
  const parts = Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}\r\n${value}\r\n`);
  const file = `${head(`name="file"; filename="${fileName}"`)}content-type: text/plain\r\n\r\n가\r\n`;
  return {
    headers: { "content-type": "multipart/form-data; boundary=seam" },
    body: Buffer.from(`${parts.join("")}${file}--seam--\r\n`),
  };
};

describe("no call keeps the others waiting", () => {
  let walk: Awaited<ReturnType<typeof startWalk>>;
  const bodies = worstOf(bodyBytes, JSON.stringify);
  const typedTexts = worstOf(addressBytes, encodeURIComponent);
  beforeAll(async () => {
    walk = await startWalk();
  });
  afterAll(() => walk.app.stop());

  /** Sends prepared bytes, and reads no more of the answer than its status: only the server's work is measured. */
  const send = ({ method, path, headers, body = Buffer.of() }: WorstRequest): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = openRequest(
        new URL(path, walk.app.url),
        {
          method,
          headers: {
            cookie: [...walk.member.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
            ...(body.length > 0 ? { "content-type": "application/json", "content-length": body.length } : {}),
            ...headers,
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

  /** Where all of them, one after the other, stop the loop nowhere, none does; else each is looked at. */
  const walkAll = async (requests: readonly WorstRequest[]) => {
    const sendOne = async (one: WorstRequest) => expect(await send(one), one.what).toBeLessThan(500);
    const sendAll = async () => {
      for (const one of requests) await sendOne(one);
    };
    if ((await measureStall(sendAll, 1)) < maxStallMs) return;
    for (const one of requests)
      expect(await measureStall(() => sendOne(one)), one.what).toBeLessThan(maxStallMs);
  };

  const withTexts = everyCall.flatMap(({ name, entry, schemas: { body } }) => {
    const texts =
      body && isUnsafeMethod(entry.method) && (entry.bodyKind ?? "json") === "json"
        ? textsIn(body.describe(), [])
        : [];
    return texts.length > 0 ? [{ name, entry, texts }] : [];
  });

  it.each(withTexts)("$name, whatever is in its body", { timeout: 300_000 }, async ({ entry, texts }) => {
    const address = walk.addressOf(entry.path);
    const first = everyCall.findIndex((call) => call.entry === entry);
    const requests = pair(texts, bodies, first).map(({ place, kind: { kind, text } }) => {
      const body = Buffer.from(JSON.stringify(bodyWith(place, text)));
      expect(body.length).toBeLessThanOrEqual(1024 * 1024);
      return { what: `${place.join(".")}: ${kind}`, method: entry.method, path: address, body };
    });
    await walkAll(requests);
  });

  it.each(withTexts)("$name, whose body is longer than a body may be", async ({ entry, texts }) => {
    const body = Buffer.from(JSON.stringify(bodyWith(texts[0] ?? [], "가".repeat(2_000_000))));
    const path = walk.addressOf(entry.path);
    // The server may close the line before it has read all of them.
    const stall = await measureStall(async () => {
      const status = await send({ what: "", method: entry.method, path, body }).catch(() => 413);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    });
    expect(stall).toBeLessThan(maxStallMs);
  });

  // The stream of news never ends; its only text is a header.
  const asked = everyCall.flatMap(({ name, entry, schemas: { query } }) => {
    // A described object has fields.
    const { fields = {} } = (query?.describe() ?? {}) as { fields?: Record<string, unknown> };
    const params = [...entry.path.matchAll(/:(\w+)/g)].map(([param]) => param);
    const places = [...params, ...Object.keys(fields)];
    return places.length > 0 && entry !== api.events.stream ? [{ name, entry, places }] : [];
  });

  it.each(asked)("$name, whatever is in its address", { timeout: 300_000 }, async ({ entry, places }) => {
    const first = everyCall.findIndex((call) => call.entry === entry);
    const requests = pair(places, typedTexts, first).map(({ place, kind: { kind, text } }) => {
      const part = encodeURIComponent(text);
      const path = place.startsWith(":")
        ? walk.addressOf(entry.path.replace(place, part))
        : `${walk.addressOf(entry.path)}?${place}=${part}`;
      return { what: `${place}: ${kind}`, method: entry.method, path };
    });
    await walkAll(requests);
  });

  const forms = everyCall.flatMap(({ name, entry, schemas: { body } }) =>
    entry.bodyKind === "multipart"
      ? [{ name, entry, fields: body ? textsIn(body.describe(), []).flat() : [] }]
      : [],
  );

  it.each(forms)("$name, whatever is in its form", { timeout: 300_000 }, async ({ entry, fields }) => {
    const sent = { method: entry.method, path: walk.addressOf(entry.path) };
    const inFields = worstOf(bodyBytes, asIs).flatMap(({ kind, text }) =>
      fields.map((field) => ({
        what: `${field}: ${kind}`,
        ...sent,
        ...formWith({ [field]: text }, "a.txt"),
      })),
    );
    const inNames = worstOf(fileNameBytes, asIs).flatMap(({ kind, text }) =>
      [text, `${text}.txt`].map((name) => ({ what: `file name: ${kind}`, ...sent, ...formWith({}, name) })),
    );
    await walkAll([...inFields, ...inNames]);
  });

  it("uploads.create, whatever is in its metadata", { timeout: 300_000 }, async () => {
    const { method, path } = api.uploads.create;
    const sizes = { "tus-resumable": "1.0.0", "upload-length": "3" };
    const requests = ["kind", "filename", "filetype", "draftId"].flatMap((key) =>
      worstOf(addressBytes, inBase64).map(({ kind, text }) => {
        const headers = { ...sizes, "upload-metadata": `${key} ${inBase64(text)}` };
        return { what: `${key}: ${kind}`, method, path, headers };
      }),
    );
    await walkAll(requests);
  });

  it("finds what takes text at all", () => {
    expect(withTexts.length).toBeGreaterThan(25);
    expect(asked.length).toBeGreaterThan(50);
    expect(forms).toHaveLength(1);
  });
});
