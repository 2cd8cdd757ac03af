import { api } from "@knowhow/shared";
import { describe, expect, it, vi } from "vitest";
import { client } from "../client/client.ts";
import { contractFaults, findEndpoint, failOnFaults } from "./contractCheck.ts";
import { startServer } from "./server.ts";
import { buildUser } from "./users.ts";

const unknown = { code: "NOT_FOUND", message: "없어요" };

describe("the check of faked answers", () => {
  it("finds the call, the one with fewer parameters first, and the GET behind a HEAD", () => {
    expect(findEndpoint("GET", "/api/contents/popular?limit=2")).toBe(api.contents.popular);
    expect(findEndpoint("GET", "/api/contents/1")).toBe(api.contents.get);
    expect(findEndpoint("HEAD", "/api/contents/1")).toBe(api.contents.get);
    expect(findEndpoint("POST", "/api/contents/1")).toBeUndefined();
  });

  it("allows what the contract says, and what does not come from it", () => {
    expect([
      contractFaults("GET", "/api/auth/me", 200, { user: buildUser() }),
      contractFaults("GET", "/api/auth/me", 200, JSON.stringify({ user: buildUser() })),
      contractFaults("GET", "/api/contents/1", 404, { ...unknown, reason: "more" }),
      contractFaults("GET", "/api/contents/1", 304, ""),
      contractFaults("GET", "/api/contents/1", 502, "<html>"),
      contractFaults("GET", "/api/download/1/0", 200, "bytes"),
    ]).toEqual([[], [], [], [], [], []]);
  });

  it.each([
    [
      "a missing field",
      "/api/auth/me",
      200,
      { user: { ...buildUser(), nickname: undefined } },
      "user.nickname",
    ],
    ["a field too many", "/api/auth/me", 200, { user: { ...buildUser(), password: "a" } }, "password"],
    [
      "another type",
      "/api/auth/me",
      200,
      { user: { ...buildUser(), warningCount: "1" } },
      "user.warningCount",
    ],
    ["no JSON", "/api/auth/me", 200, "<html>", "GET /api/auth/me (200)"],
    ["an unknown code", "/api/auth/me", 404, { ...unknown, code: "GONE" }, "code: GONE"],
    ["a code of another status", "/api/contents/1", 409, unknown, "code: NOT_FOUND"],
    [
      "a code of another call",
      "/api/contents/1",
      409,
      { ...unknown, code: "LEASED" },
      "code: LEASED is none",
    ],
    ["another success", "/api/auth/me", 201, { user: buildUser() }, "status: a success has 200"],
    ["an error without its text", "/api/contents/1", 404, { code: "NOT_FOUND" }, "message"],
    ["an unknown path", "/api/me", 200, {}, "GET /api/me"],
  ])("names the call and the field of %s", (_, address, status, body, named) => {
    expect(contractFaults("GET", address, status, body)).toEqual([expect.stringContaining(named)]);
  });

  it("fails the test of a faked server for its faults, once, and not for a machine on the way", async () => {
    const server = await startServer(({ path }) =>
      path === api.accounts.me.path
        ? { body: { user: buildUser(), isAdmin: true } }
        : { status: 404, body: "<html>", isForeign: true },
    );
    await client.accounts.me();
    await client.chats.rooms().catch(() => undefined);
    await server.close();
    expect(failOnFaults).toThrow(
      /^Answers .*:\nGET \/api\/auth\/me \(200\): .*isAdmin, in “.*and not for a machine on the way”$/,
    );
    expect(failOnFaults).not.toThrow();
  });

  it("names the test that asked, also where another one runs by the time of the answer", async () => {
    const state = expect.getState();
    const server = await startServer(() => {
      vi.spyOn(expect, "getState").mockReturnValue({ ...state, currentTestName: "the next one" });
      return { status: 201, body: { user: buildUser() } };
    });
    await client.accounts.me();
    await server.close();
    vi.restoreAllMocks();
    expect(failOnFaults).toThrow(`, in “${state.currentTestName}”`);
  });
});
