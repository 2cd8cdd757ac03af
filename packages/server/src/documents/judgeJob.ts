import { judgeBytes, MissingTime, type ByteVerdict } from "./judgeBytes.ts";
import { MissingBytes, withFile, type FileSlice } from "./judgedFile.ts";

/** Asks for a file's type and the trouble with it. */
export interface JudgeJob {
  size: number;
  /** Where the file lies on this machine, or that the program was given it open; else pieces are known of it. */
  path?: string | undefined;
  isOpen?: boolean;
  pieces: readonly FileSlice[];
  /** Whether it may take long. */
  isPatient: boolean;
}

/** What the program says: its verdict, or what it needs to come to one. */
export type JudgeOutcome =
  | { verdict: ByteVerdict }
  | { needs: "piece"; start: number; length: number }
  | { needs: "time" }
  | { needs: "retry"; detail: string };

/** Bytes that a file says it has, and does not: where a header tells of more than follows it. */
const endsEarly = (error: unknown): boolean =>
  error instanceof RangeError &&
  ["ERR_OUT_OF_RANGE", "ERR_BUFFER_OUT_OF_BOUNDS"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Judges a file and tells what came of it; never fails. */
export const judgeJob = async (job: JudgeJob): Promise<JudgeOutcome> => {
  try {
    return { verdict: await withFile(job, (file) => judgeBytes(file, job.isPatient)) };
  } catch (error) {
    if (error instanceof MissingBytes) return { needs: "piece", ...error.piece };
    if (error instanceof MissingTime) return { needs: "time" };
    if (endsEarly(error)) return { verdict: { extension: undefined, trouble: "damaged" } };
    // Parsers report damage themselves (orDamaged): any other failure is this machine's, or the product's.
    return { needs: "retry", detail: String(error).slice(0, 500) };
  }
};
