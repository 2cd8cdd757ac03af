// How figures are taken together and told.

let missed = 0;

/** The value below which this part of the sample lies. */
export const quantile = (sample: readonly number[], part: number): number => {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

/** The middle of a sample. */
export const median = (sample: readonly number[]): number => quantile(sample, 0.5);

/** A line by itself. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Tells a figure beside its target. */
export const judge = (
  what: string,
  value: number,
  { min, max, unit = "", detail = "" }: { min?: number; max?: number; unit?: string; detail?: string },
): void => {
  const isMet = value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  if (!isMet) missed += 1;
  const target = min === undefined ? `at most ${max ?? ""}` : `at least ${min}`;
  const figure = value >= 100 ? value.toFixed(0) : value.toFixed(2);
  say(
    `${isMet ? "met   " : "MISSED"} ${what.padEnd(44)} ${figure.padStart(7)}${unit}  (${target}${unit})  ${detail}`,
  );
};

/** The last line. */
export const sumUp = (): void => {
  say(missed === 0 ? "all targets met" : `${missed} targets missed`);
};
