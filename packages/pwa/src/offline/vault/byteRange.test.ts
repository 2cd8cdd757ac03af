import { afterEach, describe, expect, it, vi } from "vitest";
import { createRangeTransport } from "@knowhow/ui/client/byteRange.ts";

const whole = new TextEncoder().encode("0123456789");
const digestOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  `sha-256=:${Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("base64")}:`;

/** Answers a request for a range; `change` makes it a wrong answer. */
const serve = (change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> = (bytes) => bytes) => {
  const fetch = vi.fn(async (_: string, { headers }: RequestInit) => {
    const [, first, last] = /(\d+)-(\d+)/.exec(new Headers(headers).get("range") ?? "") ?? [];
    const bytes = whole.slice(Number(first), Number(last) + 1);
    return new Response(change(bytes), {
      status: 206,
      headers: {
        "content-range": `bytes ${first}-${last}/${whole.length}`,
        etag: '"one"',
        "content-digest": await digestOf(bytes),
      },
    });
  });
  vi.stubGlobal("fetch", fetch);
};
const request = { method: "GET", credentials: "include", headers: {} } as const;

afterEach(() => vi.unstubAllGlobals());

describe("a stretch of a file", () => {
  it("comes with the file's size and version", async () => {
    serve();
    const { taken, transport } = createRangeTransport(8, 4);
    expect((await transport("/file", request)).status).toBe(204);
    expect(taken.range).toMatchObject({ size: 10, version: '"one"' });
    expect(new TextDecoder().decode(taken.range?.bytes)).toBe("89");
  });

  it.each([
    ["cut off", (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(1)],
    ["changed", (bytes: Uint8Array<ArrayBuffer>) => bytes.map((byte) => byte ^ 1)],
  ])("is not taken when it was %s", async (_, change) => {
    serve(change);
    const { taken, transport } = createRangeTransport(0, 4);
    await expect(transport("/file", request)).rejects.toThrow(TypeError);
    expect(taken.range).toBeUndefined();
  });

  it("is not the whole file, whose bytes are left; a refusal keeps its words", async () => {
    const { transport, taken } = createRangeTransport(0, 4);
    vi.stubGlobal("fetch", async () => new Response(whole));
    await expect(transport("/file", request)).rejects.toThrow(TypeError);
    vi.stubGlobal("fetch", async () => new Response("no", { status: 403 }));
    expect(await transport("/file", request)).toMatchObject({ status: 403, text: "no" });
    expect(taken.range).toBeUndefined();
  });
});
