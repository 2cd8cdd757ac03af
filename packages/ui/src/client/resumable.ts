import { addressOf, api, AppError, objectPathHeader, personHeader } from "@knowhow/shared";
import { DetailedError, Upload, type HttpRequest, type HttpResponse } from "tus-js-client";
import { ConnectionError, failureOf, hasCode } from "../components/failure.ts";
import { tellLoginRequired } from "./refusals.ts";

/** Most bytes of one request: the worst loss of a cut, where the server does not keep parts of one. */
const chunkBytes = 8 * 1024 * 1024;
/** Without progress for this long, the connection counts as lost; storing a large file takes part of it. */
const silenceMs = 120_000;

export interface ResumableOptions {
  /** The file's owner: it is taken only while that very person is signed in. */
  personId: string;
  metadata: Record<string, string>;
  /** Address of an upload of the same bytes that was begun. */
  uploadUrl?: string | undefined;
  /** Keeps the address at which it can be resumed; bytes are sent when that is done. */
  onUrl: (uploadUrl: string) => Promise<unknown>;
  /** Bytes that the server has, and those on their way. */
  onProgress: (loaded: number) => void;
  signal: AbortSignal;
}

/** An upload that the server has forgotten starts over; any other answer to the HEAD request is a failure. */
const isForgotten = (status: number): boolean => status === 404 || status === 410;

/** A response to HEAD has no body: only its status is known. */
const bareFailure = (response: HttpResponse): Error => {
  const status = response.getStatus();
  const retryAfter = Number(response.getHeader("Retry-After"));
  if (status === 401) return new AppError("LOGIN_REQUIRED");
  if (status === 429) return new AppError("RATE_LIMITED", { retryAfter: retryAfter || 1 });
  return new AppError("UNAVAILABLE");
};

const failureIn = (error: Error): Error => {
  if (!(error instanceof DetailedError)) return error;
  const { originalResponse, causingError } = error;
  if (originalResponse)
    return failureOf(
      originalResponse.getStatus(),
      "",
      originalResponse.getBody(),
      originalResponse.getHeader("Retry-After") ?? null,
    );
  return causingError instanceof AppError ? causingError : new ConnectionError(causingError ?? error);
};

/** Whether the address is of this server: a kept one of another server is of no use. */
const isSameOrigin = (uploadUrl: string, endpoint: string): boolean =>
  URL.canParse(uploadUrl) && new URL(uploadUrl).origin === new URL(endpoint).origin;

/** Uploads bytes resumably and gives the path to attach them with. One try: the caller decides when to try again. */
export const uploadResumably = (blob: Blob, options: ResumableOptions): Promise<string> => {
  const { personId, metadata, uploadUrl, onUrl, onProgress, signal } = options;
  const endpoint = new URL(addressOf(api.uploads.create), window.location.href).href;
  return new Promise((resolve, reject) => {
    let silence: ReturnType<typeof setTimeout> | undefined;
    let keeping: Promise<unknown> | undefined;
    const settle = (finish: () => void) => {
      clearTimeout(silence);
      signal.removeEventListener("abort", handleAbort);
      finish();
    };
    const fail = (error: unknown) => {
      settle(() => reject(error instanceof Error ? error : new ConnectionError(error)));
    };
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        void upload.abort();
        fail(new ConnectionError());
      }, silenceMs);
    };
    const upload = new Upload(blob, {
      endpoint,
      uploadUrl: uploadUrl !== undefined && isSameOrigin(uploadUrl, endpoint) ? uploadUrl : null,
      chunkSize: chunkBytes,
      retryDelays: null,
      headers: { [personHeader]: personId },
      metadata,
      // The address is kept with the draft, not under the file's name.
      fingerprint: async () => "",
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request: HttpRequest) => {
        if (request.getMethod() !== "PATCH") return;
        await keeping;
        // The library would send it all the same.
        signal.throwIfAborted();
      },
      onAfterResponse: (request: HttpRequest, response: HttpResponse) => {
        heard();
        const status = response.getStatus();
        if (request.getMethod() === "HEAD" && status >= 300 && !isForgotten(status))
          throw bareFailure(response);
      },
      onUploadUrlAvailable: () => {
        if (upload.url !== null && upload.url !== uploadUrl) keeping = onUrl(upload.url);
      },
      onProgress: (sent) => {
        heard();
        onProgress(sent);
      },
      onError: (error) => {
        const failure = failureIn(error);
        // This tab's idea of the session is wrong: the session is read again.
        if (hasCode(failure, "LOGIN_REQUIRED") || hasCode(failure, "MUST_CHANGE_PASSWORD"))
          tellLoginRequired();
        fail(failure);
      },
      onSuccess: ({ lastResponse }) => {
        const objectPath = lastResponse.getHeader(objectPathHeader);
        // All bytes are there, but not stored yet: asked again later.
        if (!objectPath) fail(new AppError("UNAVAILABLE"));
        else settle(() => resolve(objectPath));
      },
    });
    const handleAbort = () => {
      void upload.abort();
      fail(signal.reason);
    };
    if (signal.aborted) {
      fail(signal.reason);
      return;
    }
    signal.addEventListener("abort", handleAbort, { once: true });
    heard();
    upload.start();
  });
};

/** Tells the server that the rest of an upload will not come; it finds out by itself otherwise. */
export const abandonUpload = async (uploadUrl: string, personId: string): Promise<void> => {
  await Upload.terminate(uploadUrl, { headers: { [personHeader]: personId } }).catch(() => undefined);
};
