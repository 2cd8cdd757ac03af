import { AppError } from "@knowhow/shared";
import Koa from "koa";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeError } from "../http/errorHandler.ts";
import { listen, type Listening } from "../http/listen.ts";
import { checkWatcher } from "./access.ts";

type Settings = Parameters<typeof checkWatcher>[1];

const local: Settings = { environment: "local", publicUrl: undefined, proxies: 0, metricsToken: undefined };

describe("who may see the measures", () => {
  let server: Listening;
  let settings = local;
  beforeAll(async () => {
    const app = new Koa();
    app.use((ctx) => {
      try {
        checkWatcher(ctx, settings);
        ctx.body = "measures";
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        writeError(ctx, error);
      }
    });
    // Every address of the machine, both kinds: as the product listens.
    server = await listen(app, 0);
  });
  afterAll(() => server.close());

  const look = async (
    given: Partial<Settings> = {},
    headers: Record<string, string> = {},
    address = "127.0.0.1",
  ): Promise<number | undefined> => {
    settings = { ...local, ...given };
    const call = request({ host: address, port: server.port, headers, agent: false }).end();
    const [response] = (await once(call, "response")) as [IncomingMessage]; // typed as any
    response.resume();
    return response.statusCode;
  };
  const at = (host: string) => look({}, { host });

  it.each([
    "localhost",
    "localhost:3000",
    "LOCALHOST:3000",
    "127.0.0.1",
    "127.0.0.1:3000",
    "127.9.9.9",
    "[::1]",
    "[::1]:3000",
  ])("without a token it is this machine that asks itself: at %s", async (host) => {
    expect(await at(host)).toBe(200);
  });

  it.each([
    "knowhow.example",
    "knowhow.example:443",
    "localhost.example",
    "127.0.0.1.example",
    "10.0.0.5:3000",
    "notlocalhost",
    "[::2]:3000",
    "localhost:3000:x",
    "localhost@knowhow.example",
  ])("a proxy that passes on the name it was asked for is nobody of this machine: %s", async (host) => {
    expect(await at(host)).toBe(404);
  });

  it.each([
    "forwarded",
    "via",
    "x-real-ip",
    "x-client-ip",
    "cf-connecting-ip",
    "true-client-ip",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-port",
    "x-forwarded-server",
    "x-forwarded-anything",
  ])("nor is one that writes %s", async (header) => {
    expect(await look({}, { host: "localhost", [header]: "127.0.0.1" })).toBe(404);
    // Also one that has nothing to say there.
    expect(await look({}, { host: "localhost", [header]: "" })).toBe(404);
  });

  it("nobody is where the product is reached over https, behind proxies, or in production", async () => {
    const host = { host: "localhost" };
    expect(await look({ publicUrl: "https://knowhow.example" }, host)).toBe(404);
    expect(await look({ publicUrl: "https://localhost" }, host)).toBe(404);
    expect(await look({ proxies: 1 }, host)).toBe(404);
    expect(await look({ environment: "production" }, host)).toBe(404);
    expect(await look({ publicUrl: "http://localhost:3000" }, host)).toBe(200);
  });

  it("another machine is not, whatever name it asks for", async () => {
    const own = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === "IPv4");
    // A machine without a network has no other caller.
    if (own) expect(await look({}, { host: "localhost" }, own.address)).toBe(404);
  });

  it("with a token it is whoever has it, from anywhere", async () => {
    const settings = {
      metricsToken: "a-token-of-sixteen-letters",
      proxies: 1,
      environment: "production",
    } as const;
    const from = { host: "knowhow.example", "x-forwarded-for": "192.0.2.1" };
    expect(await look(settings, { ...from, authorization: `Bearer ${settings.metricsToken}` })).toBe(200);
    expect(await look(settings, from)).toBe(401);
    expect(await look(settings, { host: "localhost" })).toBe(401);
  });
});
