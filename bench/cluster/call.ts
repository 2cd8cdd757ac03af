import { setTimeout as sleep } from "node:timers/promises";
import type { TestClient } from "../../packages/server/testing/client.ts";

/** Longest time of a call with all its tries, and of one try, in ms. */
const patienceMs = 90_000;
const tryMs = 15_000;

/** Figures of one kind of call, counted where it began. */
interface Figures {
  /** Times of calls that ended, tries included. */
  tookMs: number[];
  repeated: number;
  /** Answers after which calls were repeated. */
  reasons: Set<string>;
  failed: string[];
}
/** Figures of a part of the run by kind. */
export type PartFigures = Map<string, Figures>;
let figures: PartFigures = new Map();

/** Figures of the part that begins now; they grow until the last call that began in it has ended. */
export const beginFigures = (): PartFigures => {
  figures = new Map();
  return figures;
};

const figuresOf = (kind: string): Figures => {
  const noted = figures.get(kind) ?? { tookMs: [], repeated: 0, reasons: new Set(), failed: [] };
  figures.set(kind, noted);
  return noted;
};

const pending = new Set<object>();

/** Waits for all calls that are under way. */
export const waitForCalls = async (): Promise<void> => {
  const begun = [...pending];
  while (begun.some((given) => pending.has(given))) await sleep(50);
};

/** Counts one piece of news, with the time that it took. */
export const noteTime = (kind: string, tookMs: number): void => {
  figuresOf(kind).tookMs.push(tookMs);
};

/** Counts a stream that had to be opened again, and why. */
export const noteRepetition = (kind: string, reason: string): void => {
  const noted = figuresOf(kind);
  noted.repeated += 1;
  noted.reasons.add(reason);
};

/** Counts a failure that no call tells. */
export const noteFailure = (kind: string, reason: string): void => {
  figuresOf(kind).failed.push(reason);
};

interface Call {
  /** Under which it is counted. */
  kind: string;
  url: string;
  method?: string;
  body?: object | Buffer;
  headers?: Record<string, string>;
  client?: TestClient;
  /** Further answers that are none to repeat. */
  accepted?: readonly number[];
}

/** An answer, and its headers. */
interface Answer {
  status: number;
  bytes: Buffer;
  headers: Headers;
}

/** The `Cookie` header of a client. */
export const cookieOf = (client?: TestClient): string =>
  [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");

const send = async ({ url, method = "GET", body, headers = {}, client }: Call): Promise<Answer> => {
  const cookie = cookieOf(client);
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
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    client?.cookies.set(name, value);
  }
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: response.headers,
  };
};

/** Answers that promise better times; 423 is an upload that a request before it holds yet. */
const isPassing = (status: number, text: string): boolean =>
  status >= 502 || status === 423 || /"code":"(IN_PROGRESS|PAYMENT_PENDING)"/.test(text);

const callOften = async (given: Call): Promise<Answer> => {
  const { kind, url, method = "GET", accepted = [] } = given;
  const noted = figuresOf(kind);
  const begun = performance.now();
  const place = `${method} ${new URL(url).pathname.split("/").slice(0, 4).join("/")}`;
  for (;;) {
    let reason: string;
    let mayRepeat = true;
    try {
      const answer = await send(given);
      if (answer.status < 300 || accepted.includes(answer.status)) {
        noted.tookMs.push(performance.now() - begun);
        return answer;
      }
      const text = answer.bytes.toString();
      reason = `${place}: ${answer.status} ${text.slice(0, 120)}`;
      mayRepeat = isPassing(answer.status, text);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      reason = `${place}: ${String(cause)}`;
    }
    if (!mayRepeat || performance.now() - begun > patienceMs) {
      noted.failed.push(reason);
      throw new Error(reason);
    }
    noted.repeated += 1;
    noted.reasons.add(reason);
    await sleep(200 + Math.random() * 300);
  }
};

/** Calls until there is an answer that promises no better times, as a person does who presses again. */
export const call = async (given: Call): Promise<Answer> => {
  pending.add(given);
  try {
    return await callOften(given);
  } finally {
    pending.delete(given);
  }
};

/** The same for an answer in JSON, in the contract's shape. */
export const callFor = async <T>(given: Call): Promise<T> =>
  JSON.parse((await call(given)).bytes.toString()) as T;
