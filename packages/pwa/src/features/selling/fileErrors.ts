import { AppError, type ContentForm } from "@knowhow/shared";
import type { FilesProblem } from "@knowhow/ui/device/drafts/sellingForm.ts";
import type { FormFiles } from "./formFiles.ts";

/** Codes that are about the files although the answer names no field. */
const fileCodes: readonly AppError["code"][] = ["FILE_OR_LINK_REQUIRED", "UNSUPPORTED_TYPE", "TOO_LARGE"];

type Fields = Readonly<Record<string, string>>;

/** Messages about single entries of a list (`fileUrls[1]`), by the sent paths. */
const rowTroubles = (fields: Fields, name: string, paths: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    paths.flatMap((path, index) => {
      const message = fields[`${name}[${index}]`];
      return message === undefined ? [] : [[path, message] as const];
    }),
  );

const problemOf = (text: string | undefined): FilesProblem | undefined =>
  text === undefined ? undefined : { title: "파일을 확인해주세요", text };

/**
 * Puts the server's messages about files and images at their rows; the first wrong row gets the focus.
 * @returns the messages about a whole list instead, and whether any message was about the lists.
 */
export const placeFileErrors = (
  error: unknown,
  body: ContentForm,
  lists: { files: FormFiles; previews: FormFiles },
): { files?: FilesProblem | undefined; previews?: FilesProblem | undefined; isPlaced: boolean } => {
  if (!(error instanceof AppError)) return { isPlaced: false };
  const fields: Fields = error.details.fields ?? {};
  const fileRows = rowTroubles(fields, "fileUrls", body.fileUrls);
  const previewRows = rowTroubles(fields, "previewImageUrls", body.previewImageUrls);
  if (previewRows.size > 0) lists.previews.refuse(previewRows);
  if (fileRows.size > 0) {
    lists.previews.takeAttention();
    lists.files.refuse(fileRows);
  }
  const previews = previewRows.size > 0 ? undefined : problemOf(fields["previewImageUrls"]);
  const isAboutRows = fileRows.size > 0 || previewRows.size > 0 || previews !== undefined;
  const unnamed = !isAboutRows && fileCodes.includes(error.code) ? error.message : undefined;
  const files =
    fileRows.size > 0 ? undefined : problemOf(fields["fileUrls"] ?? fields["fileNames"] ?? unnamed);
  return { files, previews, isPlaced: isAboutRows || files !== undefined };
};
