import { AppError } from "@knowhow/shared";
import { describe, expect, it } from "vitest";
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
    void come("d", "d1");
    await settle();
    expect(refused).toEqual(["a5", "d1"]);
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
});
