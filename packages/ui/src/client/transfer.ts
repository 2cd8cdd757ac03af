import { ConnectionError } from "../components/failure.ts";
import type { Transport } from "./client.ts";

/** How far an upload is; `bytesPerSecond` is averaged since it began. */
export interface UploadProgress {
  loaded: number;
  total: number;
  percent: number;
  bytesPerSecond: number;
}

const aborted = () => new DOMException("The upload was cancelled.", "AbortError");

/** Sends a body and reports its progress: XMLHttpRequest, because fetch reports none. */
export const reporting =
  (onProgress?: (progress: UploadProgress) => void): Transport =>
  (address, { method, headers, body, credentials, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(aborted());
        return;
      }
      const request = new XMLHttpRequest();
      const startedAt = performance.now();
      const handleAbort = () => request.abort();
      signal?.addEventListener("abort", handleAbort, { once: true });
      request.upload.onprogress = ({ loaded, total }) => {
        const seconds = Math.max((performance.now() - startedAt) / 1000, 0.001);
        const percent = total === 0 ? 100 : Math.floor((loaded / total) * 100);
        onProgress?.({ loaded, total, percent, bytesPerSecond: loaded / seconds });
      };
      request.onload = () => {
        const { status, statusText, responseText: text } = request;
        resolve({ status, statusText, text, headers: { get: (name) => request.getResponseHeader(name) } });
      };
      request.onerror = () => reject(new ConnectionError());
      request.onabort = () => reject(aborted());
      request.onloadend = () => signal?.removeEventListener("abort", handleAbort);
      request.open(method, address);
      request.withCredentials = credentials === "include";
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.send(body);
    });
