import type { App } from "electron";
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { hearLinks } from "./links.ts";

const link = (digit: string) => `knowhow://reports/01900000-0000-7000-8000-00000000000${digit}`;
const path = (digit: string) => `/reports/01900000-0000-7000-8000-00000000000${digit}`;

const setUp = (argv: string[] = []) => {
  const app = new EventEmitter();
  // Only the app's events matter.
  const links = hearLinks(app as unknown as App, argv);
  const done: string[] = [];
  const window = { goTo: (to: string) => done.push(to), show: () => done.push("shown") };
  const lead = () => {
    links.lead(window);
  };
  const openUrl = (url: string) => app.emit("open-url", { preventDefault: () => undefined }, url);
  return { app, links, done, lead, openUrl };
};

describe("links into the console", () => {
  it("begin with what the command line or the system asked for before there was a window", () => {
    expect(setUp(["console", link("1")]).links.take()).toBe(path("1"));
    const { links, openUrl, done, lead } = setUp();
    openUrl(link("2"));
    expect(links.take()).toBe(path("2"));
    // While the first screen is on its way there is another one.
    openUrl(link("3"));
    lead();
    expect(done).toEqual([path("3")]);
    openUrl(link("4"));
    openUrl("knowhow://evil");
    expect(done).toEqual([path("3"), path("4")]);
  });

  it("leave the screen as it is when a second start brings none", () => {
    const { app, done, lead } = setUp();
    app.emit("second-instance", {}, ["console"]);
    app.emit("second-instance", {}, ["console", link("5")]);
    lead();
    app.emit("second-instance", {}, ["console"]);
    app.emit("activate", {});
    expect(done).toEqual([path("5"), "shown", "shown"]);
  });
});
