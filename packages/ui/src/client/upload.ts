import { AppError, type ObjectKind } from "@knowhow/shared";
import { client } from "./client.ts";
import { ConnectionError, failureOf, HttpError } from "./failure.ts";

/** How far an upload is; `bytesPerSecond` is averaged since it began. */
export interface UploadProgress {
  loaded: number;
  total: number;
  percent: number;
  bytesPerSecond: number;
}

export interface UploadOptions {
  kind: ObjectKind;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
}

const aborted = () => new DOMException("The upload was cancelled.", "AbortError");

/** What an address refused: in our server's words, else what an object storage means by its status. */
const refusalOf = (request: XMLHttpRequest): Error => {
  const { status, statusText, responseText } = request;
  const failure = failureOf(status, statusText, responseText, request.getResponseHeader("retry-after"));
  if (!(failure instanceof HttpError)) return failure;
  if (status === 403) return new AppError("UPLOAD_ADDRESS_INVALID");
  return status >= 500 ? new AppError("UNAVAILABLE") : failure;
};

/** Puts the bytes; XMLHttpRequest because fetch does not tell how much was sent. */
const put = (address: string, file: File, { onProgress, signal }: UploadOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    const request = new XMLHttpRequest();
    const startedAt = performance.now();
    const handleAbort = () => request.abort();
    signal?.addEventListener("abort", handleAbort, { once: true });
    request.upload.onprogress = ({ loaded }) => {
      const seconds = Math.max((performance.now() - startedAt) / 1000, 0.001);
      const percent = file.size === 0 ? 100 : Math.floor((loaded / file.size) * 100);
      onProgress?.({ loaded, total: file.size, percent, bytesPerSecond: loaded / seconds });
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(refusalOf(request));
    };
    request.onerror = () => reject(new ConnectionError());
    request.onabort = () => reject(aborted());
    request.onloadend = () => signal?.removeEventListener("abort", handleAbort);
    request.open("PUT", address);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.send(file);
  });

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
