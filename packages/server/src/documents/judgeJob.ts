import { SlowImage } from "./imageTrouble.ts";
import { judgeBytes, MissingTime, type ByteVerdict } from "./judgeBytes.ts";
import { MissingBytes, withFile, type Piece } from "./judgedFile.ts";

/** Asks what a file is and what speaks against it. */
export interface JudgeJob {
  size: number;
  /** Where the file lies on this machine, or that the program was given it open; else pieces are known of it. */
  path?: string | undefined;
  isOpen?: boolean;
  pieces: readonly Piece[];
  /** Whether it may take long. */
  isPatient: boolean;
}

/** What the program says: its verdict, or what it needs to come to one. */
export type JudgeOutcome =
  { verdict: ByteVerdict } | { needs: "piece"; start: number; length: number } | { needs: "time" | "retry" };

/** Judges a file and tells what came of it; never fails. */
export const judgeJob = async (job: JudgeJob): Promise<JudgeOutcome> => {
  try {
    return { verdict: await withFile(job, (file) => judgeBytes(file, job.isPatient)) };
  } catch (error) {
    if (error instanceof MissingBytes) return { needs: "piece", ...error.piece };
    if (error instanceof MissingTime) return { needs: "time" };
    // The disk of this machine is no fault of the file.
    if (error instanceof SlowImage || (error instanceof Error && "errno" in error)) return { needs: "retry" };
    // Whatever a parser stumbles over is the file's fault.
    return { verdict: { extension: undefined, trouble: "damaged" } };
  }
};
