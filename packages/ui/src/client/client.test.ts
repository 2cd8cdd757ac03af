import { addressOf, api, AppError } from "@knowhow/shared";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildComment } from "../testing/comments.ts";
import { refuse, startServer } from "../testing/server.ts";
import { buildUser } from "../testing/users.ts";
import { client } from "./client.ts";
import { ConnectionError, HttpError, messageOf } from "../components/failure.ts";
import { forgetAnswers } from "./etagCache.ts";
import { serveFrom } from "../testing/pageOrigin.ts";
import { onSanctioned } from "./refusals.ts";

const id = "01900000-0000-7000-8000-000000000001";
let server: Awaited<ReturnType<typeof startServer>> | undefined;

afterEach(async () => {
  await server?.close();
});

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("what is sent", () => {
  it("fills in parameters, escaped, and leaves an absent query out", () => {
    expect(addressOf(api.search.list, { params: { query: "초성 ㅈㅅ/?" } })).toBe(
      `/api/contents/search/${encodeURIComponent("초성 ㅈㅅ/?")}`,
    );
    expect(addressOf(api.search.find, { query: { free: true } })).toBe("/api/search?free=true");
    expect(addressOf(api.contents.list, { query: { limit: 5, cursor: undefined } })).toBe(
      "/api/contents?limit=5",
    );
  });

  it("keeps a part of nothing but dots, which browsers would fold away", async () => {
    server = await startServer(({ path }) => ({ body: path.includes("search") ? [] : { available: true } }));
    await client.accounts.checkNickname({ params: { nickname: ".." } });
    await client.search.list({ params: { query: "." } });
    await client.search.list({ params: { query: "..." } });
    expect(server.asked.map(({ path }) => path)).toEqual([
      "/api/check-nickname/..%20",
      "/api/contents/search/.%20",
      "/api/contents/search/...",
    ]);
  });

  it("sends JSON with a body only, and a key only where the contract honours it", async () => {
    server = await startServer(({ path }) =>
      path.endsWith("/like")
        ? { body: { isLiked: true, likesCount: 1 } }
        : { status: 201, body: buildComment() },
    );
    await client.likes.add({ params: { id } }, { idempotencyKey: "k1" });
    await client.comments.create({ params: { id }, body: { comment: "좋아요" } }, { idempotencyKey: "k2" });
    const [like, comment] = server.asked;
    expect([like?.method, like?.headers["content-type"], like?.headers["idempotency-key"]]).toEqual(
      ["POST", undefined, undefined], // oxfmt-ignore
    );
    expect([comment?.headers["content-type"], comment?.headers["idempotency-key"], comment?.body]).toEqual(
      ["application/json", "k2", '{"comment":"좋아요"}'], // oxfmt-ignore
    );
  });
});

describe("what comes back", () => {
  it("is asked for again by its version where the browser keeps nothing, until it is forgotten", async () => {
    const answer = { messages: [], readUpTo: null };
    let [status, cacheControl] = [200, "no-store"];
    server = await startServer(() => ({
      status,
      body: status === 304 ? undefined : answer,
      headers: { etag: '"v1"', "cache-control": cacheControl },
    }));
    const read = () => client.chats.messages({ params: { roomId: id } });
    const versions = () => server?.asked.map(({ headers }) => headers["if-none-match"]);
    expect(await read()).toEqual(answer);
    status = 304;
    expect(await read()).toEqual(answer);
    expect(await read()).toEqual(answer);
    expect(versions()).toEqual([undefined, '"v1"', '"v1"']);
    forgetAnswers();
    [status, cacheControl] = [200, "private, no-cache"];
    await read();
    await read();
    expect(versions()?.slice(3)).toEqual([undefined, undefined]);
  });

  it("has the whole phone number for the form that edits it only, and leaves what is said about one", async () => {
    const fields = { phoneNumber: "전화번호는 8자 이상이어야 합니다." };
    server = await startServer(({ method }) =>
      method === "PUT"
        ? refuse("VALIDATION", { fields })
        : { body: { user: buildUser({ phoneNumber: "01012345678" }) } },
    );
    const login = client.accounts.login({ body: { emailOrUserId: "seoyeon", password: "Nolja!2026" } });
    const answers = [client.accounts.me(), login, client.accounts.openProfile({})];
    expect((await Promise.all(answers)).map(({ user }) => [user.email, user.phoneNumber])).toEqual([
      ["seoyeon@example.com", "010-****-5678"],
      ["seoyeon@example.com", "010-****-5678"],
      ["seoyeon@example.com", "01012345678"],
    ]);
    const { nickname, name, email, phoneNumber } = buildUser();
    const body = { nickname, name, email, phoneNumber };
    expect(await failure(client.accounts.updateProfile({ body }))).toMatchObject({ details: { fields } });
  });

  it("names the next page, and none after the last", async () => {
    server = await startServer(({ path }) => ({
      body: [],
      ...(path.includes("cursor")
        ? {}
        : { headers: { link: '</api/contents?limit=20&cursor=a%2Bb>; rel="next"' } }),
    }));
    expect(await client.contents.list.page({})).toEqual({ data: [], nextCursor: "a+b" });
    expect(await client.contents.list.page({ query: { cursor: "a+b" } })).toEqual({
      data: [],
      nextCursor: undefined,
    });
  });

  it("rebuilds a failure with its words, fields and seconds to wait", async () => {
    server = await startServer(() => ({
      status: 429,
      body: { code: "RATE_LIMITED", message: "천천히 해주세요.", fields: { comment: "너무 빠릅니다." } },
      headers: { "retry-after": "7" },
    }));
    const error = await failure(client.contents.popular());
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: "RATE_LIMITED",
      message: "천천히 해주세요.",
      details: { fields: { comment: "너무 빠릅니다." }, retryAfter: 7 },
    });
  });

  it("gives status and text of an answer in no known form", async () => {
    server = await startServer(() => ({ status: 502, body: "upstream gone" }));
    const error = await failure(client.contents.popular());
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ message: "502: upstream gone", status: 502 });
    expect(messageOf(error)).not.toContain("502");
  });

  it("takes a page of something else for a failure, not for data", async () => {
    server = await startServer(() => ({ body: "<!doctype html>", isForeign: true }));
    expect(await failure(client.contents.popular())).toBeInstanceOf(HttpError);
  });

  it.each([
    [true, "서버에 연결할 수 없습니다. 잠시 후 다시 시도해주세요."],
    [false, "인터넷에 연결되어 있지 않습니다. 연결을 확인한 뒤 다시 시도해주세요."],
  ])("tells a lost connection apart, network there: %s", async (onLine, message) => {
    server = await startServer(() => ({}));
    await server.close();
    serveFrom(server.origin);
    const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(onLine);
    const error = await failure(client.contents.popular());
    network.mockRestore();
    serveFrom("");
    server = undefined;
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message, isOffline: !onLine });
  });

  it("passes a cancelled call on as cancelled, not as offline", async () => {
    server = await startServer(() => new Promise(() => undefined));
    const controller = new AbortController();
    const call = failure(client.contents.popular({}, { signal: controller.signal }));
    controller.abort();
    expect(await call).toMatchObject({ name: "AbortError" });
  });
});

describe("sanctions", () => {
  let stop: () => void;
  afterEach(() => stop());

  it.each(["suspension", "ban"])(
    "has the shell lead to the notice on a %s, and never answers",
    async (type) => {
      const code = type === "ban" ? "BANNED" : "SUSPENDED";
      server = await startServer(() => ({ status: 403, body: { code, message: "제한", type } }));
      const left = vi.fn();
      stop = onSanctioned(left);
      const settled = vi.fn();
      const send = () => client.chats.send({ params: { roomId: id }, body: { message: "안녕하세요" } });
      void send().then(settled, settled);
      await expect.poll(() => left).toHaveBeenCalledTimes(1);
      // Once a later call was refused, the first would have settled.
      void send().then(settled, settled);
      await expect.poll(() => left).toHaveBeenCalledTimes(2);
      expect(settled).not.toHaveBeenCalled();
    },
  );

  it("raises any other 403", async () => {
    server = await startServer(() => ({
      status: 403,
      body: { code: "NOT_OWNER", message: "권한이 없습니다." },
    }));
    const left = vi.fn();
    stop = onSanctioned(left);
    expect(await failure(client.contents.remove({ params: { id } }))).toMatchObject({ code: "NOT_OWNER" });
    expect(left).not.toHaveBeenCalled();
  });
});
