import { setTimeout as sleep } from "node:timers/promises";
import type { TestClient } from "../../packages/server/testing/client.ts";

/** Longest time of a call with all its tries, and of one try, in ms. */
const patienceMs = 90_000;
const tryMs = 15_000;

/** Figures of one kind of call. */
interface Figures {
  /** Times of calls that ended, tries included. */
  tookMs: number[];
  repeated: number;
  /** Answers after which calls were repeated. */
  reasons: Set<string>;
  failed: string[];
}
let figures = new Map<string, Figures>();
const figuresOf = (kind: string): Figures => {
  const noted = figures.get(kind) ?? { tookMs: [], repeated: 0, reasons: new Set(), failed: [] };
  figures.set(kind, noted);
  return noted;
};

/** Gives the figures by kind since it was asked last. */
export const takeFigures = (): Map<string, Figures> => {
  const taken = figures;
  figures = new Map();
  return taken;
};

interface Call {
  /** Under which it is counted. */
  kind: string;
  url: string;
  method?: string;
  body?: object | Buffer;
  headers?: Record<string, string>;
  client?: TestClient;
}

const send = async ({ url, method = "GET", body, headers = {}, client }: Call) => {
  const cookie = [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
  const response = await fetch(url, {
    method,
    headers: {
      ...(cookie === "" ? {} : { cookie }),
      ...(typeof sent === "string" ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    signal: AbortSignal.timeout(tryMs),
    ...(body === undefined ? {} : { body: sent }),
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** Answers after which the app asks again by itself. */
const isPassing = (status: number, text: string): boolean =>
  status >= 502 || /"code":"(IN_PROGRESS|PAYMENT_PENDING)"/.test(text);

/** Calls as the app does: what got no answer, or one that promises better times, is tried again. */
export const call = async (given: Call): Promise<Buffer> => {
  const { kind, url, method = "GET" } = given;
  const begun = performance.now();
  const place = `${method} ${new URL(url).pathname.split("/").slice(0, 4).join("/")}`;
  for (;;) {
    let reason: string;
    let mayRepeat = true;
    try {
      const { status, bytes } = await send(given);
      if (status < 300) {
        figuresOf(kind).tookMs.push(performance.now() - begun);
        return bytes;
      }
      const text = bytes.toString();
      reason = `${place}: ${status} ${text.slice(0, 120)}`;
      mayRepeat = isPassing(status, text);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      reason = `${place}: ${String(cause)}`;
    }
    if (!mayRepeat || performance.now() - begun > patienceMs) {
      figuresOf(kind).failed.push(reason);
      throw new Error(reason);
    }
    figuresOf(kind).repeated += 1;
    figuresOf(kind).reasons.add(reason);
    await sleep(200 + Math.random() * 300);
  }
};

/** The same for an answer in JSON, in the contract's shape. */
export const callFor = async <T>(given: Call): Promise<T> => JSON.parse((await call(given)).toString()) as T;
