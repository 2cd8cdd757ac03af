import { once } from "node:events";
import { createTossGateway } from "../src/gateways/toss.ts";
import { standinPath } from "../src/localToss.ts";
import type { TestApp } from "./app.ts";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

/**
 * What becomes of what passes: everything arrives; connections are reset at once; nothing is ever answered; everything
 * arrives but each answer is cut off; each answer comes late.
 */
type Weather = "fine" | "refusing" | "hanging" | "cutting answers" | { lateMs: number };

/** A TCP proxy before another server, whose weather a test makes. */
export interface Proxy {
  url: string;
  /** Connections that were opened so far. */
  connections(): number;
  /** Changes the weather; connections of the old one are cut. */
  turn(weather: Weather): void;
  close(): Promise<void>;
}

/** Starts a proxy before `target`, which may be known later. */
export const startProxy = async (target: () => string): Promise<Proxy> => {
  const sockets = new Set<Socket>();
  let weather: Weather = "fine";
  let opened = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    opened += 1;
    keep(client);
    if (weather === "refusing") {
      client.resetAndDestroy();
      return;
    }
    if (weather === "hanging") {
      client.resume();
      return;
    }
    const { hostname, port } = new URL(target());
    const upstream = keep(connect(Number(port), hostname));
    const passing = weather;
    client.pipe(upstream);
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    upstream.on("data", (chunk: Buffer) => {
      if (passing === "cutting answers") client.resetAndDestroy();
      else if (passing === "fine") client.write(chunk);
      else if (typeof passing === "object")
        void sleep(passing.lateMs).then(() => client.writable && client.write(chunk));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => opened,
    turn(next) {
      weather = next;
      cut();
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
};

/** Lets a product reach its payment stand-in through the proxy, with little patience: real waits in small. */
export const reachThrough = (app: Pick<TestApp, "deps">, proxy: Proxy, { restMs = 300 } = {}): void => {
  app.deps.toss = createTossGateway(app.deps.config.toss, () => `${proxy.url}${standinPath}`, {
    timeoutMs: 1_500,
    restMs,
  });
};

/** Puts a proxy between a product and the payment stand-in that it serves. */
export const proxyProvider = async (app: Pick<TestApp, "deps" | "url">): Promise<Proxy> => {
  const proxy = await startProxy(() => app.url);
  reachThrough(app, proxy);
  return proxy;
};

/** Makes the provider answer again, and waits until the breaker lets calls through. */
export const recoverProvider = async (app: Pick<TestApp, "deps">, proxy: Proxy): Promise<void> => {
  proxy.turn("fine");
  await awaitReachable(app);
};

/** Waits until the payment provider is left alone no longer. */
export const awaitReachable = async (app: Pick<TestApp, "deps">): Promise<void> => {
  await expect.poll(() => app.deps.toss.isReachable()).toBe(true);
};
