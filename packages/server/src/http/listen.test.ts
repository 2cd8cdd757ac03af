import Koa from "koa";
import { once } from "node:events";
import { Server } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { listen } from "./listen.ts";

afterEach(() => vi.restoreAllMocks());

it("does not wait for connections that never asked anything", async () => {
  const cutOff = vi.spyOn(Server.prototype, "closeAllConnections");
  const accepted = vi.spyOn(Server.prototype, "emit");
  const app = await listen(new Koa(), 0, "127.0.0.1");
  const socket = connect(app.port, "127.0.0.1");
  // Hung up on, it may be told so as a reset.
  socket.on("error", () => undefined);
  const hungUp = once(socket, "close");
  await expect.poll(() => accepted.mock.calls.map(([name]) => name)).toContain("connection");
  await app.close();
  await hungUp;
  // Which the time for running answers ends with.
  expect(cutOff).not.toHaveBeenCalled();
});
