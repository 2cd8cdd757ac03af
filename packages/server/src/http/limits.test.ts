import { api, limits, type AnyEndpoint, type LimitName } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import type { Answer, TestClient } from "../../testing/client.ts";
import { createUser } from "../../testing/factories.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Every way to ask whether a name or an address is taken. */
const asking: [number, number, "user" | "address" | "room"][] = [
  [30, minute, "address"],
  [200, day, "address"],
  [30, minute, "user"],
  [200, day, "user"],
];

/** The limits of their own: how many calls, in how many seconds, counted by what. */
const expected: Record<string, [number, number, "user" | "address" | "room"][]> = {
  "POST /api/login": [[25, 5 * minute, "address"]],
  "POST /api/register": [[5, 30 * minute, "address"], ...asking],
  "PUT /api/profile": asking,
  "GET /api/check-userid/:value": asking,
  "GET /api/check-nickname/:nickname": asking,
  "GET /api/check-nickname-update/:nickname": asking,
  "POST /api/auth/device-key": [[60, hour, "user"]],
  "PUT /api/change-password": [[25, 5 * minute, "user"]],
  "POST /api/auth/verify-password": [[25, 5 * minute, "user"]],
  "DELETE /api/user": [[25, 5 * minute, "user"]],
  "POST /api/reports": [[5, hour, "user"]],
  "POST /api/chat/reports": [[5, hour, "user"]],
  "POST /api/chat/rooms/:roomId/messages": [[20, minute, "room"]],
  "POST /api/user/admin-chats/create": [[3, day, "user"]],
  "POST /api/user/admin-chats/:roomId/messages": [[20, minute, "room"]],
  "POST /api/admin/chats/:roomId/messages": [[20, minute, "room"]],
  "POST /api/verify-account": [[5, day, "user"]],
  "GET /api/search": [[60, minute, "address"]],
  "GET /api/search/suggestions": [[180, minute, "address"]],
  "GET /api/contents/search": [[60, minute, "address"]],
  "GET /api/contents/search/:query": [[60, minute, "address"]],
  "POST /api/objects/upload": [[60, hour, "user"]],
  "POST /api/uploads": [[60, hour, "user"]],
  "GET /objects/uploads/:objectId": [[300, minute, "address"]],
  "GET /api/proxy-image/:contentId/:index": [[300, minute, "address"]],
  "GET /api/download/:contentId/:index": [[60, hour, "user"]],
  "GET /api/reading/:contentId/:index/text": [[120, hour, "user"]],
  "PUT /api/contents/:id/state": [[30, minute, "user"]],
  "GET /api/contents/:id/trial": [[300, minute, "address"]],
  "PUT /api/contents/:id/trial": [[60, hour, "user"]],
  "GET /api/contents/:id/trial/choices": [[300, minute, "address"]],
  "GET /api/objects/:objectId/trial": [[300, minute, "address"]],
  "PUT /api/objects/:objectId/trial": [[60, hour, "user"]],
  "GET /api/objects/:objectId/pages/:page": [[300, minute, "address"]],
  "GET /api/trial/:contentId/:fileIndex/:page": [[300, minute, "address"]],
  "PUT /api/contents/:id/wish": [[60, minute, "user"]],
  "DELETE /api/contents/:id/wish": [[60, minute, "user"]],
  "POST /api/wishes/seen": [[60, minute, "user"]],
  "POST /api/push/subscriptions": [[60, hour, "user"]],
  "DELETE /api/push/subscriptions": [[60, hour, "user"]],
  "PUT /api/push/topics": [[60, hour, "user"]],
  "POST /api/contents/:id/like": [[30, minute, "user"]],
  "DELETE /api/contents/:id/like": [[30, minute, "user"]],
  "PUT /api/mentors/:id/follow": [[30, minute, "user"]],
  "DELETE /api/mentors/:id/follow": [[30, minute, "user"]],
  "POST /api/contents/:id/comments": [
    [6, minute, "user"],
    [60, day, "user"],
  ],
  "POST /api/contents/:id/ratings": [[30, minute, "user"]],
  "PUT /api/ratings/:id": [[30, minute, "user"]],
  "DELETE /api/ratings/:id": [[30, minute, "user"]],
  "PUT /api/ratings/:id/answer": [[30, minute, "user"]],
  "PUT /api/ratings/:id/helpful": [[30, minute, "user"]],
  "DELETE /api/ratings/:id/helpful": [[30, minute, "user"]],
  "POST /api/comments/:id/answers": [
    [6, minute, "user"],
    [60, day, "user"],
  ],
  "PUT /api/comments/:id": [
    [6, minute, "user"],
    [60, day, "user"],
  ],
  "POST /api/contents/:id/questions": [
    [6, minute, "user"],
    [30, day, "user"],
  ],
  "PUT /api/questions/:id": [
    [6, minute, "user"],
    [30, day, "user"],
  ],
  "GET /api/rating-pictures/:id/:index": [[300, minute, "address"]],
  "GET /api/admin/reports/:reportId/evidence/rating-pictures/:index": [[300, minute, "address"]],
  "POST /api/orders": [[10, minute, "user"]],
  "POST /api/orders/complete-free": [[10, minute, "user"]],
  "POST /api/payments/confirm": [[10, minute, "user"]],
  "POST /api/payments/webhook": [[600, minute, "address"]],
  "POST /api/orders/:orderNumber/refund-request": [[60, hour, "user"]],
  "GET /api/admin/reports/:reportId/evidence/pictures/:index": [[300, minute, "address"]],
  "GET /api/admin/reports/:reportId/evidence/files/:index": [[60, hour, "user"]],
  "GET /api/admin/reports/:reportId/evidence/files/:index/text": [[60, hour, "user"]],
  "GET /api/admin/reports/:reportId/evidence/files/:index/pages": [[300, minute, "address"]],
  "GET /api/admin/reports/:reportId/evidence/files/:index/pages/:page": [[300, minute, "address"]],
  "POST /api/ai/content-suggestions": [[60, hour, "user"]],
  "POST /api/ai/content-suggestions-with-file": [[60, hour, "user"]],
  "POST /api/contents/:id/ai-summary": [[60, hour, "user"]],
};

const entries = Object.entries(api)
  .filter(([feature]) => feature !== "health")
  .flatMap(([, calls]) => Object.values(calls as Record<string, AnyEndpoint>));

const keyOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;
const namesOf = ({ limit, limitInHandler }: AnyEndpoint): readonly LimitName[] =>
  [limit ?? [], limitInHandler ?? []].flat();

describe("the table of limits", () => {
  it("is what the calls of the contract name", () => {
    const named = entries
      .filter((entry) => namesOf(entry).length > 0)
      .map((entry) => [
        keyOf(entry),
        namesOf(entry).map((name) => [limits[name].points, limits[name].seconds, limits[name].per]),
      ]);
    expect(Object.fromEntries(named)).toEqual(expected);
  });

  it("leaves room for whoever only looks whether there is news", () => {
    // The busiest screen asks 42 times a minute; a person may have seven of them open.
    expect(limits.member).toEqual({ points: 1_500, seconds: 5 * minute, per: "user" });
    expect(limits.member.points / (limits.member.seconds / minute)).toBeGreaterThan(7 * 42);
    expect(limits.visitor).toEqual({ points: 300, seconds: 5 * minute, per: "address" });
  });
});

describe("each limit", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
  });
  afterAll(() => app.stop());

  let addresses = 0;
  const newAddress = (): string => {
    addresses += 1;
    return `198.51.${addresses >> 8}.${addresses & 255}`;
  };

  /** A caller at an address, with a session or without. */
  interface Caller {
    address: string;
    client: TestClient;
  }
  const visitorAt = (address = newAddress()): Caller => ({ address, client: app.visitor() });
  const memberAt = async (address = newAddress()): Promise<Caller> => ({
    address,
    client: await app.as(await createUser(app.deps)),
  });
  // No input: a call that is let in costs little and fails for another reason.
  const send = ({ address, client }: Caller, method: string, path: string): Promise<Answer> =>
    client.request(method, path, method === "GET" || method === "HEAD" ? undefined : {}, {
      headers: { "x-forwarded-for": address },
    });
  const room = randomUUID();
  const pathOf = ({ path }: AnyEndpoint): string =>
    path.replace(":roomId", room).replace(/:\w+/g, () => randomUUID());
  const call = (caller: Caller, entry: AnyEndpoint): Promise<Answer> =>
    send(caller, entry.method, pathOf(entry));

  /** More at once would be told to come back later, uncounted, where the machine is busy. */
  const maxAtOnce = 100;

  /** Makes a call so many times, with a body that none takes, down one connection for each lot; gives the statuses. */
  const pour = async (caller: Caller, entry: AnyEndpoint, times: number): Promise<number[]> => {
    const { hostname, port } = new URL(app.url);
    const request = (last: boolean): string =>
      [
        `${entry.method} ${pathOf(entry)} HTTP/1.1`,
        `host: ${hostname}:${port}`,
        `x-forwarded-for: ${caller.address}`,
        `cookie: ${[...caller.client.cookies].map(([name, value]) => `${name}=${value}`).join("; ")}`,
        `connection: ${last ? "close" : "keep-alive"}`,
        ...(entry.method === "GET"
          ? ["", ""]
          : ["content-type: application/json", "content-length: 2", "", "[]"]),
      ].join("\r\n");
    const count = Math.min(times, maxAtOnce);
    const socket = connect(Number(port), hostname);
    socket.write(Array.from({ length: count }, (_, index) => request(index === count - 1)).join(""));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer); // Without an encoding, chunks are buffers.
    const heads = Buffer.concat(chunks)
      .toString("latin1")
      .matchAll(/HTTP\/1\.1 (\d{3}) /g);
    const statuses = [...heads].map(([, status]) => Number(status));
    expect(statuses).toHaveLength(count);
    expect(statuses, "uncounted").not.toContain(503);
    return times > count ? [...statuses, ...(await pour(caller, entry, times - count))] : statuses;
  };

  const expectRefused = (answer: Answer, what: string, seconds: number): void => {
    expect(answer.status, what).toBe(429);
    // The answer to a HEAD says its status alone.
    if (answer.bytes.length > 0) expect(answer.body["code"], what).toBe("RATE_LIMITED");
    const retryAfter = answer.headers.get("retry-after") ?? "";
    expect(retryAfter, what).toMatch(/^[1-9]\d*$/);
    expect(Number(retryAfter), what).toBeLessThanOrEqual(seconds);
  };

  const counted = entries.filter(({ limit }) => limit !== undefined);

  it.each(counted.map((entry) => [keyOf(entry), entry] as const))("%s", async (_, entry) => {
    const [name] = namesOf(entry);
    if (name === undefined) throw new Error("chosen for having one");
    const { points, seconds, per } = limits[name];
    const isPersonal = per !== "address";
    const caller = isPersonal ? await memberAt() : visitorAt();
    expect(await pour(caller, entry, points)).not.toContain(429);
    expectRefused(await call(caller, entry), "one more", seconds);

    // The same call, written otherwise, is the same call, or none at all.
    const address = pathOf(entry);
    for (const path of [
      `${address}/`,
      address.toUpperCase(),
      address.replace("/a", "/A"),
      `${address}?x=1`,
      address.replace("api", "%61pi"),
      `/${address}`,
      `${address}//`,
    ]) {
      const answer = await send(caller, entry.method, new URL(app.url).origin + path);
      if (answer.status !== 404) expectRefused(answer, path, seconds);
    }

    // No other caller is touched: not another person at this address, nor a visitor at another one.
    const other = isPersonal ? await memberAt(caller.address) : visitorAt();
    expect((await call(other, entry)).status).not.toBe(429);
    if (isPersonal) expectRefused(await call({ ...caller, address: newAddress() }, entry), "moved", seconds);
  });

  describe("of all calls together", () => {
    const general = entries.filter(({ limit }) => limit === undefined);
    const spend: AnyEndpoint = api.contents.get;
    let busy: Caller;
    let tired: Caller;
    beforeAll(async () => {
      [busy, tired] = [await memberAt(), visitorAt()];
    });

    it("lets somebody look for news all the time, and not more", async () => {
      expect(await pour(busy, spend, limits.member.points)).not.toContain(429);
      expectRefused(await call(busy, spend), "one more", limits.member.seconds);
      // A house full of members leaves its visitors their own calls.
      expect((await call(visitorAt(busy.address), spend)).status).not.toBe(429);
    });

    it("is less for visitors", async () => {
      expect(await pour(tired, spend, limits.visitor.points)).not.toContain(429);
      expectRefused(await call(tired, spend), "one more", limits.visitor.seconds);
    });

    describe("once they are used up", () => {
      // On a busy machine these tests outlast the five minutes of a window.
      beforeEach(async () => {
        for (const [caller, { points }] of [
          [busy, limits.member],
          [tired, limits.visitor],
        ] as const)
          // oxfmt-ignore
          if ((await call(caller, spend)).status !== 429) await pour(caller, spend, points);
      });

      it.each(general.map((entry) => [keyOf(entry), entry] as const))("counts %s", async (_, entry) => {
        expectRefused(await call(busy, entry), "a member", limits.member.seconds);
        expectRefused(await call(tired, entry), "a visitor", limits.visitor.seconds);
        expect((await call(await memberAt(busy.address), entry)).status).not.toBe(429);
        expect((await call(visitorAt(), entry)).status).not.toBe(429);
      });

      it.each(counted.map((entry) => [keyOf(entry), entry] as const))(
        "counts a member's %s too, whatever it is counted for besides",
        async (_, entry) => {
          expectRefused(
            await call({ ...busy, address: newAddress() }, entry),
            "a member",
            limits.member.seconds,
          );
        },
      );
    });
  });

  it("is not used up by looking ahead, which tells when it is", async () => {
    const caller = await memberAt();
    const look = () => send(caller, "HEAD", pathOf(api.files.download));
    for (let times = 0; times <= limits.download.points; times += 1) expect((await look()).status).toBe(404);
    await pour(caller, api.files.download, limits.download.points - 1);
    expect((await look()).status).toBe(404);
    await pour(caller, api.files.download, 1);
    const refused = await look();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // A HEAD of any other call is counted as its GET.
    const visitor = visitorAt();
    await pour(visitor, api.files.previewImage, limits.image.points);
    expect((await send(visitor, "HEAD", pathOf(api.files.previewImage))).status).toBe(429);
  });

  it("counts no small part for the reader as a download, but the whole and large parts", async () => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    const read = async (range?: string) =>
      (
        await client.request("GET", `${pathOf(api.files.download)}?read=1`, undefined, {
          headers: range === undefined ? {} : { range },
        })
      ).status;
    for (let times = 0; times <= limits.download.points; times += 1)
      expect(await read("bytes=0-32767")).toBe(404);
    const wholes = [undefined, "bytes=0-", "bytes=0-9999999999", "bytes=-5", "bytes=0-1,2-3"];
    for (let times = 0; times < limits.download.points; times += 1)
      expect(await read(wholes[times % wholes.length])).toBe(404);
    for (const range of wholes) expect(await read(range), range).toBe(429);
    expect(await read("bytes=0-32767")).toBe(404);
  });

  it("counts of profiles and registrations those that ask whether a name is taken", async () => {
    const address = newAddress();
    const user = await createUser(app.deps);
    const client = await app.as(user);
    const save = (nickname: string) =>
      client.put(
        "/api/profile",
        { nickname, name: "홍길동", email: user.email, phoneNumber: "01012345678" },
        { headers: { "x-forwarded-for": address } },
      );
    const { points } = limits.availability;
    for (let times = 0; times <= points; times += 1) expect((await save(user.nickname)).status).toBe(200);
    for (let times = 0; times < limits.register.points; times += 1)
      expect((await call(visitorAt(address), api.accounts.register)).status).toBe(400);
    expect((await call(visitorAt(address), api.accounts.checkNickname)).status).toBe(200);
    const other = await createUser(app.deps);
    for (let times = 1; times < points; times += 1) expect((await save(other.nickname)).status).toBe(409);
    expectRefused(await save(other.nickname), "another name", limits.availability.seconds);
    expectRefused(
      await call(visitorAt(address), api.accounts.checkNickname),
      "at the same address",
      limits.availability.seconds,
    );
    // What asks nothing goes on, as does another address.
    expect((await save(user.nickname)).status).toBe(200);
    expect((await call(visitorAt(), api.accounts.checkNickname)).status).toBe(200);
  });

  it("counts every save of a profile without a fresh password, which would find the number by trying", async () => {
    const saverOf = async (seconds: number) => {
      const user = await createUser(app.deps);
      const client = await app.as(user);
      await app.deps.pool.query(
        "update sessions set password_at = app_now() - $2 * interval '1 second' where user_id = $1",
        [user.id, seconds],
      );
      const { nickname, email } = user;
      const headers = { "x-forwarded-for": newAddress() };
      return (changes: object) =>
        client.put(
          "/api/profile",
          { nickname, name: "홍길동", email, phoneNumber: "01099995678", ...changes },
          { headers },
        );
    };
    const [guess, bystander] = [await saverOf(11 * minute), await saverOf(11 * minute)];
    const { points } = limits.availability;
    for (let times = 0; times < points; times += 1) {
      const expected = times % 2 === 0 ? { expected: { phoneNumber: "01000005678" } } : {};
      expect((await guess(expected)).status).toBe(times % 2 === 0 ? 409 : 403);
    }
    for (const changes of [{}, { expected: { phoneNumber: "01000005678" } }, { phoneNumber: "01012345678" }])
      expectRefused(await guess(changes), "another guess", limits.availability.seconds);
    expect((await bystander({ phoneNumber: "01012345678" })).status).toBe(200);
    const owner = await saverOf(0);
    for (let times = 0; times <= points; times += 1) expect((await owner({})).status).toBe(200);
  });

  it("believes of forwarded addresses only what its own proxy wrote", async () => {
    const address = newAddress();
    await pour(visitorAt(address), api.accounts.register, limits.register.points);
    for (const forged of ["192.0.2.1", "127.0.0.1", "10.0.0.1, 10.0.0.2"]) {
      const answer = await call(visitorAt(`${forged}, ${address}`), api.accounts.register);
      expectRefused(answer, forged, limits.register.seconds);
    }
  });

  it("takes a network of one household for one address", async () => {
    for (let host = 1; host <= limits.register.points; host += 1)
      await call(visitorAt(`2001:db8:7:7::${host}`), api.accounts.register);
    const neighbour = await call(visitorAt("2001:db8:7:8::1"), api.accounts.register);
    expect(neighbour.status).not.toBe(429);
    const again = await call(visitorAt("2001:db8:7:7:ffff::1"), api.accounts.register);
    expectRefused(again, "the same household", limits.register.seconds);
  });
});
