import { AppError, assistantExtensions, fileTroubles } from "@knowhow/shared";
import type { ContentAccess } from "../contents/access.ts";
import type { Deps } from "../../deps.ts";
import { judgeFile } from "../../documents/judge.ts";
import {
  ExtractionFailed,
  extractText,
  isTextExtension,
  NoText,
  type ExtractedText,
  type TextSource,
} from "../../documents/extraction/extract.ts";
import { fileBytes } from "../../documents/localBytes.ts";
import { cleanFileName, extensionOf, isExecutableName } from "../../documents/names.ts";
import { findStoredFile } from "../../storage/storedFile.ts";
import { refusal } from "../../storage/troubles.ts";
import { executable, unsupported } from "../../storage/uploadTypes.ts";
import type { ReceivedFile } from "../../http/multipart.ts";
import type { Passage } from "./helper.ts";

const unavailable = (): AppError => new AppError("UNAVAILABLE", { retryAfter: 5 });
const noText = (message?: string): AppError =>
  new AppError("NO_TEXT", message === undefined ? {} : { message });

const troubles: Record<ExtractionFailed["reason"], () => AppError> = {
  damaged: () => noText("파일을 읽을 수 없습니다. 손상되지 않은 파일인지 확인해주세요."),
  tooLarge: () => noText("파일이 너무 커서 글을 읽을 수 없습니다."),
  tooLong: () => noText("파일이 너무 복잡해서 글을 읽을 수 없습니다."),
  tooMuchMemory: () => noText("파일이 너무 복잡해서 글을 읽을 수 없습니다."),
  interrupted: unavailable,
  busy: unavailable,
};

const locked = (): AppError => noText("암호가 걸린 파일은 읽을 수 없습니다.");

/** Translates a failed reading into the product's words. */
export const toFailure = (error: unknown): unknown => {
  if (error instanceof NoText) return error.reason === "encrypted" ? locked() : noText();
  return error instanceof ExtractionFailed ? troubles[error.reason]() : error;
};

const passagesOf = ({ pages, unit }: ExtractedText, fileName: string): Passage[] =>
  pages.map(({ page, text }) => ({ text, fileName, page: unit === "whole" ? null : page }));

const read = async (
  source: TextSource,
  extension: string,
  name: string,
  signal: AbortSignal,
): Promise<Passage[]> => {
  if (!isTextExtension(extension)) throw new NoText("empty");
  return passagesOf(await extractText(source, extension, { signal }), name);
};

const compoundExtensions: readonly string[] = ["doc", "xls", "ppt", "hwp"];

/** The text of an attached file, after its bytes were checked against its name. */
export const readReceived = async (file: ReceivedFile, signal: AbortSignal): Promise<Passage[]> => {
  const name = cleanFileName(file.name);
  const extension = extensionOf(name);
  const allowed: readonly string[] = assistantExtensions;
  if (isExecutableName(name)) throw executable();
  if (!allowed.includes(extension)) throw unsupported(assistantExtensions);
  if (file.size === 0) throw noText();
  const { extension: found, trouble } = await judgeFile(fileBytes(file.path, file.size));
  if (trouble === "locked") throw locked();
  // A damaged document of an older format does not tell its kind.
  if (found === undefined && trouble === "damaged" && compoundExtensions.includes(extension))
    throw troubles.damaged();
  if (found !== (extension === "md" ? "txt" : extension))
    throw new AppError("UNSUPPORTED_TYPE", { message: fileTroubles.contents(name) });
  // A damaged file may still have text: the reading itself decides.
  if (trouble !== undefined && trouble !== "damaged") throw refusal(trouble, name);
  try {
    return await read({ path: file.path }, extension, name, signal);
  } catch (error) {
    throw toFailure(error);
  }
};

/** Text of a content's files. `isFinal`: a missing text will be missing the next time too. */
interface ContentText {
  passages: Passage[];
  isFinal: boolean;
}

/** Tells whether a failed reading would fail the same way again; throws a failure that is not the file's. */
const isLasting = (error: unknown): boolean => {
  if (error instanceof NoText) return true;
  if (!(error instanceof ExtractionFailed) || error.reason === "busy") throw toFailure(error);
  // A busy machine reaches these limits sooner.
  return !["tooLong", "tooMuchMemory", "interrupted"].includes(error.reason);
};

/** The error for a content none of whose files can be read. */
export const nothingToSummarise = (): AppError => noText("요약할 수 있는 글이 들어 있는 파일이 없습니다.");

/** The text of a content's files, in their order; those without text are passed over. */
export const readContent = async (
  deps: Pick<Deps, "pool" | "storage">,
  { fileUrls, fileNames }: Pick<ContentAccess, "fileUrls" | "fileNames">,
  signal: AbortSignal,
): Promise<ContentText> => {
  const passages: Passage[] = [];
  let isFinal = true;
  for (const [index, url] of fileUrls.entries()) {
    const file = await findStoredFile(deps, url);
    if (!file) continue;
    try {
      passages.push(...(await read(file.source, file.extension, fileNames[index] ?? "", signal)));
    } catch (error) {
      signal.throwIfAborted();
      isFinal = isLasting(error) && isFinal;
    }
  }
  return { passages, isFinal };
};
