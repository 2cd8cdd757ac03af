import { beforeEach, describe, expect, it } from "vitest";
import { eraseForBan, erasePerson } from "../device/erasing.ts";
import { viewPaths, viewPrefix } from "./keptViews.ts";
import { setPendingSignOut } from "./leaving.ts";
import { setActiveUser } from "./activeUser.ts";
import { testDevice } from "../testing/platform.ts";

describe("the kept views of screens", () => {
  beforeEach(() => {
    setActiveUser("a");
    for (const path of ["/profile", "/chat/1"]) localStorage.setItem(viewPrefix + path, "{}");
  });

  it("stay while their person is here", () => {
    setActiveUser("a");
    expect(viewPaths()).toEqual(["/profile", "/chat/1"]);
  });

  it.each([
    ["a sign-out, or a session that ended, in any tab", async () => setActiveUser(null)],
    ["somebody else's sign-in", async () => setActiveUser("b")],
    ["a ban", () => eraseForBan(testDevice, "a")],
    ["the deletion of all that is kept", () => erasePerson(testDevice, "a")],
  ])("are gone at once after %s", (_, end) => {
    void end();
    expect(viewPaths()).toEqual([]);
  });

  it("are gone too where a sign-out was cut off after its first mark", () => {
    setPendingSignOut("a");
    setActiveUser(null);
    localStorage.setItem(`${viewPrefix}/profile`, "{}");
    // The next start finishes it.
    setActiveUser(null);
    expect(viewPaths()).toEqual([]);
  });
});
