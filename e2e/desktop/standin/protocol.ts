import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { fromChromium, leaveScheme, takeScheme } from "./addresses.ts";

type Handler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, Handler>();

/** Electron's `protocol`, as far as an app with a scheme of its own needs it. */
export const protocol = {
  registerSchemesAsPrivileged: (): void => undefined,
  handle: (scheme: string, handler: Handler): void => {
    if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} is handled already`);
    handlers.set(scheme, handler);
    takeScheme(scheme);
  },
  unhandle: (scheme: string): void => {
    handlers.delete(scheme);
    leaveScheme(scheme);
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
};

/** What Chromium sends because of the form its addresses have here, and Electron does not. */
const own = new Set(["host", "connection", "upgrade-insecure-requests"]);

/** The request's signal never says that the window has gone on: Electron's does not either. */
const requestOf = (incoming: IncomingMessage): Request => {
  const address = fromChromium(`http://${incoming.headers.host ?? ""}${incoming.url ?? "/"}`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (!own.has(name) && typeof value === "string") headers.set(name, fromChromium(value));
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  return new Request(address, {
    method: incoming.method ?? "GET",
    headers,
    // The types of Node's streams and of the web's differ in name only.
    ...(hasBody ? { body: Readable.toWeb(incoming) as unknown as BodyInit, duplex: "half" } : {}),
  });
};

const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const request = requestOf(incoming);
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1));
  if (!handler) {
    outgoing.writeHead(502).end();
    return;
  }
  const response = await handler(request);
  if (response.type === "error" || outgoing.destroyed) {
    // To the window it is a connection that was lost; what it does not wait for any more is left.
    await response.body?.cancel();
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  // Streams begin to arrive before they end.
  outgoing.flushHeaders();
  const body = Readable.fromWeb(response.body as ReadableStream).on("error", () => outgoing.destroy());
  // The one way in which the app hears that the window has left.
  outgoing.once("close", () => body.destroy());
  body.pipe(outgoing);
};

/** Serves what the app handles itself to Chromium; answers the port. */
export const serveProtocols = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer((incoming, outgoing) => {
      answer(incoming, outgoing).catch((error: unknown) => {
        console.error(error);
        outgoing.destroy();
      });
    });
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.unref();
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
