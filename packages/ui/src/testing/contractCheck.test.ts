import { api } from "@knowhow/shared";
import { describe, expect, it } from "vitest";
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
    ["a code of another status", "/api/auth/me", 409, unknown, "code: NOT_FOUND"],
    ["an error without its text", "/api/auth/me", 404, { code: "NOT_FOUND" }, "message"],
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
    expect(failOnFaults).toThrow(/^Answers .*:\nGET \/api\/auth\/me \(200\): .*isAdmin$/);
    expect(failOnFaults).not.toThrow();
  });
});
