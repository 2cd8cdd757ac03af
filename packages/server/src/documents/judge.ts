import { AppError } from "@knowhow/shared";
import pLimit from "p-limit";
import { ExtractionFailed, NoText } from "./extraction/failures.ts";
import { defaultLimits } from "./extraction/limits.ts";
import { runProgram } from "./extraction/runProgram.ts";
import type { ByteSource } from "./byteSource.ts";
import { withLocalBytes } from "./localBytes.ts";
import { containerOf } from "./containers.ts";
import type { ByteVerdict, Verdict } from "./judgeBytes.ts";
import type { FileSlice } from "./judgedFile.ts";
import type { JudgeJob, JudgeOutcome } from "./judgeJob.ts";
import { createPool, ProgramEnded, type JobLimits } from "./pool.ts";

export type { Verdict } from "./judgeBytes.ts";

const megabyte = 1024 * 1024;
const retryAfter = 10;

/**
 * A file up to this size is sent to the program whole; of a longer one these pieces, and then those that it asks for.
 */
const smallFile = 16 * megabyte;
const headBytes = 64 * 1024;
const tailBytes = 72 * 1024;
/** Pieces of a file: its ends, and a few more, such as its table of contents and its text. */
const maxPieces = 7;
/** A piece lies in the memory of the server, and is copied there; more is read from a file. */
const maxPieceBytes = smallFile;

const quickLimits: JobLimits = { milliseconds: 20_000, memory: 512 * megabyte };
/** Two gigabytes are unpacked in ten seconds on a machine that does nothing else. */
const patientLimits: JobLimits = { milliseconds: 60_000, memory: 512 * megabyte };

/** Compound files are read as a whole, and their streams beside them. */
const largeCompound = 48 * megabyte;
const compoundLimits = (size: number): JobLimits => ({
  milliseconds: patientLimits.milliseconds,
  memory: patientLimits.memory + size * 3,
});

/** Long jobs do not keep the others waiting; jobs that take much memory run one after the other. */
const quick = createPool(2);
const patient = createPool(2);
const largeTurns = pLimit(1);

/** Has the program ready that judges files. */
export const warmJudge = (): void => quick.warm();

/** Opening a file takes a third of a second of a processor. */
const openingTurns = pLimit(2);

/** A failure that says nothing about the file. */
const unavailable = (cause: unknown): AppError =>
  Object.assign(new AppError("UNAVAILABLE", { retryAfter }), { cause });

/** What opening a PDF tells; what needs too much memory counts as opened, since a password is asked for before. */
const openPdf = (source: ByteSource): Promise<"opens" | "locked" | "damaged"> =>
  withLocalBytes(source, ({ descriptor, size }) =>
    openingTurns(async () => {
      try {
        await runProgram(descriptor, { ...defaultLimits, extension: "pdf", size, pages: 1 });
        return "opens";
      } catch (error) {
        if (error instanceof NoText) return error.reason === "encrypted" ? "locked" : "opens";
        if (!(error instanceof ExtractionFailed)) throw error;
        if (["busy", "interrupted", "tooLong"].includes(error.reason)) throw unavailable(error);
        return error.reason === "damaged" ? "damaged" : "opens";
      }
    }),
  );

/** Has a PDF opened where its bytes leave a doubt. */
const settle = async (source: ByteSource, { doubts, ...verdict }: ByteVerdict): Promise<Verdict> => {
  if (!doubts || !(doubts.lacksEnd || doubts.saysEncrypted)) return verdict;
  const found = await openPdf(source);
  if (doubts.lacksEnd && found === "damaged") return { ...verdict, trouble: "damaged" };
  return doubts.saysEncrypted && found === "locked" ? { ...verdict, trouble: "locked" } : verdict;
};

/** Bytes of this machine: in a file, in one that is open, or in pieces. */
type Bytes = Pick<JudgeJob, "size" | "path" | "pieces"> & { descriptor?: number };

const run = async (
  { descriptor, ...bytes }: Bytes,
  isPatient: boolean,
  limits: JobLimits,
): Promise<JudgeOutcome> => {
  const job: JudgeJob = { ...bytes, isOpen: descriptor !== undefined, isPatient };
  try {
    return await (isPatient ? patient : quick).run({ job, limits }, descriptor);
  } catch (error) {
    if (!(error instanceof ProgramEnded)) throw error;
    // No sound file needs that much memory; a busy machine lacks time, and a stopping one ends programs.
    if (error.reason === "memory") return { verdict: { extension: undefined, trouble: "damaged" } };
    throw unavailable(error);
  }
};

/** Judges bytes that are here, patiently where that is asked for. */
const judgeWithRetry = async (bytes: Bytes, longer: JobLimits): Promise<JudgeOutcome> => {
  const outcome = await run(bytes, false, quickLimits);
  return "needs" in outcome && outcome.needs === "time" ? run(bytes, true, longer) : outcome;
};

/** Runs work with all bytes of a file: where they lie, else fetched in one go. */
const withBytes = <T>(source: ByteSource, work: (bytes: Bytes) => Promise<T>): Promise<T> => {
  const { size, path } = source;
  return path === undefined
    ? withLocalBytes(source, ({ descriptor }) => work({ size, pieces: [], descriptor }))
    : work({ size, path, pieces: [] });
};

const judgeWhole = (source: ByteSource, head: Buffer, longer: JobLimits): Promise<JudgeOutcome> =>
  withBytes(source, (bytes) =>
    containerOf(head) === "compound" && source.size > largeCompound
      ? largeTurns(() => run(bytes, true, compoundLimits(source.size)))
      : judgeWithRetry(bytes, longer),
  );

/** Judges a file by pieces of it; as a whole where they would be too many or too long. */
const judgePieces = async (
  source: ByteSource,
  pieces: readonly FileSlice[],
  longer: JobLimits,
): Promise<JudgeOutcome> => {
  const outcome = await judgeWithRetry({ size: source.size, pieces }, longer);
  if (!("needs" in outcome) || outcome.needs !== "piece") return outcome;
  const { start, length } = outcome;
  if (pieces.length >= maxPieces || length > maxPieceBytes)
    return judgeWhole(source, await source.read(0, headBytes), longer);
  return judgePieces(source, [...pieces, { start, bytes: await source.read(start, length) }], longer);
};

const judge = async (source: ByteSource, longer: JobLimits): Promise<JudgeOutcome> => {
  const { size, path } = source;
  const head = await source.read(0, path === undefined && size <= smallFile ? size : headBytes);
  if (path !== undefined || (size > smallFile && containerOf(head) !== undefined))
    return judgeWhole(source, head, longer);
  if (size <= smallFile) return judgePieces(source, [{ start: 0, bytes: head }], longer);
  const start = size - tailBytes;
  const tail = await source.read(start, tailBytes);
  return judgePieces(
    source,
    [
      { start: 0, bytes: head },
      { start, bytes: tail },
    ],
    longer,
  );
};

/**
 * Judges a file by its bytes: its type, and the trouble with it. The bytes are looked at in a program of its own with
 * limits on time and memory. UNAVAILABLE when it takes too long; fails as the source fails when the bytes can not be
 * read.
 */
export const judgeFile = async (source: ByteSource, longer = patientLimits): Promise<Verdict> => {
  const outcome = await judge(source, longer);
  if ("verdict" in outcome) return settle(source, outcome.verdict);
  throw unavailable(outcome.needs === "retry" ? outcome.detail : outcome.needs);
};
