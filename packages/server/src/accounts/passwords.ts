import { AppError } from "@knowhow/shared";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { Counter, Gauge } from "prom-client";
import { processRegistry } from "../metrics/registry.ts";
import { isCommonPassword } from "./commonPasswords.ts";

/** Cost of one hash: 19 MiB and two passes on one lane (argon2id is the library's default variant). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many hashes run at a time, and how many callers may wait for their turn. */
export const hashing = { running: 2, waiting: 50 } as const;

/** Lets a bounded number of tasks run and wait; whoever comes beyond that is told to come again. */
export const createGate = ({ running, waiting }: { running: number; waiting: number }) => {
  const limit = pLimit(running);
  return {
    run: async <T>(task: () => Promise<T>): Promise<T> => {
      if (limit.activeCount + limit.pendingCount >= running + waiting) {
        throw new AppError("UNAVAILABLE", { retryAfter: 3 });
      }
      return limit(task);
    },
    /** How many run and how many wait at this moment. */
    load: () => ({ running: limit.activeCount, waiting: limit.pendingCount }),
  };
};

// One gate for the whole process: the processor is one too.
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

const throughGate = async <T>(task: () => Promise<T>): Promise<T> => {
  try {
    return await gate.run(async () => {
      hashes.inc({ result: "done" });
      return task();
    });
  } catch (error) {
    if (error instanceof AppError) hashes.inc({ result: "refused" });
    throw error;
  }
};

// The same password typed on two systems may come composed or decomposed.
const normalise = (password: string): string => password.normalize("NFC");

/** Hashes a password for storing. Fails with UNAVAILABLE while too many are waiting. */
export const hashPassword = (password: string): Promise<string> =>
  throughGate(() => hash(normalise(password), cost));

// Hash of random bytes that nobody kept: costs what a real one costs.
const decoy =
  "$argon2id$v=19$m=19456,t=2,p=1$eLW3den9PgvlamFnJ06tNw$aipadfIR7b9i95yGCLVkABdIKRmA1/A9Mu9sCqsnWZE";

/**
 * Compares a password with a stored hash; without one (an unknown account) it takes the same time and is false.
 * Fails with UNAVAILABLE while too many are waiting.
 */
export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const matches = await throughGate(() => verify(stored ?? decoy, normalise(password)));
  return stored !== undefined && matches;
};

/** Refuses a new password that is on the list of the most common ones; `field` is what the form calls it. */
export const refuseCommonPassword = (password: string, field: string): void => {
  if (!isCommonPassword(normalise(password))) return;
  throw new AppError("VALIDATION", {
    fields: { [field]: "너무 많이 쓰이는 비밀번호입니다. 다른 비밀번호를 입력해주세요." },
  });
};
