import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createApiProxy } from "./apiProxy.ts";
import { ConsoleSession } from "./session.ts";

describe("what the console hands on", () => {
  let server: Server;
  let folder: string;
  let apiProxy: ReturnType<typeof createApiProxy>;
  let url: string;
  const heard: IncomingMessage[] = [];
  const signedOut: string[] = [];
  const late: ServerResponse[] = [];
  let isKnown = true;
  let isSlow = false;
  let person = "minji";
  const last = () => heard.at(-1)?.headers ?? {};
  beforeAll(async () => {
    server = createServer((asked, answer) => {
      heard.push(asked);
      answer.setHeader("content-type", "text/html");
      if (isSlow) {
        isSlow = false;
        late.push(answer);
        return;
      }
      if (asked.url === "/api/login") {
        answer.setHeader("set-cookie", `sid=${person === "minji" ? "secret" : person}; Path=/; HttpOnly`);
        answer.end(JSON.stringify({ user: { id: person } }));
        return;
      }
      if (asked.url === "/api/auth/me" && !isKnown) answer.writeHead(401);
      if (asked.url === "/api/elsewhere") answer.writeHead(302, { location: "https://evil.example/" });
      if (asked.url === "/api/events") {
        answer.write("data: 1\n\n");
        return;
      }
      asked.pipe(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // Listening on a port, it has an address of this form.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  // Each test has a console without a session.
  beforeEach(async () => {
    for (const list of [heard, signedOut, late]) list.length = 0;
    [isKnown, isSlow, person] = [true, false, "minji"];
    folder = await mkdtemp(join(tmpdir(), "knowhow-proxy-"));
    const session = await ConsoleSession.open({
      file: join(folder, "session.bin"),
      seal: { close: async () => undefined, open: async () => "" },
      now: Date.now,
      onEnd: () => undefined,
      tellServer: async () => undefined,
    });
    apiProxy = createApiProxy({
      readServer: () => url,
      session,
      onSignedOut: async ({ personId }) => {
        signedOut.push(personId);
      },
      agent: "Console/1",
      log: () => undefined,
    });
  });
  afterEach(() => rm(folder, { recursive: true }));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = (path: string, init?: RequestInit) => apiProxy(new Request(`app://knowhow${path}`, init));

  it("has neither origin nor what says that a browser sent it", async () => {
    const headers = {
      origin: "app://knowhow",
      referer: "app://knowhow/admin",
      "sec-fetch-site": "same-origin",
      cookie: "sid=planted",
      "user-agent": "Chrome",
      "x-knowhow-client": "browser",
      "idempotency-key": "one",
      "content-type": "application/json",
    };
    const answer = await ask("/api/thing?q=1", { method: "POST", headers, body: "{}" });
    expect(await answer.text()).toBe("{}");
    expect(heard.at(-1)?.url).toBe("/api/thing?q=1");
    expect(last()).toMatchObject({
      "idempotency-key": "one",
      "user-agent": "Console/1",
      // Set by the proxy, over the page's own value.
      "x-knowhow-client": "console",
      "content-length": "2",
    });
    for (const name of ["origin", "referer", "sec-fetch-site", "cookie"])
      expect(last()[name]).toBeUndefined();
  });

  it("keeps the session to itself", async () => {
    const signedIn = await ask("/api/login", { method: "POST" });
    expect(signedIn.headers.get("set-cookie")).toBeNull();
    expect(await signedIn.json()).toEqual({ user: { id: "minji" } });
    await ask("/api/auth/me");
    expect(last().cookie).toBe("sid=secret");
    await ask("/api/auth/logout", { method: "POST" });
    await ask("/api/auth/me");
    expect(last().cookie).toBeUndefined();
    expect(signedOut).toEqual(["minji"]);
  });

  it("has no session any more when the server knows of none", async () => {
    await ask("/api/login", { method: "POST" });
    isKnown = false;
    expect((await ask("/api/auth/me")).status).toBe(401);
    isKnown = true;
    await ask("/api/auth/me");
    expect(last().cookie).toBeUndefined();
    // This is no sign-out: unsent words are kept.
    expect(signedOut).toEqual([]);
  });

  /** A request without an answer until the test gives one. */
  const askSlowly = async (path: string) => {
    isSlow = true;
    const answered = ask(path, { method: "POST" });
    await expect.poll(() => late.length).toBe(1);
    return {
      answered,
      answer: (text: string, headers: Record<string, string> = {}) =>
        late.shift()?.writeHead(200, headers).end(text),
    };
  };
  const signIn = async (personId: string) => {
    person = personId;
    await (await ask("/api/login", { method: "POST" })).text();
  };

  it("ends with a sign-out that is answered late that person's session only", async () => {
    await signIn("minji");
    const slow = await askSlowly("/api/auth/logout");
    await signIn("junho");
    slow.answer("{}");
    await slow.answered;
    await ask("/api/auth/me");
    expect(last().cookie).toBe("sid=junho");
    expect(signedOut).toEqual(["minji"]);
  });

  it("leaves the words of who has come back before their sign-out is answered", async () => {
    await signIn("minji");
    const slow = await askSlowly("/api/auth/logout");
    await signIn("minji");
    slow.answer("{}");
    await slow.answered;
    await ask("/api/auth/me");
    expect(last().cookie).toBe("sid=secret");
    expect(signedOut).toEqual([]);
  });

  it("begins nobody's session by a sign-in that is answered after somebody else's", async () => {
    const slow = await askSlowly("/api/login");
    await signIn("junho");
    slow.answer('{"user":{"id":"minji"}}', { "set-cookie": "sid=secret; Path=/" });
    expect((await slow.answered).type).toBe("error");
    await ask("/api/auth/me");
    expect(last().cookie).toBe("sid=junho");
  });

  it("brings streams as they arrive, and leaves them when the window does", async () => {
    const answer = await ask("/api/events");
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("data: 1\n\n");
    const closed = new Promise((resolve) => heard.at(-1)?.socket.once("close", resolve));
    // Electron cancels the body; it never aborts the request.
    await reader?.cancel();
    await closed;
  });

  it("leads nowhere else and is never a page that may do something", async () => {
    expect((await ask("/api/elsewhere")).status).toBe(502);
    const answer = await ask("/api/page");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  });

  it("is a lost connection when the server takes the question and never answers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const answered = ask("/api/thing", { method: "POST" });
    isSlow = true;
    while (late.length === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(60_000);
    expect((await answered).type).toBe("error");
    late.length = 0;
    vi.useRealTimers();
  });

  it("is a lost connection without a server", async () => {
    const nowhere = createApiProxy({
      readServer: () => null,
      session: await ConsoleSession.open({
        file: join(folder, "none.bin"),
        seal: { close: async () => undefined, open: async () => "" },
        now: Date.now,
        onEnd: () => undefined,
        tellServer: async () => undefined,
      }),
      onSignedOut: async () => undefined,
      agent: "Console/1",
      log: () => undefined,
    });
    expect((await nowhere(new Request("app://knowhow/api/auth/me"))).type).toBe("error");
  });
});
