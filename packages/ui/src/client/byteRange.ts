import type { Transport } from "./client.ts";

/** A stretch of a file, as the server gave it. */
export interface ByteRange {
  bytes: ArrayBuffer;
  /** Bytes of the whole file. */
  size: number;
  /** The file's version, its `ETag`. */
  version: string;
  /** The SHA-256 of the whole file in base64, where it was asked for. */
  digest?: string | undefined;
}

/** The digest of some bytes, as the server says it (RFC 9530). */
const digestOf = async (bytes: ArrayBuffer): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`;
};

/**
 * Asks for `length` bytes of a file from one place on, and for the digest of the whole where it is wanted. Once the call
 * has succeeded, `taken` has them, held against their own digest.
 */
export const createRangeTransport = (from: number, length: number, isDigestWanted = false) => {
  const taken: { range?: ByteRange } = {};
  const transport: Transport = async (address, { headers, ...request }) => {
    const response = await fetch(address, {
      ...request,
      headers: {
        ...headers,
        range: `bytes=${from}-${from + length - 1}`,
        "want-content-digest": "sha-256=1",
        ...(isDigestWanted ? { "want-repr-digest": "sha-256=1" } : {}),
      },
      cache: "no-store",
    });
    const { status, statusText } = response;
    const [, first, all] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "") ?? [];
    const size = Number(all);
    if (status === 206 && Number.isSafeInteger(size)) {
      const bytes = await response.arrayBuffer();
      const isWhole = Number(first) === from && bytes.byteLength === Math.min(length, size - from);
      const digest = /\bsha-256=:([^:]+):/.exec(response.headers.get("repr-digest") ?? "")?.[1];
      if (isDigestWanted && digest === undefined)
        throw new TypeError("The answer has no digest of the whole.");
      if (!isWhole || response.headers.get("content-digest") !== (await digestOf(bytes)))
        throw new TypeError("The answer is not the stretch that was asked for.");
      taken.range = { bytes, size, version: response.headers.get("etag") ?? "", digest };
      return { status: 204, statusText: "", text: "", headers: new Headers() };
    }
    if (response.ok) {
      await response.body?.cancel();
      throw new TypeError("The answer is no stretch of a file.");
    }
    return { status, statusText, text: await response.text(), headers: response.headers };
  };
  return { taken, transport };
};
