import { createDevice } from "@knowhow/ui/device/device.ts";
import { tabStores } from "@knowhow/ui/device/tabStores.ts";
import { removeTabItems, setTabItem } from "@knowhow/ui/client/tabItems.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const { write, read } = vi.hoisted(() => ({
  write: vi.fn<(given: { personId: string; text: string }) => Promise<void>>(),
  read: vi.fn(() => Promise.resolve({ personId: "minji", text: "" })),
}));
vi.mock("./bridge.ts", () => ({
  bridge: { memory: { read, write, handedOver: vi.fn() }, on: { handOver: vi.fn() } },
}));
vi.stubGlobal("window", new EventTarget());

const { keepMemory, restoreMemory, unkept } = await import("./memory.ts");
const device = createDevice({ ...tabStores, staffWaits: true });
await keepMemory(device);

describe("what the window hands on to be kept", () => {
  const type = async (text: string) => {
    setTabItem("texts:minji", text);
    await vi.advanceTimersByTimeAsync(300);
  };
  const last = () => JSON.parse(write.mock.lastCall?.[0].text ?? "{}") as unknown;
  beforeEach(async () => {
    vi.useFakeTimers();
    vi.spyOn(console, "warn").mockReturnValue();
    write.mockReset().mockResolvedValue();
    await restoreMemory(device);
  });
  afterEach(async () => {
    // Signed out, with nothing that waits to be written.
    write.mockReset().mockResolvedValue();
    removeTabItems();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
  });

  it("is tried again until it is kept, and said meanwhile", async () => {
    const heard: boolean[] = [];
    const stop = unkept.subscribe(() => heard.push(unkept.getSnapshot()));
    write.mockRejectedValue(new Error("no space"));
    await type("a note");
    expect(unkept.getSnapshot()).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(write).toHaveBeenCalledTimes(2);
    write.mockResolvedValue();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(last()).toEqual({ "texts:minji": "a note" });
    expect(heard).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(write).toHaveBeenCalledTimes(3);
    stop();
  });

  it("is kept by the next word too, where that is possible", async () => {
    write.mockRejectedValueOnce(new Error("too long"));
    await type("a very long note");
    expect(unkept.getSnapshot()).toBe(true);
    await type("shorter");
    expect(last()).toEqual({ "texts:minji": "shorter" });
    expect(unkept.getSnapshot()).toBe(false);
  });

  it("is nobody's loss any more after a sign-out", async () => {
    write.mockRejectedValue(new Error("no space"));
    await type("another note");
    removeTabItems();
    await vi.advanceTimersByTimeAsync(300);
    expect(write.mock.lastCall?.[0]).toEqual({ personId: "minji", text: "" });
    expect(unkept.getSnapshot()).toBe(false);
  });
});
