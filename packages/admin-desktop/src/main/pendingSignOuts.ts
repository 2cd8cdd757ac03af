import { api } from "@knowhow/shared";
import { array, number, object, string, type InferType } from "yup";
import { openKeptFile } from "./keptFile.ts";
import type { Seal } from "./sealedFile.ts";

const dayMs = 24 * 60 * 60_000;
/** By then a session has ended by itself, on any server. */
const maxAgeMs = 14 * dayMs;
/** A server that did not answer is not asked again sooner. */
const pauseMs = 15_000;
/** A longer answer counts as none. */
const answerMs = 10_000;

const schema = array(
  object({
    server: string().required(),
    cookie: string().required(),
    /** When it ended here, in milliseconds. */
    at: number().required(),
  }),
).required();
type Ending = InferType<typeof schema>[number];

const parse = async (text: string): Promise<Ending[]> => {
  try {
    return await schema.validate(JSON.parse(text));
  } catch {
    // A file with other content counts as empty.
    return [];
  }
};

/** False for a status that says nothing of the session: an unreachable server, too many requests, a redirect. */
const isAnswer = (status: number): boolean =>
  status < 500 && status !== 408 && status !== 429 && !(status >= 300 && status < 400);

interface Options {
  file: string;
  seal: Seal;
  now: () => number;
  send?: (address: string, init: RequestInit) => Promise<Response>;
  /** An end is in no file, and its server has not heard of it: closing the console would leave a session open. */
  onUnwritten: () => void;
  log: (text: string) => void;
}

/** Ends of sessions that their servers do not know yet: kept sealed, and sent until a server answers. */
export const openPendingSignOuts = async ({ file, seal, now, send = fetch, onUnwritten, log }: Options) => {
  const kept = await openKeptFile({ file, seal, now, maxAgeMs });
  let all = (await Promise.all(kept.texts.map(parse))).flat();
  let isTelling = false;
  let askedAt = -Infinity;
  let isWritten = true;
  let isTold = false;

  const keep = async (next: Ending[]): Promise<void> => {
    all = next;
    try {
      await kept.write(all.length === 0 ? undefined : JSON.stringify(all));
      isWritten = true;
      isTold = false;
    } catch (error) {
      isWritten = false;
      // The server is told all the same, as long as the console runs, and the note is written again.
      log(`the end of a session could not be written down: ${String(error)}`);
    }
  };
  const isHeard = async ({ server, cookie }: Ending): Promise<boolean> => {
    try {
      const { method, path } = api.accounts.logout;
      const signal = AbortSignal.timeout(answerMs);
      const answer = await send(`${server}${path}`, {
        method,
        headers: { cookie },
        redirect: "manual",
        signal,
      });
      await answer.body?.cancel();
      return isAnswer(answer.status);
    } catch {
      return false;
    }
  };
  const tellEach = async (): Promise<void> => {
    for (const ending of [...all]) {
      const isOver = now() - ending.at >= maxAgeMs || (await isHeard(ending));
      if (isOver) await keep(all.filter((one) => one !== ending));
      else log("a server could not be told of the end of a session; it is tried again");
    }
    if (isWritten || isTold || all.length === 0) return;
    isTold = true;
    onUnwritten();
  };
  /** Tells what has not been heard, unless that was tried just now. */
  const tell = async (): Promise<void> => {
    if (!isWritten && !isTelling) await keep(all);
    if (all.length === 0 || isTelling || now() - askedAt < pauseMs) return;
    isTelling = true;
    askedAt = now();
    await tellEach();
    isTelling = false;
  };
  return {
    /** Resolves as soon as it is kept. */
    add: async (server: string, cookie: string): Promise<void> => {
      if (cookie === "") return;
      await keep([...all, { server, cookie, at: now() }]);
      askedAt = -Infinity;
      void tell();
    },
    tell,
  };
};
