import type Koa from "koa";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";

const drainMs = 20_000;

/** An application that listens. */
export interface Listening {
  port: number;
  /** Accepts no more connections, lets running answers end (20 s at most) and hangs up on the rest. */
  close(): Promise<void>;
}

/**
 * Listens on a port, 0 for any free one: at a host for this process alone, else together with the other processes of its
 * supervisor. Fails with the system's error when the port is taken.
 */
export const listen = (app: Koa, port: number, host?: string): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const handle = app.callback();
    // Koa answers failures itself; its promise has nothing left to say.
    const server = createServer((request, response) => void handle(request, response));
    // Large uploads take long; only the head of a request has to come soon.
    server.requestTimeout = 0;
    server.headersTimeout = 30_000;
    // A connection without a byte for so long is dead; the longest legitimate wait is for the AI's answer.
    server.setTimeout(120_000);
    server.keepAliveTimeout = 65_000;

    const sockets = new Set<Socket>();
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });

    const close = (): Promise<void> =>
      new Promise((closed) => {
        const timer = setTimeout(() => {
          server.closeAllConnections();
        }, drainMs);
        const sweep = setInterval(() => {
          // A kept connection becomes idle only after its last answer; one that a browser opened in advance never does.
          server.closeIdleConnections();
          for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
        }, 100);
        server.close(() => {
          clearTimeout(timer);
          clearInterval(sweep);
          closed();
        });
      });

    server.once("error", reject);
    server.listen({ port, host, exclusive: host !== undefined }, () => {
      server.off("error", reject);
      // A server that listens on a port has an address of this kind.
      resolve({ port: (server.address() as AddressInfo).port, close });
    });
  });
