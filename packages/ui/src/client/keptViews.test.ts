import { beforeEach, describe, expect, it } from "vitest";
import { eraseForBan, erasePerson } from "../device/erasing.ts";
import { viewPaths, viewPrefix } from "./keptViews.ts";
import { noteLeft } from "./leaving.ts";
import { keepFor } from "./person.ts";

describe("the kept views of screens", () => {
  beforeEach(() => {
    keepFor("a");
    for (const path of ["/profile", "/chat/1"]) localStorage.setItem(viewPrefix + path, "{}");
  });

  it("stay while their person is here", () => {
    keepFor("a");
    expect(viewPaths()).toEqual(["/profile", "/chat/1"]);
  });

  it.each([
    ["a sign-out, or a session that ended, in any tab", async () => keepFor(null)],
    ["somebody else's sign-in", async () => keepFor("b")],
    ["a ban", () => eraseForBan("a")],
    ["the deletion of all that is kept", () => erasePerson("a")],
  ])("are gone at once after %s", (_, end) => {
    void end();
    expect(viewPaths()).toEqual([]);
  });

  it("are gone too where a sign-out was cut off after its first mark", () => {
    noteLeft("a");
    keepFor(null);
    localStorage.setItem(`${viewPrefix}/profile`, "{}");
    // The next start finishes it.
    keepFor(null);
    expect(viewPaths()).toEqual([]);
  });
});
