import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Koa from "koa";
import pg from "pg";
import { createTestDatabase } from "../../testing/database.ts";
import { createTossStandin, standinKeys } from "./index.ts";

/** A webhook as the shop's server received it. */
interface ReceivedWebhook {
  headers: Record<string, string | string[] | undefined>;
  raw: string;
}

interface WebhookBody {
  eventType: string;
  createdAt: string;
  data: { orderId: string; status: string };
}

interface ChargeLogEntry {
  at: string;
  event: string;
  orderId: string;
  paymentKey: string;
  amount: number;
}

/** An answer of the stand-in; `json` is empty when the body is something else. */
interface TestAnswer {
  status: number;
  text: string;
  headers: Headers;
  json: Record<string, unknown>;
}

/** Several stand-in processes' worth of servers on one database, and a shop that receives webhooks. */
export async function startTestStandin(servers = 1) {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 12 });
  // The database is dropped while connections are still closing; their complaint is of no interest.
  pool.on("error", () => {});
  const received: ReceivedWebhook[] = [];
  /** How the shop answers, and what its answers wait for. */
  const shop = { status: 200, answersAfter: Promise.resolve() };

  const shopApp = new Koa();
  shopApp.use(async (ctx) => {
    received.push({ headers: ctx.req.headers, raw: await text(ctx.req) });
    await shop.answersAfter;
    ctx.status = shop.status;
    ctx.body = "ok";
  });
  const shopServer = await listen(shopApp);
  const webhookUrl = () => `http://127.0.0.1:${portOf(shopServer.address())}/webhook`;

  const logged: string[] = [];
  const standins = await Promise.all(
    Array.from({ length: servers }, () =>
      createTossStandin({ pool, ...standinKeys, webhookUrl, log: (line) => logged.push(line) }),
    ),
  );
  const httpServers = await Promise.all(
    standins.map((standin) => {
      const app = new Koa();
      app.use(standin.middleware);
      app.use((ctx) => {
        ctx.body = "not the stand-in";
      });
      return listen(app);
    }),
  );
  const bases = httpServers.map((server) => `http://127.0.0.1:${portOf(server.address())}/standin/toss`);
  let turn = 0;

  /** Calls the servers in turn, with the secret key unless another authorization is given. */
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    turn += 1;
    const answer = await fetch(`${bases[turn % bases.length]}${path}`, {
      method,
      redirect: "manual",
      headers: {
        authorization: basicAuth(standinKeys.secretKey),
        ...(typeof body === "object" && !(body instanceof URLSearchParams)
          ? { "content-type": "application/json" }
          : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : {
            body: body instanceof URLSearchParams || typeof body === "string" ? body : JSON.stringify(body),
          }),
    });
    const raw = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    // Every JSON answer but the charge log is an object; chargeLog reads that one.
    const json = isJson ? (JSON.parse(raw) as Record<string, unknown>) : {};
    return { status: answer.status, text: raw, headers: answer.headers, json } satisfies TestAnswer;
  }

  return {
    pool,
    received,
    shop,
    logged,
    bases,
    call,
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call("POST", path, body, headers),
    get: (path: string, headers?: Record<string, string>) => call("GET", path, undefined, headers),

    /** Opens a session for an order and answers its id. */
    async open(orderId: string, amount = 10_500): Promise<string> {
      const { status, json } = await call("POST", "/sessions", {
        orderId,
        amount,
        orderName: "주식 입문",
        successUrl: "http://localhost:3000/payment-success",
        failUrl: "http://localhost:3000/payment-fail",
      });
      if (status !== 201) throw new Error(`The session was refused: ${JSON.stringify(json)}`);
      return String(json["sessionId"]);
    },

    /** Presses a button of the payment window; answers where the browser is sent. */
    async press(sessionId: string, outcome: string): Promise<URL> {
      const answer = await call("POST", `/pay/${sessionId}`, new URLSearchParams({ outcome }));
      return new URL(answer.headers.get("location") ?? "");
    },

    /** A payment that its buyer has authenticated; answers the payment key. */
    async authenticated(orderId: string, amount = 10_500): Promise<string> {
      const target = await this.press(await this.open(orderId, amount), "approve");
      return target.searchParams.get("paymentKey") ?? "";
    },

    confirm(paymentKey: string, orderId: string, amount = 10_500, headers?: Record<string, string>) {
      return call("POST", "/v1/payments/confirm", { paymentKey, orderId, amount }, headers);
    },

    /** An order's charge log, oldest first. */
    async chargeLog(orderId: string): Promise<ChargeLogEntry[]> {
      const answer = await call("GET", `/control/log?orderId=${orderId}`);
      // The shape is what the tests check.
      return JSON.parse(answer.text) as ChargeLogEntry[];
    },

    /** The events of an order's charge log, oldest first. */
    async events(orderId: string): Promise<string[]> {
      return (await this.chargeLog(orderId)).map((entry) => entry.event);
    },

    /** Webhooks of one event type that have arrived, parsed. */
    webhooks(eventType: string) {
      // The shape is what the tests check.
      return received
        .map((one) => ({ ...one, body: JSON.parse(one.raw) as WebhookBody }))
        .filter((one) => one.body.eventType === eventType);
    },

    async stop(): Promise<void> {
      await Promise.all(standins.map((standin) => standin.close()));
      for (const server of [...httpServers, shopServer]) {
        server.close();
        server.closeAllConnections();
      }
      await pool.end();
      await database.drop();
    },
  };
}

/** The Authorization header of a secret key. */
export function basicAuth(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
}

async function listen(app: Koa): Promise<Server> {
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("The test server has no port");
  return address.port;
}
