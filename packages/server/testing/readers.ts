import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";

const run = promisify(execFile);

/** The process id of a reading program that this process started, by a part of its job's JSON. */
export const findReader = async (part: string): Promise<number | undefined> => {
  const { stdout } = await run("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="]);
  const line = stdout
    .split("\n")
    .map((one) => /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(one))
    .find((one) => Number(one?.[2]) === process.pid && one?.[3]?.includes(part));
  return line ? Number(line[1]) : undefined;
};

/** The part of a job that reads a PDF's text. */
export const readsPdf = '"extension":"pdf"';

/** Ends the program whose job has this part once there is one, as the system does when it runs out of memory. */
export const endReader = async (part: string, signal: NodeJS.Signals = "SIGKILL"): Promise<void> => {
  const end = async () => {
    const reader = await findReader(part);
    return reader !== undefined && process.kill(reader, signal);
  };
  await expect.poll(end, { interval: 20 }).toBe(true);
};
