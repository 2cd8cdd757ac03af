import { AppError, limits, personHeader, type AnyEndpoint } from "@knowhow/shared";
import Koa, { type Context } from "koa";
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { number, object, string } from "yup";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { TestClient } from "../../../testing/client.ts";
import { buildViewer, createUser } from "../../../testing/factories.ts";
import type { BeforeTransaction } from "../beforeTransaction.ts";
import { errorHandler } from "../errorHandler.ts";
import { createLimiter, type Limiter } from "../limits.ts";
import { listen, type Listening } from "../listen.ts";
import { RawJson } from "../rawJson.ts";
import { receivingFolder } from "../receiving.ts";
import { stateOf, type Viewer } from "../state.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { countCall } from "./countCall.ts";
import { forgetContents } from "./forgetContents.ts";
import { offerForm } from "./offerForm.ts";
import { readInput } from "./readInput.ts";
import { recordCall } from "./recordCall.ts";
import { refuseCrossSite } from "./refuseCrossSite.ts";
import { refuseSanctioned } from "./refuseSanctioned.ts";
import { requireAdmin } from "./requireAdmin.ts";
import { requireSession } from "./requireSession.ts";
import type { Route, Step } from "./route.ts";
import { runHandler } from "./runHandler.ts";
import { sendAnswer } from "./sendAnswer.ts";

type State = ReturnType<typeof stateOf>;

/** A request as a step meets it. */
interface Sending {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  params?: Record<string, string>;
  /** What the steps before have left. */
  state?: Partial<State>;
  /** The steps behind. */
  inner?: (ctx: Context) => unknown;
}

let app: TestApp;
let server: Listening;
let serve: (ctx: Context) => Promise<void>;
beforeAll(async () => {
  app = await startTestApp();
  await app.deps.knex.raw("create table probes (name text)");
  const koa = new Koa().use(errorHandler(app.deps.log)).use((ctx) => serve(ctx));
  server = await listen(koa, 0, "127.0.0.1");
});
afterAll(async () => {
  await server.close();
  await app.stop();
});

/** Sends a request through this step alone. */
const send = async (step: Step, sending: Sending = {}) => {
  const { method = "POST", path = "/", headers = {}, body, params = {}, inner } = sending;
  const outcome = { refusal: undefined as unknown, passes: 0, state: {} as Partial<State> }; // Filled in below.
  serve = async (ctx) => {
    outcome.state = Object.assign(stateOf(ctx), sending.state);
    try {
      await step(Object.assign(ctx, { params }), async () => {
        outcome.passes += 1;
        await inner?.(ctx);
      });
      ctx.body ??= { isSent: false };
    } catch (error) {
      outcome.refusal = error instanceof AppError ? error.code : error;
      throw error;
    }
  };
  const client = new TestClient(`http://127.0.0.1:${server.port}`);
  const answer = await client.request(method, path, undefined, {
    headers,
    ...(body === undefined ? {} : { raw: body }),
  });
  return { ...outcome, answer };
};

/** The code of a refusal, if there is one, and how often the step went on. */
const judge = async (step: Step, sending?: Sending): Promise<[unknown, number]> => {
  const { refusal, passes } = await send(step, sending);
  return [refusal, passes];
};
const passed = [undefined, 1];

const contractWith = (changes: Partial<AnyEndpoint> = {}): AnyEndpoint => ({
  method: "POST",
  path: "/",
  access: "member",
  whileSuspended: false,
  whileBanned: false,
  errors: [],
  ...changes,
});

const requestOf = (changes: Partial<Viewer> = {}): Sending => ({ state: { viewer: buildViewer(changes) } });

const json = { "content-type": "application/json" };

describe("recordCall", () => {
  it("names the call before anything can refuse it, and no other request's", async () => {
    const refuse = () => {
      throw new AppError("LOGIN_REQUIRED");
    };
    const contract = contractWith();
    const named = await send(recordCall({ contract }), { inner: refuse });
    expect([named.refusal, named.passes, named.state.call]).toEqual(["LOGIN_REQUIRED", 1, contract]);
    const other = await send(async (_ctx, next) => {
      await next();
    });
    expect(other.state.call).toBeUndefined();
  });
});

describe("refuseCrossSite", () => {
  const foreign = { headers: { "sec-fetch-site": "cross-site" } };
  const step = (changes?: Partial<AnyEndpoint>) =>
    refuseCrossSite({ contract: contractWith(changes), config: app.deps.config });

  it("refuses what may change something, and nothing of the product's own site", async () => {
    expect(await judge(step(), foreign)).toEqual(["CROSS_SITE", 0]);
    expect(await judge(step(), { headers: { "sec-fetch-site": "same-origin" } })).toEqual(passed);
    expect(await judge(step())).toEqual(passed);
  });

  it("lets through reads, and calls that other sites make on purpose", async () => {
    expect(await judge(step({ method: "GET" }), { ...foreign, method: "GET" })).toEqual(passed);
    expect(await judge(step({ crossSite: true }), foreign)).toEqual(passed);
  });
});

describe("countCall", () => {
  it("refuses a person over a limit of the call; another person and another call go on", async () => {
    const config = { ...app.deps.config, rateLimits: true };
    const limiter = createLimiter({ ...app.deps, config }, { refused: () => undefined });
    const step = countCall({ contract: contractWith({ limit: "report" }), limiter });
    const person = requestOf();
    for (let times = 0; times < limits.report.points; times += 1)
      expect(await judge(step, person)).toEqual(passed);
    expect(await judge(step, person)).toEqual(["RATE_LIMITED", 0]);
    expect(await judge(step, requestOf())).toEqual(passed);
    expect(await judge(countCall({ contract: contractWith(), limiter }), person)).toEqual(passed);
  });

  it("counts all calls of a member in one, and a visitor's by the limit of the call, if it has one", async () => {
    const counted: string[][] = [];
    const consume: Limiter["consume"] = async (_ctx, names) => {
      counted.push([...names]);
    };
    for (const contract of [contractWith(), contractWith({ limit: "search" })])
      for (const sending of [requestOf(), {}])
        expect(await judge(countCall({ contract, limiter: { consume } }), sending)).toEqual(passed);
    expect(counted).toEqual([["member"], ["visitor"], ["member", "search"], ["search"]]);
  });
});

describe("requireSession", () => {
  const step = (changes?: Partial<AnyEndpoint>) => requireSession({ contract: contractWith(changes) });

  it("refuses visitors where the call is not for all", async () => {
    for (const access of ["member", "admin"] as const) {
      expect(await judge(step({ access }))).toEqual(["LOGIN_REQUIRED", 0]);
      expect(await judge(step({ access }), requestOf())).toEqual(passed);
    }
    expect(await judge(step({ access: "public" }))).toEqual(passed);
  });

  it("refuses, on any call, a request in the name of a person who is not signed in", async () => {
    const viewer = buildViewer();
    for (const access of ["public", "member"] as const) {
      const inName = (id: string) => ({ state: { viewer }, headers: { [personHeader]: id } });
      expect(await judge(step({ access }), inName(randomUUID()))).toEqual(["LOGIN_REQUIRED", 0]);
      expect(await judge(step({ access }), inName(viewer.id))).toEqual(passed);
    }
  });

  it("refuses a session that must change its password, unless the call is for it", async () => {
    const temporary = requestOf({ mustChangePassword: true });
    expect(await judge(step(), temporary)).toEqual(["MUST_CHANGE_PASSWORD", 0]);
    expect(await judge(step({ whileMustChangePassword: true }), temporary)).toEqual(passed);
    expect(await judge(step({ access: "public" }), temporary)).toEqual(passed);
  });
});

describe("refuseSanctioned", () => {
  const step = (changes?: Partial<AnyEndpoint>) => refuseSanctioned({ contract: contractWith(changes) });
  const suspendedUntil = new Date("2030-01-01T00:00:00Z");
  const banned = { isBanned: true, banReason: "반복된 위반" };
  const suspended = { isSuspended: true, suspendedUntil };

  it("tells the banned the reason, and the suspended the end", async () => {
    const ban = await send(step({ whileSuspended: true }), requestOf(banned));
    expect([ban.refusal, ban.passes]).toEqual(["BANNED", 0]);
    expect(ban.answer.body).toMatchObject({ type: "ban", banReason: banned.banReason });
    const suspension = await send(step({ whileBanned: true }), requestOf(suspended));
    expect([suspension.refusal, suspension.passes]).toEqual(["SUSPENDED", 0]);
    expect(suspension.answer.body).toMatchObject({
      type: "suspension",
      suspendedUntil: suspendedUntil.toISOString(),
    });
  });

  it("lets through calls that are for them, others, and visitors", async () => {
    expect(await judge(step({ whileBanned: true }), requestOf(banned))).toEqual(passed);
    expect(await judge(step({ whileSuspended: true }), requestOf(suspended))).toEqual(passed);
    // A ban outlasts a suspension: what the banned may do does not wait for its end.
    expect(await judge(step({ whileBanned: true }), requestOf({ ...banned, ...suspended }))).toEqual(passed);
    expect(await judge(step({ access: "public" }), requestOf({ ...banned, ...suspended }))).toEqual(passed);
    expect(await judge(step(), requestOf())).toEqual(passed);
    expect(await judge(step())).toEqual(passed);
  });
});

describe("requireAdmin", () => {
  it("refuses all but administrators, on their calls alone", async () => {
    const step = requireAdmin({ contract: contractWith({ access: "admin" }) });
    expect(await judge(step, requestOf())).toEqual(["ADMIN_ONLY", 0]);
    expect(await judge(step)).toEqual(["ADMIN_ONLY", 0]);
    expect(await judge(step, requestOf({ isAdmin: true }))).toEqual(passed);
    for (const access of ["public", "member"] as const)
      expect(await judge(requireAdmin({ contract: contractWith({ access }) }), requestOf())).toEqual(passed);
  });
});

describe("readInput", () => {
  const schemas = {
    query: object({ page: number().max(9, "쪽이 너무 큽니다.") }),
    body: object({ title: string().required("제목을 입력해주세요."), price: number() }),
  };
  const step = (changes?: Partial<AnyEndpoint>) => readInput({ contract: contractWith(changes), schemas });

  it("leaves what the schemas know, for this request alone", async () => {
    const id = randomUUID();
    const body = JSON.stringify({ title: "제목", price: 3, other: 1 });
    const sending = { path: "/?page=2&other=1", params: { id }, headers: json, body };
    const { refusal, passes, state } = await send(step(), sending);
    expect([refusal, passes]).toEqual(passed);
    expect(state.input).toEqual({ params: { id }, query: { page: 2 }, body: { title: "제목", price: 3 } });
    const next = await send(step(), { headers: json, body: JSON.stringify({ title: "둘째" }) });
    expect(next.state.input).toEqual({ params: {}, query: {}, body: { title: "둘째" } });
  });

  it.each([
    ["a body that lacks a field", "VALIDATION", { body: "{}" }],
    ["a number as a text", "VALIDATION", { body: `{"title":"a","price":"3"}` }],
    ["a text that can not be kept", "VALIDATION", { body: String.raw`{"title":"\u0000"}` }],
    ["a query out of bounds", "VALIDATION", { path: "/?page=10" }],
    ["a broken body", "BAD_JSON", { body: "{" }],
    ["an id that is none", "NOT_FOUND", { params: { roomId: "1" } }],
    ["a part of the path that can not be kept", "NOT_FOUND", { params: { name: "\u0000" } }],
  ])("refuses %s", async (_what, code, sending: Sending) => {
    const sound = { headers: json, body: `{"title":"a"}` };
    expect(await judge(step(), { ...sound, ...sending })).toEqual([code, 0]);
    expect(await judge(step(), sound)).toEqual(passed);
  });

  it("leaves a part that a person typed to its own rules", async () => {
    const sending = { headers: json, body: `{"title":"a"}`, params: { nickname: "\u0000" } };
    expect(await judge(step(), sending)).toEqual(passed);
  });

  it("reads JSON alone: the handler receives other bodies", async () => {
    for (const bodyKind of ["multipart", "raw"] as const) {
      let isRead: boolean | undefined;
      const { state } = await send(step({ bodyKind }), {
        headers: json,
        body: "{",
        inner: (ctx) => (isRead = ctx.req.readableDidRead),
      });
      expect([isRead, state.input?.body]).toEqual([false, undefined]);
    }
  });
});

describe("sendAnswer", () => {
  const step = (changes?: Partial<AnyEndpoint>) => sendAnswer({ contract: contractWith(changes) });
  const answer = { status: 201, body: { ok: true } };
  const answering =
    (headers: Record<string, string> = {}) =>
    (ctx: Context) => {
      ctx.set(headers);
      stateOf(ctx).answer = answer;
    };

  it("sends what the steps behind have left, as JSON that no cache keeps", async () => {
    const sent = await send(step(), { inner: answering() });
    expect(sent.passes).toBe(1);
    expect([sent.answer.status, sent.answer.body]).toEqual([201, { ok: true }]);
    expect(sent.answer.headers.get("content-type")).toContain("application/json");
    expect(sent.answer.headers.get("cache-control")).toBe("no-store");
    const kept = await send(step(), { inner: answering({ "Cache-Control": "max-age=9" }) });
    expect(kept.answer.headers.get("cache-control")).toBe("max-age=9");
  });

  it("sends JSON that is written already as it is", async () => {
    const written = { status: 200, body: new RawJson(`{"ok" : 1}`) };
    const sent = await send(step(), { inner: (ctx) => (stateOf(ctx).answer = written) });
    expect(sent.answer.bytes.toString()).toBe(`{"ok" : 1}`);
    expect(sent.answer.headers.get("content-type")).toContain("application/json");
  });

  it("sends nothing for a stream, nor for a handler that failed", async () => {
    const stream = await send(step({ kind: "stream" }), { inner: answering() });
    expect([stream.answer.status, stream.answer.body]).toEqual([200, { isSent: false }]);
    expect(stream.answer.headers.get("cache-control")).toBeNull();
    const failed = await send(step(), {
      inner: (ctx) => {
        answering()(ctx);
        throw new AppError("NOT_FOUND");
      },
    });
    expect([failed.answer.status, failed.answer.body["code"]]).toEqual([404, "NOT_FOUND"]);
  });

  it("answers a read of a version that the caller has with 304, and that one alone", async () => {
    const read = async (known: string, method: "GET" | "POST" = "GET") => {
      const headers = { "if-none-match": known };
      const inner = answering({ ETag: `"a"` });
      return (await send(step({ method }), { method, headers, inner })).answer;
    };
    const unchanged = await read(`"a"`);
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
    expect((await read(`"b"`)).status).toBe(201);
    expect((await read(`"a"`, "POST")).status).toBe(201);
  });
});

describe("forgetContents", () => {
  const events: string[] = [];
  beforeEach(() => (events.length = 0));
  const step = (changesContents?: boolean) =>
    forgetContents({
      contract: contractWith(changesContents === undefined ? {} : { changesContents }),
      microCache: {
        ...app.deps.microCache,
        forget: async () => {
          await Promise.resolve();
          events.push("forgotten");
        },
      },
    });
  const inner = () => events.push("changed");

  it("drops kept answers once the change is made, and goes on when they are dropped", async () => {
    const thenDone: Step = async (ctx, next) => {
      await step(true)(ctx, next);
      events.push("done");
    };
    expect(await judge(thenDone, { inner })).toEqual(passed);
    expect(events).toEqual(["changed", "forgotten", "done"]);
  });

  it("drops none for another call, nor for a change that failed", async () => {
    expect(await judge(step(), { inner })).toEqual(passed);
    const refuse = () => {
      throw new AppError("EDIT_CONFLICT");
    };
    expect(await judge(step(true), { inner: refuse })).toEqual(["EDIT_CONFLICT", 1]);
    expect(events).toEqual(["changed"]);
  });
});

describe("offerForm", () => {
  const step = () =>
    offerForm({
      contract: contractWith({ bodyKind: "multipart", file: { maxBytes: 1_000 } }),
      schemas: { body: object({ note: string().required("메모를 입력해주세요.") }) },
      config: app.deps.config,
    });
  const formWith = (fields: Record<string, string>, size = 3): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob(["a".repeat(size)]), "a.txt");
    return form;
  };
  const left = () => readdir(receivingFolder(app.deps.config.dataDir)).catch(() => []);

  it("gives fields and file for as long as the handler runs, whether it fails or not", async () => {
    for (const failure of [undefined, new AppError("NO_TEXT"), new TypeError("a defect")]) {
      let text: string | undefined;
      const { passes, refusal } = await send(step(), {
        body: formWith({ note: "메모", other: "x" }),
        inner: async (ctx) => {
          const received = await stateOf(ctx).receive?.();
          expect(received).toMatchObject({ body: { note: "메모" }, file: { name: "a.txt", size: 3 } });
          text = await readFile(received?.file.path ?? "", "utf8");
          expect(await left()).toHaveLength(1);
          if (failure) throw failure;
        },
      });
      expect(refusal).toBe(failure instanceof AppError ? failure.code : failure);
      expect([passes, text, await left()]).toEqual([1, "aaa", []]);
    }
  });

  it("leaves nothing of a form with a wrong field, or too large a file", async () => {
    const inner = (ctx: Context) => stateOf(ctx).receive?.();
    expect(await judge(step(), { body: formWith({}), inner })).toEqual(["VALIDATION", 1]);
    expect(await judge(step(), { body: formWith({ note: "메모" }, 1_001), inner })).toEqual(["TOO_LARGE", 1]);
    expect(await left()).toEqual([]);
  });

  it("reads no form that the handler does not ask for", async () => {
    let isRead: boolean | undefined;
    const inner = (ctx: Context) => (isRead = ctx.req.readableDidRead);
    expect(await judge(step(), { body: formWith({ note: "메모" }), inner })).toEqual(passed);
    expect(isRead).toBe(false);
  });
});

describe("runHandler", () => {
  /** Of what handlers are given, what the tests use. */
  interface Tools {
    viewer: Viewer | undefined;
    params: Record<string, string>;
    fail: (code: "NOT_FOUND") => never;
    count: () => Promise<void>;
    answerRepeated: () => void;
    db: Route["knex"];
    transaction: (work: (trx: Trx) => Promise<unknown>) => Promise<unknown>;
    beforeTransaction: BeforeTransaction;
  }

  const counted: string[][] = [];
  const limiter: Limiter = {
    consume: async (_ctx, names) => {
      counted.push([...names]);
    },
  };
  let person: Viewer;
  beforeEach(async () => {
    counted.length = 0;
    await app.deps.knex("probes").del();
    person = buildViewer(await createUser(app.deps));
  });

  const step = (
    handler: (tools: Tools) => Promise<unknown>,
    {
      schemas = {},
      validateAnswers = true,
      ...changes
    }: Partial<AnyEndpoint> & Partial<Pick<Route, "schemas">> & { validateAnswers?: boolean } = {},
  ) =>
    runHandler({
      config: { ...app.deps.config, validateAnswers },
      knex: app.deps.knex,
      limiter,
      contract: contractWith(changes),
      schemas,
      // The steps before make the input; here it is what the request below says.
      handler: (input) => handler(input as unknown as Tools),
    });
  const keyedRequest = (key: string, viewer: Viewer | undefined = person): Sending => ({
    headers: { "idempotency-key": key },
    state: { viewer, input: { params: {}, query: undefined, body: { a: 1 } } },
  });
  const probes = async () => (await app.deps.knex("probes").pluck("name")) as string[]; // A column of texts.
  const keysOf = async ({ id }: Viewer) =>
    (await app.deps.pool.query("select key from idempotency_keys where user_id = $1", [id])).rowCount;
  const insertProbe = (name: string) => async (trx: Trx) => trx("probes").insert({ name });

  it("is the last step, with the input and the person that the others left", async () => {
    const { passes, state } = await send(
      step(async ({ params, viewer }) => ({ params, id: viewer?.id })),
      { state: { viewer: person, input: { params: { id: "x" }, query: undefined, body: undefined } } },
    );
    expect(passes).toBe(0);
    expect(state.answer).toEqual({ status: 200, body: { params: { id: "x" }, id: person.id } });
  });

  it("answers a key once for each person, by work in the transaction that keeps it", async () => {
    let times = 0;
    const handle = step(
      async ({ transaction, db }) => {
        times += 1;
        await transaction(insertProbe(`transaction ${times}`));
        await db("probes").insert({ name: `db ${times}` });
        return { times };
      },
      { idempotent: true, status: 201 },
    );
    const first = await send(handle, keyedRequest("k1"));
    expect(first.state.answer).toEqual({ status: 201, body: { times: 1 } });
    const { rows } = await app.deps.pool.query(
      "select distinct xmin::text from probes union select xmin::text from idempotency_keys where user_id = $1",
      [person.id],
    );
    expect(rows).toHaveLength(1);
    expect((await send(handle, keyedRequest("k1"))).state.answer).toEqual(first.state.answer);
    expect(await probes()).toEqual(["transaction 1", "db 1"]);
    const bystander = buildViewer(await createUser(app.deps));
    for (const [sending, expected] of [
      [keyedRequest("k1", bystander), 2],
      [keyedRequest("k2"), 3],
      [{ state: { viewer: person } }, 4],
    ] as const)
      expect((await send(handle, sending)).state.answer?.body).toEqual({ times: expected });
  });

  it("takes no key of a visitor, nor for a call that has none", async () => {
    let times = 0;
    const handle = async () => ({ times: (times += 1) });
    for (const [changes, viewer] of [
      [{ idempotent: true, access: "public" }, undefined],
      [{}, person],
    ] as const) {
      const before = times;
      const sending = { ...keyedRequest("k1"), state: { viewer } };
      for (const more of [1, 2])
        expect((await send(step(handle, changes), sending)).state.answer?.body).toEqual({
          times: before + more,
        });
    }
    expect(await keysOf(person)).toBe(0);
  });

  it("leaves nothing of a handler that failed, and runs it at the next try", async () => {
    await app.deps.knex("probes").insert({ name: "bystander" });
    let isFailing = true;
    const handle = step(
      async ({ transaction, fail }) =>
        transaction(async (trx) => {
          await insertProbe("work")(trx);
          if (isFailing) fail("NOT_FOUND");
          return { ok: true };
        }),
      { idempotent: true },
    );
    for (const sending of [keyedRequest("k1"), { state: { viewer: person } }]) {
      const { refusal, state } = await send(handle, sending);
      expect([refusal, state.answer]).toEqual(["NOT_FOUND", undefined]);
      expect([await probes(), await keysOf(person)]).toEqual([["bystander"], 0]);
    }
    isFailing = false;
    expect((await send(handle, keyedRequest("k1"))).state.answer).toEqual({
      status: 200,
      body: { ok: true },
    });
    expect([await probes(), await keysOf(person)]).toEqual([["bystander", "work"], 1]);
  });

  it("keeps no work beside a key when the handler fails after it", async () => {
    const handle = step(
      async ({ transaction, fail }) => {
        await transaction(insertProbe("work"));
        fail("NOT_FOUND");
      },
      { idempotent: true },
    );
    expect((await send(handle, keyedRequest("k1"))).refusal).toBe("NOT_FOUND");
    expect(await probes()).toEqual([]);
    // Without one, a handler's transaction stands for itself.
    await send(handle, { state: { viewer: person } });
    expect(await probes()).toEqual(["work"]);
  });

  it("refuses too long a key, and one whose first request is under way", async () => {
    const bystander = buildViewer(await createUser(app.deps));
    let times = 0;
    let second: unknown;
    const key = "k".repeat(64);
    const handle: Step = step(
      async () => {
        times += 1;
        if (times > 1) return { times };
        second = (await send(handle, keyedRequest(key))).refusal;
        expect((await send(handle, keyedRequest(key, bystander))).state.answer?.body).toEqual({ times: 2 });
        return { times: 1 };
      },
      { idempotent: true },
    );
    expect((await send(handle, keyedRequest(`${key}k`))).refusal).toBe("VALIDATION");
    expect(times).toBe(0);
    expect((await send(handle, keyedRequest(key))).state.answer?.body).toEqual({ times: 1 });
    expect([second, times]).toEqual(["IN_PROGRESS", 2]);
  });

  it("runs anew after slow work, which holds no transaction, and counts once", async () => {
    let [runs, works] = [0, 0];
    let locks: unknown[] | undefined;
    const handle = step(
      async ({ transaction, count, beforeTransaction, answerRepeated }) => {
        runs += 1;
        await Promise.all([count(), count()]);
        return transaction(async (trx) => {
          await insertProbe(`run ${runs}`)(trx);
          if (runs === 1) answerRepeated();
          const judged = await beforeTransaction("judge", async () => {
            const held = await app.deps.pool.query(
              "select 1 from pg_locks where relation = 'probes'::regclass and pid <> pg_backend_pid()",
            );
            locks = held.rows;
            return (works += 1);
          });
          return { judged };
        });
      },
      { idempotent: true, limitInHandler: ["availabilityMember"], status: 201, repeatedStatus: 200 },
    );
    for (const sending of [keyedRequest("k1"), { state: { viewer: person } }]) {
      [runs, works, locks] = [0, 0, undefined];
      counted.length = 0;
      await app.deps.knex("probes").del();
      const { state } = await send(handle, sending);
      expect(state.answer).toEqual({ status: 200, body: { judged: 1 } });
      expect([runs, works, locks]).toEqual([2, 1, []]);
      expect(await probes()).toEqual(["run 2"]);
      expect(counted).toEqual([["availabilityMember"]]);
    }
  });

  it("answers with the contract's status, and its other one for what was there before", async () => {
    const [make, repeat] = [
      async () => ({ ok: true }),
      async ({ answerRepeated }: Tools) => {
        answerRepeated();
        return { ok: true };
      },
    ];
    const statusOf = async (...given: Parameters<typeof step>) =>
      (await send(step(...given))).state.answer?.status;
    expect(await statusOf(make, { status: 201, repeatedStatus: 200 })).toBe(201);
    expect(await statusOf(repeat, { status: 201, repeatedStatus: 200 })).toBe(200);
    expect(await statusOf(repeat, { status: 201 })).toBe(201);
    expect(await statusOf(repeat)).toBe(200);
    expect(counted).toEqual([]);
  });

  it("shows a public call nobody who is banned or must change the password", async () => {
    const seen = async (access: AnyEndpoint["access"], changes: Partial<Viewer>) => {
      const handle = async ({ viewer }: Tools) => ({ isSeen: viewer !== undefined });
      return (await send(step(handle, { access }), requestOf(changes))).state.answer?.body;
    };
    for (const restricted of [{ isBanned: true }, { mustChangePassword: true }]) {
      expect(await seen("public", restricted)).toEqual({ isSeen: false });
      expect(await seen("member", restricted)).toEqual({ isSeen: true });
    }
    for (const other of [{}, { isSuspended: true }])
      expect(await seen("public", other)).toEqual({ isSeen: true });
  });

  it("holds answers against the contract where that is asked for, and keeps nothing of a wrong one", async () => {
    const schemas = { response: object({ ok: number().required() }) };
    const handle =
      (answer: unknown) =>
      async ({ transaction }: Tools) => {
        await transaction(insertProbe("work"));
        return answer;
      };
    for (const wrong of [{ ok: "1" }, {}, new RawJson(`{"ok":"1"}`)]) {
      const { answer, state } = await send(
        step(handle(wrong), { schemas, idempotent: true }),
        keyedRequest("k1"),
      );
      expect([answer.status, state.answer, await probes()]).toEqual([500, undefined, []]);
    }
    for (const right of [{ ok: 1 }, new RawJson(`{"ok":1}`), new RawJson()]) {
      const { state } = await send(step(handle(right), { schemas }));
      expect(state.answer?.body).toBe(right);
    }
    const unasked = await send(step(handle({}), { schemas, validateAnswers: false }));
    expect(unasked.state.answer?.body).toEqual({});
  });
});
