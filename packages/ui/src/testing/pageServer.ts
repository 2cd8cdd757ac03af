import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { serveFrom } from "./pageOrigin.ts";

/** Answers the requests of the page by a real HTTP server on a free port. */
export const startPageServer = async (listener: RequestListener) => {
  const server = createServer(listener);
  // After Node's five seconds a write could meet a connection that is just closing, which a busy machine turns into a
  // lost network.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  serveFrom(origin);
  return {
    origin,
    close: async () => {
      serveFrom("");
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
