import { AppError, type ObjectKind } from "@knowhow/shared";
import { client, type Answered } from "./client.ts";
import { failureOf, HttpError } from "../components/failure.ts";
import { reporting, type UploadProgress } from "./transfer.ts";

export interface UploadOptions {
  kind: ObjectKind;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
}

/** The failure that a response means: in our server's words, else by the status of an object storage. */
const refusalOf = ({ status, statusText, text, headers }: Answered): Error => {
  const failure = failureOf(status, statusText, text, headers.get("retry-after"));
  if (!(failure instanceof HttpError)) return failure;
  if (status === 403) return new AppError("UPLOAD_ADDRESS_INVALID");
  return status >= 500 ? new AppError("UNAVAILABLE") : failure;
};

const put = async (address: string, file: File, { onProgress, signal }: UploadOptions): Promise<void> => {
  const answered = await reporting(onProgress)(address, {
    method: "PUT",
    // An object storage of another site gets no cookies of ours.
    credentials: "same-origin",
    headers: { "content-type": file.type || "application/octet-stream" },
    body: file,
    ...(signal ? { signal } : {}),
  });
  if (answered.status < 200 || answered.status >= 300) throw refusalOf(answered);
};

/** Uploads one file to a fresh address and gives the path to attach it with. */
export const uploadFile = async (file: File, options: UploadOptions): Promise<{ objectPath: string }> => {
  const { uploadURL, objectPath } = await client.files.requestUpload(
    {
      body: {
        kind: options.kind,
        fileName: file.name,
        size: file.size,
        contentType: file.type || "application/octet-stream",
      },
    },
    options.signal ? { signal: options.signal } : {},
  );
  await put(uploadURL, file, options);
  return { objectPath };
};
