import { personHeader, type Report } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { startServer } from "../../testing/server.ts";
import { admin, buildHistory, buildPenalty, buildReport, idOf, startAdminServer } from "../testing.ts";
import type { Decision } from "../decision.ts";
import { PartlyDecidedError, type Made } from "./decisions.ts";
import { createSending, LostAnswerError, UnconfirmedBanError } from "./sending.ts";

const dismissal: Decision = {
  status: "dismissed",
  penaltyType: "none",
  reviewNotes: "",
  reason: "",
  duration: null,
};
const warning: Decision = { ...dismissal, status: "resolved", penaltyType: "warning", reason: "허위" };

const first = buildReport();
const second = buildReport({ id: idOf("2") });
let count = 0;
const make = (decision: Decision, more: Partial<Made> = {}): Made => {
  count += 1;
  return { id: count, reports: [first], decision, isConfirmed: false, sendAt: 0, state: "sending", ...more };
};

const released = (asked: readonly { method: string; path: string }[]) =>
  asked.filter(({ method }) => method === "DELETE").map(({ path }) => path);

const isLease = (address: unknown) => typeof address === "string" && address.endsWith("/lease");

describe("the sending of decisions", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let known: Map<string, Report>;
  let warnings: number;
  let penalties: ReturnType<typeof buildPenalty>[];
  /** Who else is at the reports. */
  let holder: string | undefined;

  const decide = (
    ids: readonly string[],
    { status, penaltyType }: Pick<Decision, "status" | "penaltyType">,
  ) => {
    for (const id of ids) known.set(id, { ...(known.get(id) ?? first), status });
    if (status !== "resolved" || penaltyType === "none") return;
    if (penaltyType === "warning") warnings += 1;
    penalties.push(buildPenalty({ penaltyType, reportId: ids[0] ?? null }));
  };
  const isFinal = (id: string) => /resolved|dismissed/.test(known.get(id)?.status ?? "");
  const no = (code: string, more: object = {}) => ({ status: 409, body: { code, message: code, ...more } });

  beforeEach(async () => {
    known = new Map([first, second].map((report) => [report.id, report]));
    warnings = 0;
    penalties = [];
    holder = undefined;
    server = await startAdminServer({
      "/api/admin/users": () => ({ body: buildHistory({ warningCount: warnings }, penalties) }),
      "/api/admin/reports": ({ method, path, body }) => {
        const id = path.split("/")[4] ?? "";
        if (path.endsWith("/lease")) {
          if (isFinal(id)) return no("ALREADY_PROCESSED");
          const lease = { adminId: idOf("f0"), nickname: holder, until: "2026-11-20T05:11:00.000Z" };
          return holder === undefined ? { body: { lease: null } } : no("LEASED", { lease });
        }
        if (method === "GET") return { body: { report: known.get(id), lease: null, related: [] } };
        const { ids = [id], ...decision } = JSON.parse(body) as Decision & { ids?: string[] }; // as it was sent
        if (ids.some(isFinal)) return no("ALREADY_PROCESSED");
        decide(ids, decision);
        const reports = ids.map((one) => known.get(one));
        return { body: method === "PUT" ? { report: reports[0] } : { reports } };
      },
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  const decided = () =>
    server.asked.filter(
      ({ method, path }) => (method === "PUT" || method === "POST") && !path.endsWith("/lease"),
    );

  /** The server does what it is asked, and its answer to a decision never comes back. */
  const loseAnswers = () => {
    const real = globalThis.fetch;
    return vi.spyOn(globalThis, "fetch").mockImplementation(async (address, options) => {
      const answer = await real(address, options);
      if (options?.method === "PUT" && !isLease(address)) throw new TypeError("lost");
      return answer;
    });
  };

  it("stops at a warning that by now is the last one, until the password was given", async () => {
    const send = createSending(admin.id);
    warnings = 2;
    await expect(send(make(warning))).rejects.toBeInstanceOf(UnconfirmedBanError);
    expect(decided()).toEqual([]);
    await send(make(warning, { isConfirmed: true }));
    expect(decided()).toHaveLength(1);
  });

  it("lets two warnings of one person see each other, however they are sent", async () => {
    const send = createSending(admin.id);
    warnings = 1;
    const [one, other] = await Promise.allSettled([
      send(make(warning)),
      send(make(warning, { reports: [second] })),
    ]);
    expect(one.status).toBe("fulfilled");
    expect(other).toMatchObject({ status: "rejected", reason: expect.any(UnconfirmedBanError) });
    expect(decided()).toHaveLength(1);
  });

  it("sends nothing about a case that somebody else has taken over", async () => {
    holder = "돌봄이";
    await expect(createSending(admin.id)(make(dismissal))).rejects.toMatchObject({ code: "LEASED" });
    expect(decided()).toEqual([]);
  });

  it("tells which of several are left when some were decided meanwhile", async () => {
    const send = createSending(admin.id);
    decide([first.id], dismissal);
    const both = make(dismissal, { reports: [first, second] });
    const failure: unknown = await send(both).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PartlyDecidedError);
    expect(failure).toMatchObject({ left: [{ id: second.id }], gone: 1 });
    await send({ ...both, reports: [second] });
    expect(known.get(second.id)?.status).toBe("dismissed");
    await expect(send(make(dismissal))).rejects.toMatchObject({ code: "ALREADY_PROCESSED" });
  });

  it("finds a decision whose answer was lost, and takes it for sent", async () => {
    loseAnswers();
    await expect(createSending(admin.id)(make(warning))).resolves.toMatchObject([{ status: "resolved" }]);
    expect([warnings, decided().length]).toEqual([1, 1]);
  });

  it("says that it does not know while the server says nothing, and looks before it sends again", async () => {
    const send = createSending(admin.id);
    const made = make(dismissal);
    const real = globalThis.fetch;
    const network = vi.spyOn(globalThis, "fetch").mockImplementation(async (address, options) => {
      if (isLease(address)) return real(address, options);
      if (options?.method === "PUT") await real(address, options);
      throw new TypeError("lost");
    });
    await expect(send(made)).rejects.toBeInstanceOf(LostAnswerError);
    network.mockRestore();
    await expect(send(made)).resolves.toMatchObject([{ status: "dismissed" }]);
    expect(decided()).toHaveLength(1);
  });

  it("takes another decision than its own for somebody else's", async () => {
    const real = globalThis.fetch;
    const network = vi.spyOn(globalThis, "fetch").mockImplementation(async (address, options) => {
      if (options?.method === "PUT" && !isLease(address)) {
        decide([first.id], { status: "resolved", penaltyType: "none" });
        throw new TypeError("lost");
      }
      return real(address, options);
    });
    await expect(createSending(admin.id)(make(warning))).rejects.toMatchObject({ code: "ALREADY_PROCESSED" });
    network.mockRestore();
  });

  it("does nothing in the name of whoever has signed in meanwhile", async () => {
    await createSending(admin.id)(make(warning));
    const names = server.asked.map(({ headers }) => headers[personHeader]);
    expect(new Set(names)).toEqual(new Set([admin.id]));
  });

  it("leaves the others of several where they stay open, and only there", async () => {
    const send = createSending(admin.id);
    const both = { reports: [first, second] as const };
    await send(make(dismissal, both));
    expect(released(server.asked)).toEqual([]);
    known = new Map([first, second].map((report) => [report.id, report]));
    holder = "돌봄이";
    await expect(send(make(dismissal, both))).rejects.toThrow();
    await expect.poll(() => released(server.asked)).toEqual([`/api/admin/reports/${second.id}/lease`]);
  });
});
