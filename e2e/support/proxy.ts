import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** Between a browser and the product: counts sent bytes, slows them down as told, and cuts connections. */
export class Proxy {
  /** Bytes that have come from the browser. */
  sent = 0;
  /** The pace of the bytes from the browser. */
  bytesPerSecond: number;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  readonly #server;

  private constructor(target: number, bytesPerSecond: number) {
    this.bytesPerSecond = bytesPerSecond;
    this.#server = createServer({ allowHalfOpen: false }, (browser) => {
      if (this.#isCut) {
        browser.destroy();
        return;
      }
      const product = connect(target, "127.0.0.1");
      for (const [one, other] of [
        [browser, product],
        [product, browser],
      ] as const) {
        this.#sockets.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          this.#sockets.delete(one);
          other.end();
        });
      }
      product.pipe(browser);
      browser.on("data", (chunk: Buffer) => {
        this.sent += chunk.length;
        product.write(chunk);
        browser.pause();
        setTimeout(() => browser.resume(), (chunk.length / this.bytesPerSecond) * 1_000);
      });
    });
  }

  static async open(target: number, bytesPerSecond: number): Promise<Proxy> {
    const proxy = new Proxy(target, bytesPerSecond);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    // A server that listens on a port has an address with one.
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts all connections, and lets nothing through until it is mended. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
