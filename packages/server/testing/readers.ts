import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";

const run = promisify(execFile);

/** The process id of a program of ours that reads a file of this extension. */
export const findReader = async (extension: string): Promise<number | undefined> => {
  const { stdout } = await run("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="]);
  const line = stdout
    .split("\n")
    .map((one) => /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(one))
    .find((one) => Number(one?.[2]) === process.pid && one?.[3]?.includes(`"extension":"${extension}"`));
  return line ? Number(line[1]) : undefined;
};

/** Ends the program that reads a file of this extension once there is one, as the system does when it runs out of memory. */
export const endReader = async (extension: string, signal: NodeJS.Signals = "SIGKILL"): Promise<void> => {
  const end = async () => {
    const reader = await findReader(extension);
    return reader !== undefined && process.kill(reader, signal);
  };
  await expect.poll(end, { interval: 20 }).toBe(true);
};
