import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { Model } from "objection";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../database/knex.ts";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { createUser } from "../../testing/factories.ts";
import { emit } from "./emit.ts";
import { createEventHub } from "./hub.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A connection to the database, in the order in which they were opened; the first is the one that listens. */
interface Line {
  up: Socket;
  down: Socket;
  /** The statements that were sent. */
  said: string;
}

/**
 * A hub that reaches the database by lines which a test can silence without a word to either end: at once, or as soon
 * as `silencedAt` was said on the first.
 */
const startHub = async (silencedAt?: string) => {
  const target = new URL(app.databaseUrl);
  const lines: Line[] = [];
  const silence = (line: Line | undefined) => {
    line?.up.unpipe().resume();
    line?.down.unpipe().resume();
  };
  const proxy = createServer((down) => {
    const line: Line = { up: connect(Number(target.port), target.hostname), down, said: "" };
    const isFirst = lines.push(line) === 1;
    down.pipe(line.up).pipe(down);
    down.on("data", (chunk: Buffer) => {
      line.said += chunk.toString("latin1");
      if (isFirst && silencedAt !== undefined && line.said.includes(silencedAt)) silence(line);
    });
    for (const socket of [line.up, down]) socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(app.databaseUrl);
  // A server that listens on a port has an address of this kind.
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const pool = openPool(url.toString(), () => undefined, { movesClock: true });
  const hub = createEventHub(
    { pool, directPool: pool, log: app.deps.log, microCache: app.deps.microCache },
    { heartbeatMs: 100 },
  );
  await expect.poll(() => lines.length).toBe(1);

  const user = await createUser(app.deps);
  const client = await app.as(user);
  const sessionHash = createHash("sha256")
    .update(client.cookies.get("sid") ?? "")
    .digest("base64url");
  const body = await hub.open({ userId: user.id, isAdmin: false, sessionHash, lastEventId: "" });
  let text = "";
  body.on("data", (bytes: Buffer) => {
    text += bytes.toString();
  });
  return {
    lines,
    silence,
    tell: () =>
      Model.transaction(app.deps.knex, (trx) =>
        emit(trx, [{ to: [user.id], name: "room", data: { roomId: randomUUID() } }]),
      ),
    heard: () => text.split("event:room").length - 1,
    stop: async () => {
      await hub.close();
      await pool.end();
      for (const { up, down } of lines) {
        up.destroy();
        down.destroy();
      }
      proxy.close();
    },
  };
};

const hasListened = ({ said }: Line) => said.includes("listen knowhow_events");

it("notices a connection that went away without a word, and what was told meanwhile", async () => {
  const { lines, silence, tell, heard, stop } = await startHub();
  await tell();
  await expect.poll(heard).toBe(1);
  silence(lines[0]);
  await tell();
  // The heartbeat reads, even over a silent connection.
  await expect.poll(heard).toBe(2);
  await expect.poll(() => lines[0]?.down.destroyed).toBe(true);
  await stop();
});

it("takes a connection for lost that never says whether it listens, and opens another", async () => {
  const { lines, stop } = await startHub("listen knowhow_events");
  await expect.poll(() => lines[0]?.down.destroyed).toBe(true);
  await expect.poll(() => lines.filter(hasListened)).toHaveLength(2);
  await stop();
});
