import type { RenderedPage, RenderRequest } from "@knowhow/shared";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";

/** Pages that may wait for the thread; beyond that the caller does without. */
const maxWaiting = 8;
/** The longest wait for a page; once it was in vain, nobody waits for this long. */
const waitMs = 1_500;
const restMs = 5_000;
/** After this time the thread counts as stuck. */
const stuckMs = 10_000;

/** What the thread answers (packages/pwa/src/prerender/main.ts). */
type Answer = { id: number } & ({ page: RenderedPage } | { failure: string });

/**
 * Renders pages in a thread of its own, which is started with the first of them and again after it has ended. Gives
 * undefined where there is no page in time: the caller has one without contents.
 */
export const createRenderer = (file: string, log: Logger) => {
  let thread: Worker | undefined;
  let count = 0;
  let restsUntil = -Infinity;
  const waiting = new Map<number, (page: RenderedPage | undefined) => void>();

  const settle = (id: number, page: RenderedPage | undefined): void => {
    waiting.get(id)?.(page);
    waiting.delete(id);
  };
  const start = (): Worker => {
    // It gets none of the server's secrets.
    const started = new Worker(file, { env: { NODE_ENV: "production" } });
    started.unref();
    started.on("message", (answer: Answer) => {
      if ("failure" in answer) log.error({ failure: answer.failure }, "a page was not rendered");
      settle(answer.id, "page" in answer ? answer.page : undefined);
    });
    started.on("error", (error: unknown) => {
      log.error({ err: error }, "the thread that renders pages failed");
    });
    started.once("exit", () => {
      if (thread === started) thread = undefined;
      for (const id of waiting.keys()) settle(id, undefined);
    });
    return started;
  };

  return (request: RenderRequest): Promise<RenderedPage | undefined> =>
    new Promise((resolve) => {
      if (waiting.size >= maxWaiting || performance.now() < restsUntil) {
        resolve(undefined);
        return;
      }
      thread ??= start();
      const asked = thread;
      const id = (count += 1);
      const late = setTimeout(() => {
        restsUntil = performance.now() + restMs;
        resolve(undefined);
      }, waitMs).unref();
      const stuck = setTimeout(() => void asked.terminate(), stuckMs).unref();
      waiting.set(id, (page) => {
        clearTimeout(late);
        clearTimeout(stuck);
        resolve(page);
      });
      asked.postMessage({ id, request });
    });
};
