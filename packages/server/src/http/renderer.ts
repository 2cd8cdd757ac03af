import type { RenderedPage, RenderRequest } from "@knowhow/shared";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { Config } from "../config.ts";

/** Pages that may wait for the thread; beyond that the caller does without. */
const maxWaiting = 8;
/** The thread ends where it needs more, in megabytes; it takes some 60. */
const maxOldGenerationSizeMb = 256;

/** Milliseconds of the renderer; tests wait for a busy machine. */
interface RendererTimes {
  /** The longest wait for a page, once the thread is there, and for the thread itself. */
  waitMs: number;
  startMs: number;
  /** After a wait in vain, or a death of the thread, no caller waits for this long. */
  restMs: number;
  /** After this time the thread counts as stuck, and is ended. */
  stuckMs: number;
}
const usual: RendererTimes = { waitMs: 1_500, startMs: 5_000, restMs: 5_000, stuckMs: 10_000 };

/** What the thread says (packages/pwa/src/prerender/main.ts): that it is there, then each page. */
type Message = { id: 0 } | ({ id: number } & ({ page: RenderedPage } | { failure: string }));

/** Renders public pages in a thread of its own. */
export interface Renderer {
  /**
   * Gives a page; undefined where there is none in time. Starts the thread where there is none. A caller to whom the
   * frame is of no use has patience: it waits until the thread counts as stuck, also while others do without.
   */
  render: (request: RenderRequest, isPatient?: boolean) => Promise<RenderedPage | undefined>;
  /** Starts the thread, so that the first visitor need not wait for it. */
  warm: () => void;
  close: () => Promise<void>;
}

/** Opens the thread at a file; it starts with the first page. */
export const createRenderer = (file: string, log: Logger, times: Partial<RendererTimes> = {}): Renderer => {
  const { waitMs, startMs, restMs, stuckMs } = { ...usual, ...times };
  let thread: Worker | undefined;
  let isThere = false;
  let isClosed = false;
  let count = 0;
  let restsUntil = -Infinity;
  const waiting = new Map<number, (page: RenderedPage | undefined) => void>();

  const settle = (id: number, page: RenderedPage | undefined): void => {
    waiting.get(id)?.(page);
    waiting.delete(id);
  };
  const rest = (): void => {
    restsUntil = performance.now() + restMs;
  };
  const start = (): Worker => {
    // The renderer gets none of the server's secrets.
    const started = new Worker(file, {
      env: { NODE_ENV: "production" },
      resourceLimits: { maxOldGenerationSizeMb },
    });
    started.unref();
    started.on("message", (message: Message) => {
      isThere = true;
      if ("failure" in message) log.error({ failure: message.failure }, "a page was not rendered");
      settle(message.id, "page" in message ? message.page : undefined);
    });
    started.on("error", (error: unknown) => {
      log.error({ err: error }, "the thread that renders pages failed");
    });
    started.once("exit", () => {
      thread = undefined;
      isThere = false;
      rest();
      for (const id of waiting.keys()) settle(id, undefined);
    });
    return started;
  };

  return {
    render: (request, isPatient = false) =>
      new Promise((resolve) => {
        const isResting = !isPatient && performance.now() < restsUntil;
        if (isClosed || waiting.size >= maxWaiting || isResting) {
          resolve(undefined);
          return;
        }
        thread ??= start();
        const asked = thread;
        const id = (count += 1);
        const usualMs = isThere ? waitMs : startMs;
        const late = setTimeout(
          () => {
            rest();
            resolve(undefined);
          },
          isPatient ? stuckMs : usualMs,
        ).unref();
        const stuck = setTimeout(() => void asked.terminate(), stuckMs).unref();
        waiting.set(id, (page) => {
          clearTimeout(late);
          clearTimeout(stuck);
          resolve(page);
        });
        asked.postMessage({ id, request });
      }),
    warm: () => {
      thread ??= start();
    },
    close: async () => {
      isClosed = true;
      await thread?.terminate();
    },
  };
};

/** Opens the thread of the built app; undefined where the build has none. */
export const openRenderer = (
  { appDir, environment }: Pick<Config, "appDir" | "environment">,
  log: Logger,
): Renderer | undefined => {
  const file = join(appDir, ".prerender/main.js");
  const patient = { waitMs: 20_000, startMs: 20_000, stuckMs: 30_000 };
  return existsSync(file) ? createRenderer(file, log, environment === "test" ? patient : {}) : undefined;
};
