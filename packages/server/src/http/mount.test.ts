import Router from "@koa/router";
import { api, AppError, type AnyEndpoint, type ErrorCode } from "@knowhow/shared";
import Koa from "koa";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { failing, TestClient } from "../../testing/client.ts";
import { buildViewer, createUser } from "../../testing/factories.ts";
import { contentBody } from "../../testing/uploads.ts";
import { errorHandler } from "./errorHandler.ts";
import { listen, type Listening } from "./listen.ts";
import { mountAll } from "./mount.ts";
import { written } from "./rawJson.ts";
import { receivingFolder } from "./receiving.ts";
import { stateOf, type Viewer } from "./state.ts";

const { create } = api.contents;
const { suggestWithFile } = api.assistant;
const { resolve } = api.alerts;

describe("the way of a call", () => {
  let app: TestApp;
  let server: Listening;
  let client: TestClient;
  let member: Viewer;
  /** The caller, and whether the caller is over a limit. */
  let viewer: Viewer | undefined;
  let isOverLimit: boolean;
  /** What happened, in its order. */
  const events: string[] = [];
  /** What the last request left. */
  let call: AnyEndpoint | undefined;
  let isBodyRead: boolean | undefined;

  const left = async () => (await readdir(receivingFolder(app.deps.config.dataDir))).length;

  beforeAll(async () => {
    app = await startTestApp();
    const { deps } = app;
    const keys = async () =>
      (await deps.pool.query("select 1 from idempotency_keys where user_id = $1", [member.id])).rowCount;
    const microCache = {
      ...deps.microCache,
      forget: async () => {
        events.push(`forgotten beside ${await keys()} key`);
      },
    };
    const limiter = {
      consume: async () => {
        events.push("counted");
        if (isOverLimit) throw new AppError("RATE_LIMITED", { retryAfter: 1 });
      },
    };
    const config = { ...deps.config, validateAnswers: false };
    const router = new Router();
    const calls = { create, suggestWithFile, resolve };
    mountAll(router, { ...deps, config, microCache }, limiter, calls, {
      create: async () => {
        events.push(`handled beside ${await keys()} key`);
        return written("{}");
      },
      suggestWithFile: async ({ receive, fail }) => {
        await receive();
        events.push(`handled beside ${await left()} files`);
        return fail("NO_TEXT");
      },
      resolve: async () => {
        events.push("handled");
        return written("{}");
      },
    });
    const koa = new Koa();
    koa
      .use(async (ctx, next) => {
        await next();
        events.push("sent");
        call = stateOf(ctx).call;
        isBodyRead = ctx.req.readableDidRead;
      })
      .use(errorHandler(deps.log))
      .use((ctx, next) => {
        stateOf(ctx).viewer = viewer;
        return next();
      })
      .use(router.routes());
    server = await listen(koa, 0, "127.0.0.1");
    client = new TestClient(`http://127.0.0.1:${server.port}`);
  });
  afterAll(async () => {
    await server.close();
    await app.stop();
  });
  beforeEach(async () => {
    member = buildViewer(await createUser(app.deps));
    viewer = member;
    isOverLimit = false;
    events.length = 0;
  });

  const broken = { headers: { "content-type": "application/json" }, raw: "{" };

  it.each<[string, { person?: Partial<Viewer>; isOver?: boolean; isForeign?: boolean }, ErrorCode]>([
    ["another site's, over a limit", { isForeign: true, isOver: true }, "CROSS_SITE"],
    ["a visitor's, over a limit", { isOver: true }, "RATE_LIMITED"],
    ["a visitor's", {}, "LOGIN_REQUIRED"],
    [
      "a banned person's, of a temporary password,",
      { person: { isBanned: true, mustChangePassword: true } },
      "MUST_CHANGE_PASSWORD",
    ],
    ["a banned member's", { person: { isBanned: true } }, "BANNED"],
    ["a member's", { person: {} }, "ADMIN_ONLY"],
    ["an administrator's", { person: { isAdmin: true } }, "BAD_JSON"],
  ])(
    "refuses %s broken request, and judges no further",
    async (_what, { person, isOver = false, isForeign = false }, code) => {
      viewer = person && { ...member, ...person };
      isOverLimit = isOver;
      const site = isForeign ? "cross-site" : "same-origin";
      const headers = { ...broken.headers, "sec-fetch-site": site };
      const answer = await client.put(resolve.path.replace(":id", "none"), undefined, { ...broken, headers });
      expect(answer.body["code"]).toBe(code);
      expect(events).toEqual(isForeign ? ["sent"] : ["counted", "sent"]);
      // The log names refused calls too.
      expect(call).toBe(resolve);
      expect(isBodyRead).toBe(code === "BAD_JSON");
    },
  );

  it("commits, drops kept answers, and answers then", async () => {
    const headers = { "idempotency-key": "k1" };
    expect((await client.post(create.path, contentBody(), { headers })).status).toBe(201);
    expect(events).toEqual(["counted", "handled beside 0 key", "forgotten beside 1 key", "sent"]);
  });

  it("receives a form for those who may call, and deletes its file though the handler failed", async () => {
    const folder = receivingFolder(app.deps.config.dataDir);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, randomUUID()), "of another call");
    const suggest = async () => {
      const raw = new FormData();
      raw.set("userDescription", "설명");
      raw.set("file", new Blob(["강의"]), "a.txt");
      events.length = 0;
      return failing(await client.post(suggestWithFile.path, undefined, { raw }));
    };
    expect(await suggest()).toBe("422 NO_TEXT");
    expect(events).toEqual(["counted", "handled beside 2 files", "sent"]);
    expect(await left()).toBe(1);
    viewer = { ...member, isSuspended: true };
    expect(await suggest()).toBe("403 SUSPENDED");
    expect([isBodyRead, events]).toEqual([false, ["counted", "sent"]]);
  });
});
