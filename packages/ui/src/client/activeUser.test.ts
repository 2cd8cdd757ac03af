import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  isBanUnmet,
  setActiveUser,
  noteBanMet,
  noteSessionEnd,
  activeUserId,
  sessionEndOf,
} from "./activeUser.ts";

const dayMs = 24 * 60 * 60_000;

describe("whose the device is", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (days: number) => vi.setSystemTime(Date.now() + days * dayMs);

  it("is known without a network, for as long as the session can last", () => {
    setActiveUser("a");
    pass(13.9);
    expect(activeUserId()).toBe("a");
    pass(0.2);
    expect(activeUserId()).toBeNull();
    setActiveUser("a");
    expect(activeUserId()).toBe("a");
  });

  it("is nobody's from the moment the session ends, which is remembered", () => {
    setActiveUser("a");
    pass(1);
    setActiveUser(null);
    expect(activeUserId()).toBeNull();
    expect(sessionEndOf("a")).toBe(Date.now());
    // The end of a session is reported more than once.
    const endedAt = Date.now();
    pass(1);
    setActiveUser(null);
    expect(sessionEndOf("a")).toBe(endedAt);
    setActiveUser("b");
    expect(sessionEndOf("a")).toBe(endedAt);
    noteSessionEnd("a", undefined);
    expect(sessionEndOf("a")).toBeUndefined();
  });

  it("has deleted what waited for a ban once it says so, and not for the next one", () => {
    const isToErase = (isBanned: boolean) => isBanUnmet({ id: "a", isBanned });
    expect([isToErase(false), isToErase(true), isToErase(true)]).toEqual([false, true, true]);
    noteBanMet("a");
    expect([isToErase(true), isToErase(false), isToErase(true)]).toEqual([false, false, true]);
    noteBanMet("a");
    // A sign-out deletes the time of the session's end too.
    noteSessionEnd("a", undefined);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
