import { measureSlowness } from "./machine.ts";

/** Longest time in milliseconds for which one call may keep the others waiting, on a machine that does nothing else. */
export const maxStallMs = 200;

/**
 * Texts that are slow to judge if any are: repeated to any length, then ended as each reader hopes that they do not.
 */
export const worstTexts: Record<string, string> = {
  blanks: " ",
  lines: "\n\n가",
  marks: "\u0301\u0316",
  brackets: "([{<",
  "closed brackets": ")",
  digits: "1",
  joined: "👨‍👩‍👧‍👦",
  letters: "a",
  stops: ".",
  "host names": "a.",
  invisible: "\u200b",
  hyphens: "- ",
  slashes: "https://a/../",
  "ends of titles": "정리자료",
  prices: "가격 ",
  halves: "\ud83d",
};

/** One of them in about this length, with something else at both ends: trimming it is no way out. */
export const fillWith = (text: string, length: number): string =>
  `가${text.repeat(Math.floor((length - 2) / text.length))}!`;

/** More than two looks at the loop. */
const turnMs = 25;
/** The loop is watched by its turns: there is one before the work, and one after it. */
const turn = () => new Promise((resolve) => setTimeout(resolve, turnMs));

/**
 * Milliseconds of processor time that work took the event loop in one piece: the clock would run on while another
 * process has the core. A busy machine slows it all the same, but not each time: a piece that is too
 * long is measured again, up to so many `tries`, and the shortest counts, by how slow the machine is just then.
 */
export const measureStall = async (work: () => unknown, tries = 10): Promise<number> => {
  let minMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries && minMs > maxStallMs; round += 1) {
    let maxMs = 0;
    let before = process.cpuUsage();
    const measurePiece = () => {
      const { user, system } = process.cpuUsage(before);
      maxMs = Math.max(maxMs, (user + system) / 1_000);
      before = process.cpuUsage();
    };
    const pieces = setInterval(measurePiece, 10);
    await turn();
    await work();
    await turn();
    clearInterval(pieces);
    const slowness = maxMs > maxStallMs ? measureSlowness(5) : 1;
    minMs = Math.min(minMs, maxMs / slowness);
  }
  return minMs;
};
