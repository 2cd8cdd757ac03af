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

const requestOf = (incoming: IncomingMessage, signal: AbortSignal): Request => {
  const address = fromChromium(`http://${incoming.headers.host ?? ""}${incoming.url ?? "/"}`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (!own.has(name) && typeof value === "string") headers.set(name, fromChromium(value));
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  return new Request(address, {
    method: incoming.method ?? "GET",
    headers,
    signal,
    // The types of Node's streams and of the web's differ in name only.
    ...(hasBody ? { body: Readable.toWeb(incoming) as unknown as BodyInit, duplex: "half" } : {}),
  });
};

const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const left = new AbortController();
  outgoing.once("close", () => {
    left.abort();
  });
  const request = requestOf(incoming, left.signal);
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1));
  if (!handler) {
    outgoing.writeHead(502).end();
    return;
  }
  const response = await handler(request);
  if (response.type === "error") {
    // To the window it is a connection that was lost.
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
  Readable.fromWeb(response.body as ReadableStream)
    .on("error", () => outgoing.destroy())
    .pipe(outgoing);
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
