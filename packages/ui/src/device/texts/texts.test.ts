import { renderHook } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTexts } from "./texts.ts";
import { useKeptForm } from "./useKeptText.ts";
import { OnPlatform } from "../../testing/render.tsx";
import { testDevice, testStores } from "../../testing/platform.ts";

const { closeTexts, textsOf } = testDevice;

/** A device that answers when the test says so. */
const createDevice = (kept: Record<string, unknown> = {}) => {
  const device = new Map(Object.entries(kept));
  let answer: () => void = () => undefined;
  const writes: string[] = [];
  const reading = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return {
    device,
    writes,
    answer: async () => {
      answer();
      await vi.advanceTimersByTimeAsync(0);
    },
    store: {
      read: async () => {
        await reading;
        return new Map(device);
      },
      keep: async (name: string, value: unknown) => {
        writes.push(name);
        if (value === undefined) device.delete(name);
        else device.set(name, value);
      },
      keepMissing: async (name: string, value: unknown) => {
        if (!device.has(name)) device.set(name, value);
      },
    },
  };
};

describe("what is being written", () => {
  const { openTextStore } = testStores;
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    closeTexts();
    testStores.openTextStore = openTextStore;
    vi.useRealTimers();
  });

  it("is known at once, kept when typing rests, and forgotten at once when it is sent", async () => {
    const { store, device, writes } = createDevice();
    const texts = createTexts(store);
    for (const text of ["가", "가나", "가나다"]) texts.keep("a", text);
    expect([texts.read("a"), writes]).toEqual(["가나다", []]);
    await vi.advanceTimersByTimeAsync(400);
    expect([device.get("a"), writes]).toEqual(["가나다", ["a"]]);
    texts.keep("a", undefined);
    expect([texts.read("a"), device.has("a")]).toEqual([undefined, false]);
  });

  it("is kept without a rest when the page goes away, and not at all after a sign-out", () => {
    const { store, device } = createDevice();
    testStores.openTextStore = () => store;
    const texts = textsOf("me");
    texts.keep("a", "가");
    window.dispatchEvent(new Event("pagehide"));
    expect(device.get("a")).toBe("가");
    texts.keep("b", "나");
    closeTexts();
    texts.keep("c", "다");
    window.dispatchEvent(new Event("pagehide"));
    expect([...device.keys()]).toEqual(["a"]);
  });

  it("is kept again when the page goes away after another tab has sent its own under the same name", () => {
    const { store, device } = createDevice({ b: "다른 탭" });
    const texts = createTexts(store);
    texts.keep("a", "여기");
    texts.keep("b", "여기도");
    texts.keep("c", "보낸 것");
    texts.keep("c", undefined);
    texts.leave();
    device.delete("a");
    device.set("b", "더 새로운 것");
    texts.leave();
    expect(Object.fromEntries(device)).toEqual({ a: "여기", b: "더 새로운 것" });
  });

  it("comes from the device, but what was typed meanwhile is newer", async () => {
    const { store, answer } = createDevice({ a: "전에", b: "전에도", c: "보낸 것" });
    const texts = createTexts(store);
    const heard = vi.fn<() => void>();
    texts.onRead(heard);
    texts.keep("a", "지금");
    texts.keep("c", undefined);
    await answer();
    expect(heard).toHaveBeenCalledTimes(1);
    expect(["a", "b", "c"].map((name) => texts.read(name))).toEqual(["지금", "전에도", undefined]);
  });

  describe("in a form", () => {
    const blank = { subject: "", message: "" };
    const open = (personId: string | undefined) =>
      renderHook(
        ({ personId: writer }: { personId: string | undefined }) => {
          const form = useForm({ defaultValues: blank });
          useKeptForm(form, { personId: writer, name: "form", blank });
          return form;
        },
        { initialProps: { personId }, wrapper: OnPlatform },
      );

    it("is there again for its writer, and for nobody else", async () => {
      const devices = {
        me: createDevice({ form: { subject: "환불", message: "쓰다 만 글" } }),
        other: createDevice(),
      };
      testStores.openTextStore = (personId) => (personId === "me" ? devices.me : devices.other).store;
      const { result, rerender } = open("me");
      await act(devices.me.answer);
      expect(result.current.getValues()).toEqual({ subject: "환불", message: "쓰다 만 글" });
      rerender({ personId: "other" });
      expect(result.current.getValues()).toEqual(blank);
      act(() => result.current.reset(blank));
      await vi.advanceTimersByTimeAsync(400);
      expect([devices.me.device.size, devices.other.device.size]).toEqual([1, 0]);
    });

    it("is the writer's, also while it was not known who writes, and is over with the form", async () => {
      const { store, device, answer } = createDevice({ form: { subject: "", message: "전에" } });
      testStores.openTextStore = () => store;
      const { result, rerender } = open(undefined);
      act(() => result.current.setValue("message", "먼저 쓴 글"));
      rerender({ personId: "me" });
      await act(answer);
      await vi.advanceTimersByTimeAsync(400);
      expect(device.get("form")).toEqual({ subject: "", message: "먼저 쓴 글" });
      act(() => result.current.reset(blank));
      expect(device.has("form")).toBe(false);
    });
  });
});
