import { AppError } from "@knowhow/shared";
import { describe, expect, it, vi } from "vitest";
import { createGate } from "./gate.ts";

describe("a gate", () => {
  const bounds = { atOnce: 3, perPerson: 2, waiting: 3, waitingPerPerson: 2, waitMs: 5_000 };

  /** A gate with work that ends when told, and what became of each by its name. */
  const open = (overrides: Partial<typeof bounds> = {}) => {
    const gate = createGate({ ...bounds, ...overrides });
    const ends = new Map<string, () => void>();
    const inside: string[] = [];
    const refused: string[] = [];
    const come = (person: string, name: string) =>
      gate
        .pass(person, () => {
          inside.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        })
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(AppError);
          expect(error).toMatchObject({ code: "UNAVAILABLE" });
          refused.push(name);
        });
    return { come, inside, refused, end: (name: string) => ends.get(name)?.() };
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it("lets a person in as often as one may, and others beside", async () => {
    const { come, inside, refused, end } = open();
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) void come("a", name);
    void come("b", "b1");
    await settle();
    expect([inside, refused]).toEqual([["a1", "a2", "b1"], ["a5"]]);
    void come("c", "c1");
    void come("c", "c2");
    await settle();
    expect(refused).toEqual(["a5", "c2"]);
    end("b1");
    await settle();
    // The person who waits longest is inside often enough already.
    expect(inside).toEqual(["a1", "a2", "b1", "c1"]);
    end("a1");
    await settle();
    end("a2");
    await settle();
    expect(inside).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
  });

  it("sends away who waits too long, and lets others go on after work that failed", async () => {
    const { come, inside, refused, end } = open({ waitMs: 20 });
    void come("a", "a1");
    void come("a", "a2");
    await come("a", "a3");
    expect(refused).toEqual(["a3"]);
    end("a1");
    await settle();
    void come("a", "a4");
    await settle();
    expect(inside).toEqual(["a1", "a2", "a4"]);
    const gate = createGate({ ...bounds, perPerson: 1 });
    await expect(gate.pass("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(gate.pass("a", () => Promise.resolve(7))).resolves.toBe(7);
  });

  it("lets those in first who have fewest places, then those whose address has", async () => {
    const gate = createGate({
      ...bounds,
      atOnce: 4,
      perPerson: 3,
      perAddress: 3,
      waiting: 9,
      waitingPerPerson: 9,
    });
    const inside: string[] = [];
    const ends = new Map<string, () => void>();
    const come = (person: string, address: string, name: string) =>
      gate
        .pass({ person, address }, () => {
          inside.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        })
        // Callers who never come in are sent away after the test.
        .catch(() => undefined);
    for (const name of ["a1", "a2", "a3", "a4"]) void come("a", "home", name);
    void come("b", "home", "b1");
    void come("c", "street", "c1");
    void come("c", "street", "c2");
    void come("d", "elsewhere", "d1");
    await settle();
    // One address is full, however many people stand behind it; then all places are.
    expect(inside).toEqual(["a1", "a2", "a3", "c1"]);
    ends.get("c1")?.();
    await settle();
    expect(inside.slice(4)).toEqual(["c2"]);
    ends.get("a1")?.();
    await settle();
    expect(inside.slice(5)).toEqual(["d1"]);
    ends.get("a2")?.();
    await settle();
    expect(inside.slice(6)).toEqual(["b1"]);
  });

  it("has somebody wait for whom a full queue has room only if others wait less often", async () => {
    const gate = createGate({
      atOnce: 1,
      perPerson: 1,
      waiting: 6,
      waitingPerPerson: 3,
      waitingPerAddress: 5,
      waitMs: 60_000,
    });
    const inside: string[] = [];
    const refused: string[] = [];
    const ends: (() => void)[] = [];
    const come = (person: string, address: string, name: string) =>
      gate
        .pass({ person, address }, () => {
          inside.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        })
        .catch((error: unknown) => {
          expect(error).toMatchObject({ code: "UNAVAILABLE" });
          refused.push(name);
        });
    void come("z", "far", "z1");
    // Many accounts behind one address.
    for (const name of ["a", "b", "c", "d", "e", "f"]) void come(name, "home", `${name}1`);
    await settle();
    expect(refused).toEqual(["f1"]);
    void come("n", "street", "n1");
    await settle();
    expect(refused).toEqual(["f1"]);
    // All wait once: the last wait of the address with most gives way to a sender alone at its own.
    void come("m", "elsewhere", "m1");
    await settle();
    expect(refused).toEqual(["f1", "e1"]);
    // A sender is not let in who would then wait as often as those that would have to go.
    void come("n", "street", "n2");
    void come("f", "home", "f2");
    await settle();
    expect(refused).toEqual(["f1", "e1", "n2", "f2"]);
    for (let turn = 0; turn < 7; turn += 1) {
      ends.at(-1)?.();
      await settle();
    }
    expect(inside).toEqual(["z1", "a1", "b1", "c1", "d1", "n1", "m1"]);
  });

  it("lets go of one person's many before anybody's only one", async () => {
    const { come, refused } = open({ atOnce: 1, perPerson: 1 });
    for (const name of ["z1", "a1", "a2"]) void come(name.charAt(0), name);
    void come("b", "b1");
    void come("c", "c1");
    await settle();
    expect(refused).toEqual(["a2"]);
    void come("d", "d1");
    await settle();
    expect(refused).toEqual(["a2", "d1"]);
  });

  it("takes the slowest place from who has most, for who has fewer, and from nobody who is fast", async () => {
    vi.useFakeTimers();
    try {
      const slow = { bytesPerSecond: 1_000, afterMs: 2_000 };
      const gate = createGate({ ...bounds, atOnce: 4, perPerson: 3, waitMs: 60_000, slow });
      const revoked: string[] = [];
      const come = (person: string, name: string, bytes: number) =>
        gate.pass(person, ({ signal, arrive }) => {
          arrive(bytes);
          return new Promise<void>((resolve) => {
            signal.addEventListener("abort", () => {
              revoked.push(name);
              resolve();
            });
          });
        });
      void come("a", "a1", 500);
      void come("a", "a2", 100);
      void come("a", "fast", 1_000_000);
      void come("honest", "slow too", 0);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(revoked).toEqual([]);
      const entered = vi.fn(() => Promise.resolve());
      const passing = gate.pass("b", entered);
      await vi.advanceTimersByTimeAsync(1_000);
      await passing;
      expect(revoked).toEqual(["a2"]);
      // A person with as many places as the others waits until one ends.
      void come("b", "b1", 0);
      void come("a", "a3", 0);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(revoked).toEqual(["a2"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
