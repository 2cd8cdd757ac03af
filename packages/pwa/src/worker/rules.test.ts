import { pagePaths } from "@knowhow/shared/pages.ts";
import { describe, expect, it } from "vitest";
import { isKeepable, otherWidth, ruleOf, type RequestFacts } from "./rules.ts";

const origin = "https://knowhow.example";
const ask = (path: string, more: Partial<RequestFacts> = {}) =>
  ruleOf(
    { method: "GET", mode: "navigate", destination: "document", url: new URL(path, origin), ...more },
    origin,
  );
const load = (path: string, destination = "") => ask(path, { mode: "no-cors", destination });

describe("the rule of a request", () => {
  it.each(pagePaths.filter((path) => path !== "/logout"))("opens the page %s from the device", (path) => {
    expect(ask(path.replace(/:\w+/g, "x"))).toBe("shell");
  });

  it("asks the server for the sign-out, which another site may have linked to", () => {
    for (const path of ["/logout", "/logout/", "/logout?from=x"]) expect(ask(path)).toBe("page");
  });

  it("asks the server for pages that nobody knows", () => {
    expect(ask("/nowhere")).toBe("page");
    expect(ask("/nowhere/1")).toBe("page");
  });

  it.each([
    "/api/auth/logout",
    "/api/download/1/0",
    "/objects/uploads/1",
    "/.private/uploads/1",
    "/standin/toss/pay/1",
    "/healthz",
    "/metrics",
    "/robots.txt",
    "/manifest.webmanifest",
  ])("leaves %s to the browser, as a page and as a part of one", (path) => {
    for (const destination of ["", "image", "script"]) expect(load(path, destination)).toBeUndefined();
    expect(ask(path)).toBeUndefined();
  });

  it("keeps scripts, styles, fonts and versioned previews, each by its own rule", () => {
    expect(load("/assets/index-1.js", "script")).toBe("asset");
    expect(load("/assets/index-1.css", "style")).toBe("asset");
    expect(load("/assets/knowhow-1.woff2", "font")).toBe("font");
    expect(load("/api/proxy-image/1/0?v=1&w=480", "image")).toBe("image");
    expect(load("/api/proxy-image/1/0", "image")).toBeUndefined();
    expect(load("/api/proxy-image/1/0?v=1")).toBeUndefined();
    expect(load("/api/contents?v=1", "image")).toBeUndefined();
  });

  it("never touches what changes something, nor other sites", () => {
    expect(ask("/market", { method: "POST" })).toBeUndefined();
    expect(ask("/assets/a.js", { method: "HEAD", mode: "cors" })).toBeUndefined();
    expect(ask("https://cdn.example/assets/a.js", { mode: "cors" })).toBeUndefined();
  });
});

describe("a preview that may be kept", () => {
  const answer = (status: number, headers: Record<string, string>) =>
    isKeepable({ status, headers: new Headers(headers) });
  const small = { "cache-control": "public, max-age=31536000, immutable", "content-length": "90000" };

  it("is whole, lasting and small", () => {
    expect(answer(200, small)).toBe(true);
    expect(answer(206, small)).toBe(false);
    expect(answer(404, small)).toBe(false);
    expect(answer(200, { ...small, "cache-control": "private, no-cache" })).toBe(false);
    expect(answer(200, { ...small, "content-length": "900000" })).toBe(false);
    expect(answer(200, { "cache-control": small["cache-control"] })).toBe(false);
  });
});

describe("a picture that is not kept in the width asked for", () => {
  const at = (width: number, version = "a") =>
    `https://k.example/api/proxy-image/1/0?v=${version}&w=${width}`;

  it("is shown in the next larger one, else in the largest", () => {
    expect(otherWidth(at(320), [at(1280), at(640)])).toBe(at(640));
    expect(otherWidth(at(1280), [at(320), at(640)])).toBe(at(640));
    expect(otherWidth("https://k.example/api/proxy-image/1/0?v=a", [at(320), at(640)])).toBe(at(640));
  });

  it("is never another picture", () => {
    expect(otherWidth(at(640), [at(1280, "b")])).toBeUndefined();
    expect(otherWidth(at(640), ["https://k.example/api/proxy-image/1/1?v=a&w=640"])).toBeUndefined();
  });
});
