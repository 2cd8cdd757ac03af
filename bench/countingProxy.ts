// Between a browser and the server: counts the bytes of files, and can be cut.
import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A way to a server on this machine that counts the bytes of files it passes on. */
export const openCountingProxy = async (target: string) => {
  const counted = { bytes: 0, requests: 0 };
  const open = new Set<ServerResponse>();
  let isCut = false;
  const server = createServer((asked, answer) => {
    if (isCut) {
      answer.destroy();
      return;
    }
    open.add(answer);
    answer.on("close", () => open.delete(answer));
    const isFile = asked.url?.startsWith("/api/download/") === true;
    const passed = request(
      new URL(asked.url ?? "/", target),
      { method: asked.method ?? "GET", headers: asked.headers },
      (given) => {
        answer.writeHead(given.statusCode ?? 500, given.headers);
        if (isFile && asked.method === "GET") {
          counted.requests += 1;
          given.on("data", (chunk: Buffer) => {
            counted.bytes += chunk.length;
          });
        }
        given.pipe(answer);
        given.on("error", () => answer.destroy());
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    counted,
    /** Cuts all that is under way, and lets nothing through for a while. */
    cut: async (ms: number): Promise<void> => {
      isCut = true;
      for (const answer of open) answer.destroy();
      await new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
      isCut = false;
    },
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
};
