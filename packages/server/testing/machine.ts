import { readFile } from "node:fs/promises";

/**
 * CPU seconds of this process, and of those that it started and that have ended where the system tells (Linux). Unlike
 * the clock they do not run faster while the machine does other work.
 */
export const cpuSeconds = async (): Promise<number> => {
  const { user, system } = process.cpuUsage();
  const fields = await readFile("/proc/self/stat", "utf8").catch(() => "");
  // User and system time of ended children, in hundredths; the name in front may hold anything.
  const ended = fields
    .slice(fields.lastIndexOf(")") + 2)
    .split(" ")
    .slice(13, 15)
    .map(Number);
  return (user + system) / 1e6 + ended.reduce((sum, ticks) => sum + ticks, 0) / 100;
};

/** What the work below takes a core of 2026 that does nothing else. */
const usualMs = 100;
const rounds = 5;

const work = (): number => {
  const counts = new Map<string, number>();
  for (let index = 0; index < 600_000; index += 1) {
    const word = `단어${(index * 7_919) % 5_003}`;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts.size;
};

/**
 * How many times longer than usual this machine needs for the same work right now: at least 1, and at most `most`, so
 * that a time which is allowed for by it has a bound.
 */
export const measureSlowness = (max: number): number => {
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) work();
  const slowness = (performance.now() - started) / rounds / usualMs;
  return Math.min(max, Math.max(1, slowness));
};
