import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Opens a way to another port, which can be shut and led elsewhere. */
export const openWay = async (target: string) => {
  let [to, isOpen] = [new URL(target), true];
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    if (!isOpen) {
      from.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(to.port), to.hostname);
    for (const [socket, other] of [
      [from, upstream],
      [upstream, from],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A server that listens on a port has an address with one.
  const url = new URL(target);
  url.port = String(port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.toString().replace(/\/$/, ""),
    shut() {
      isOpen = false;
      cut();
    },
    open() {
      isOpen = true;
    },
    lead(other: string) {
      to = new URL(other);
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
};

export type Way = Awaited<ReturnType<typeof openWay>>;

/** A port that no program listens on, below those that systems hand out, so that none gets it meanwhile. */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
};
