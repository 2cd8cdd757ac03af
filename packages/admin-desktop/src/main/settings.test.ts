import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openServers } from "./settings.ts";

describe("the servers that were used", () => {
  let file: string;
  beforeEach(async () => {
    file = join(await mkdtemp(join(tmpdir(), "knowhow-servers-")), "servers.json");
  });
  afterEach(() => rm(join(file, ".."), { recursive: true }));

  it("begin with none, and the one in use is remembered", async () => {
    const servers = await openServers(file);
    expect(servers.read()).toEqual({ current: null, known: [] });
    await servers.choose("knowhow.example");
    await servers.choose("http://localhost:3000");
    expect((await openServers(file)).read()).toEqual({
      current: "http://localhost:3000",
      known: ["http://localhost:3000", "https://knowhow.example"],
    });
  });

  it("give way to the one that the start names", async () => {
    await (await openServers(file, "http://localhost:3000")).choose("https://knowhow.example");
    const named = await openServers(file, "http://localhost:3100/");
    expect(named.read()).toEqual({
      current: "http://localhost:3100",
      known: ["http://localhost:3100", "https://knowhow.example", "http://localhost:3000"],
    });
  });

  it("are never one that could not have been chosen", async () => {
    await expect((await openServers(file)).choose("http://knowhow.example")).rejects.toThrow("https://");
    await writeFile(
      file,
      JSON.stringify({ current: "file:///etc", known: ["file:///etc", "https://a.example"] }),
    );
    expect((await openServers(file)).read()).toEqual({ current: null, known: ["https://a.example"] });
  });
});
