import { AppError } from "@knowhow/shared";
import { afterEach, describe, expect, it } from "vitest";
import { startServer, type FakeAnswer } from "../testing/server.ts";
import { client } from "./client.ts";
import { ConnectionError } from "../components/failure.ts";
import { reporting, type UploadProgress } from "./transfer.ts";
import { serveFrom } from "../testing/pageOrigin.ts";

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const suggestion = {
  title: "제목",
  description: "설명",
  category: "programming",
  suggestedPrice: 9_900,
  engine: "local",
};
const input = {
  body: { userDescription: "파이썬 자료" },
  file: new File(["문서의 글"], "교안.txt", { type: "text/plain" }),
};
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const serve = async (answer: () => FakeAnswer | Promise<FakeAnswer>) => {
  server = await startServer(answer);
};

describe("a call with a file", () => {
  it("sends its fields before the file, and tells how far it is", async () => {
    await serve(() => ({ body: suggestion }));
    const seen: UploadProgress[] = [];
    const transport = reporting((progress) => seen.push(progress));
    expect(await client.assistant.suggestWithFile(input, { transport })).toEqual(suggestion);
    const [asked] = server.asked;
    expect(asked?.headers["content-type"]).toMatch(/^multipart\/form-data; ?boundary=/);
    expect(asked?.body.indexOf('name="userDescription"')).toBeLessThan(
      asked?.body.indexOf('name="file"; filename=') ?? 0,
    );
    expect(asked?.body).toContain("문서의 글");
    expect(seen.at(-1)).toMatchObject({ percent: 100, loaded: seen.at(-1)?.total });
  });

  it("fails with the server's words, code and seconds to wait", async () => {
    await serve(() => ({
      status: 429,
      body: { code: "AI_LIMIT", message: "모두 사용했습니다." },
      headers: { "retry-after": "120" },
    }));
    const error = await failure(client.assistant.suggestWithFile(input, { transport: reporting() }));
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: "AI_LIMIT",
      message: "모두 사용했습니다.",
      details: { retryAfter: 120 },
    });
  });

  it("stops when nobody waits any more, before and after it began", async () => {
    let arrived: (() => void) | undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await serve(() => {
      arrived?.();
      return new Promise<FakeAnswer>(() => undefined);
    });
    const early = AbortSignal.abort();
    expect(
      await failure(client.assistant.suggestWithFile(input, { transport: reporting(), signal: early })),
    ).toMatchObject({ name: "AbortError" });
    expect(server.asked).toEqual([]);
    const controller = new AbortController();
    const { signal } = controller;
    const sending = failure(client.assistant.suggestWithFile(input, { transport: reporting(), signal }));
    await arrival;
    controller.abort();
    expect(await sending).toMatchObject({ name: "AbortError" });
  });

  it("says that there is no connection where there is none", async () => {
    await serve(() => ({}));
    await server.close();
    serveFrom(server.origin);
    expect(await failure(client.assistant.suggestWithFile(input, { transport: reporting() }))).toBeInstanceOf(
      ConnectionError,
    );
  });
});
