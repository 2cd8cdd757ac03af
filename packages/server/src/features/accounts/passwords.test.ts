import { AppError } from "@knowhow/shared";
import { newPasswordField } from "@knowhow/shared/schemas.ts";
import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./commonPasswords.ts";
import { createGate, hashPassword, refuseCommonPassword, whileVerifying, type Verify } from "./passwords.ts";

const verifyPassword: Verify = (stored, password) => whileVerifying((verify) => verify(stored, password));

describe("hashing", () => {
  it("stores argon2id at the decided cost, salted", async () => {
    const [first, second] = await Promise.all([hashPassword("Nolja!2026"), hashPassword("Nolja!2026")]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  it("verifies the same password in either Unicode form, and no other", async () => {
    const stored = await hashPassword("비밀번호a1!".normalize("NFC"));
    await expect(verifyPassword(stored, "비밀번호a1!".normalize("NFD"))).resolves.toBe(true);
    await expect(verifyPassword(stored, "비밀번호a1?")).resolves.toBe(false);
  });

  it("spends the work of a real check on an account that does not exist, and refuses", async () => {
    const stored = await hashPassword("Nolja!2026");
    // Processor time, which other programs do not lengthen.
    const time = async (hash: string | undefined) => {
      const start = process.cpuUsage();
      await expect(verifyPassword(hash, "Nolja!2027")).resolves.toBe(false);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const times = { real: Infinity, none: Infinity };
    for (let round = 0; round < 8; round += 1) {
      times.real = Math.min(times.real, await time(stored));
      times.none = Math.min(times.none, await time(undefined));
    }
    expect(times.none).toBeGreaterThan(times.real / 3);
  });
});

describe("the gate", () => {
  it("runs two, lets fifty wait and tells the others to come again", async () => {
    const { hold } = createGate({ running: 2, waiting: 50 });
    const gate = <T>(task: () => Promise<T>) => hold((run) => run(task));
    let running = 0;
    let maxRunning = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const task = async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await held;
      running -= 1;
    };
    const results = Array.from({ length: 60 }, () =>
      gate(task).then(
        () => "done",
        (error: unknown) => error,
      ),
    );
    release();
    const outcomes = await Promise.all(results);
    const refused = outcomes.filter((outcome) => outcome !== "done");
    expect(maxRunning).toBe(2);
    expect(refused).toHaveLength(8);
    for (const error of refused) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: "UNAVAILABLE", status: 503 });
    }
    await expect(gate(() => Promise.resolve("free again"))).resolves.toBe("free again");
  });

  it("counts a place from its beginning, and asks nothing of who gets none", async () => {
    const gate = createGate({ running: 1, waiting: 1 });
    let asked = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const attempts = Array.from({ length: 5 }, () =>
      gate.hold(async () => {
        asked += 1;
        await held;
      }),
    );
    expect([asked, gate.load()]).toEqual([2, { running: 0, waiting: 2 }]);
    release();
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(3);
    expect(gate.load()).toEqual({ running: 0, waiting: 0 });
  });

  it("goes on after a task that failed", async () => {
    const { hold } = createGate({ running: 1, waiting: 1 });
    const gate = <T>(task: () => Promise<T>) => hold((run) => run(task));
    await expect(gate(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(gate(() => Promise.resolve(1))).resolves.toBe(1);
  });
});

describe("common passwords", () => {
  it.each(["Password1!", "P@SSW0RD", "qwer1234!", "1q2w3e4r!", "1qaz@WSX", "Admin@123"])(
    "refuses %s",
    (password) => {
      expect(newPasswordField.isValidSync(password)).toBe(true);
      expect(() => {
        refuseCommonPassword(password, "newPassword");
      }).toThrow(expect.objectContaining({ code: "VALIDATION" }));
    },
  );

  it.each(["Knowhow!2026", "Password1!x", "qwer1234!qwer"])(
    "lets %s pass: only exact matches are refused",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});
