import type { Lease } from "@knowhow/shared";
import { afterEach, expect, it } from "vitest";
import { bePatient } from "../../../testing/patience.ts";
import { renderAt } from "../../../testing/render.tsx";
import type { startServer } from "../../../testing/server.ts";
import { idOf, startAdminServer } from "../testing.ts";
import { useLease } from "./useLease.ts";

bePatient();

const reportId = idOf("1");
const lease: Lease = {
  adminId: idOf("9"),
  nickname: "돌봄이",
  until: "2026-11-20T05:06:00.000Z",
  reason: null,
};

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const asked = () =>
  server.asked.filter(({ path }) => path.endsWith("/lease")).map(({ method, body }) => `${method} ${body}`);

const LeaseTaker = ({ isHeld, listed }: { isHeld: boolean; listed?: Lease }) => {
  const { other } = useLease(reportId, { isWanted: true, isHeld: () => isHeld, listed });
  return <p>{other?.nickname ?? "nobody"}</p>;
};

it("puts the administrator at what they decide at a glance, before it is sent", async () => {
  server = await startAdminServer({ [`/api/admin/reports/${reportId}/lease`]: () => ({ body: { lease } }) });
  renderAt(<LeaseTaker isHeld />).unmount();
  await expect.poll(asked).toEqual(['PUT {"takeOver":false}']);
});

it("gives up what is only passed by", async () => {
  server = await startAdminServer({ [`/api/admin/reports/${reportId}/lease`]: () => ({ body: { lease } }) });
  renderAt(<LeaseTaker isHeld={false} />).unmount();
  await expect.poll(asked).toHaveLength(1);
  expect(asked().join()).toMatch(/^DELETE/);
});

it("says who is there from the first moment, and what the server says after that", async () => {
  server = await startAdminServer({ [`/api/admin/reports/${reportId}/lease`]: () => ({ body: { lease } }) });
  const view = renderAt(<LeaseTaker isHeld={false} listed={lease} />);
  expect(view.getByText("돌봄이")).toBeInTheDocument();
  await view.findByText("nobody");
});
