import { execFile } from "node:child_process";
import { promisify } from "node:util";

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
