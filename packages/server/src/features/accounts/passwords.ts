import { AppError } from "@knowhow/shared";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { Counter, Gauge } from "prom-client";
import { processRegistry } from "../../metrics/registry.ts";
import { isCommonPassword } from "./commonPasswords.ts";

/** Cost of one hash: 19 MiB and two passes on one lane (argon2id is the library's default variant). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many hashes run at a time, and how many callers may wait for their turn. */
export const hashing = { running: 2, waiting: 50 } as const;

/**
 * Gives places to a bounded number of callers, of which a smaller number runs at a time; a caller beyond that is told
 * to retry. A place is held for all of `work`, so that a refused caller costs nothing.
 */
export const createGate = ({ running, waiting }: { running: number; waiting: number }) => {
  const limit = pLimit(running);
  let taken = 0;
  return {
    hold: async <T>(work: (run: <R>(task: () => Promise<R>) => Promise<R>) => Promise<T>): Promise<T> => {
      if (taken >= running + waiting) throw new AppError("UNAVAILABLE", { retryAfter: 3 });
      taken += 1;
      try {
        return await work((task) => limit(task));
      } finally {
        taken -= 1;
      }
    },
    /** The numbers of running and of waiting callers at this moment. */
    load: () => ({ running: limit.activeCount, waiting: taken - limit.activeCount }),
  };
};

// One gate per process: all share its processor.
const gate = createGate(hashing);

const hashes = new Counter({
  name: "knowhow_password_hashes_total",
  help: "Passwords that were hashed or compared, and those turned away because too many were waiting",
  labelNames: ["result"],
  registers: [processRegistry],
});
new Gauge({
  name: "knowhow_password_queue",
  help: "Passwords that are being hashed or compared, and those that wait for it",
  labelNames: ["state"],
  registers: [processRegistry],
  collect() {
    const { running, waiting } = gate.load();
    this.set({ state: "running" }, running);
    this.set({ state: "waiting" }, waiting);
  },
});

/** Holds a place at the gate; each task that it runs counts as a hash. */
const atGate = <T>(work: (run: <R>(task: () => Promise<R>) => Promise<R>) => Promise<T>): Promise<T> => {
  let isIn = false;
  return gate
    .hold((run) => {
      isIn = true;
      return work((task) => {
        hashes.inc({ result: "done" });
        return run(task);
      });
    })
    .finally(() => {
      if (!isIn) hashes.inc({ result: "refused" });
    });
};

// The same password typed on two systems may come composed or decomposed.
const normalise = (password: string): string => password.normalize("NFC");

/** Hashes a password for storing. Fails with UNAVAILABLE while too many are waiting. */
export const hashPassword = (password: string): Promise<string> =>
  atGate((run) => run(() => hash(normalise(password), cost)));

/** Hash of random bytes that were not kept: costs as much as a real one, and no password matches. */
export const nobodysPassword =
  "$argon2id$v=19$m=19456,t=2,p=1$eLW3den9PgvlamFnJ06tNw$aipadfIR7b9i95yGCLVkABdIKRmA1/A9Mu9sCqsnWZE";

/** Compares a password with a stored hash; without one (an unknown account) it takes the same time and is false. */
export type Verify = (stored: string | undefined, password: string) => Promise<boolean>;

/**
 * Does work that compares passwords. Takes its place first: fails with UNAVAILABLE, having done nothing, while too many
 * are waiting.
 */
export const whileVerifying = <T>(work: (verify: Verify) => Promise<T>): Promise<T> =>
  atGate((run) =>
    work(async (stored, password) => {
      const matches = await run(() => verify(stored ?? nobodysPassword, normalise(password)));
      return stored !== undefined && matches;
    }),
  );

/** Refuses a new password that is on the list of the most common ones; `field` is its name in the form. */
export const refuseCommonPassword = (password: string, field: string): void => {
  if (!isCommonPassword(normalise(password))) return;
  throw new AppError("VALIDATION", {
    fields: { [field]: "너무 많이 쓰이는 비밀번호입니다. 다른 비밀번호를 입력해주세요." },
  });
};
