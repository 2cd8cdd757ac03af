import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import type { startServer } from "../../testing/server.ts";
import { buildHistory, buildPenalty, idOf, startAdminServer } from "./testing.ts";
import { UserHistory } from "./UserHistory.tsx";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const warnings = ["첫 경고", "둘째 경고", "셋째 경고"].map((reason, index) =>
  buildPenalty({ id: idOf(`d${index}`), reason }),
);
const ban = buildPenalty({ id: idOf("d9"), penaltyType: "ban", reason: "사기" });

it.each([
  { name: "the first of three warnings", penalties: warnings, isBanned: true, isTold: true },
  { name: "a warning beside a ban", penalties: [...warnings, ban], isBanned: true, isTold: false },
  { name: "a warning of two", penalties: warnings.slice(1), isBanned: false, isTold: false },
])("says before a lift whether a ban ends with it: $name", async ({ penalties, isBanned, isTold }) => {
  server = await startAdminServer({
    "/api/admin/users": () => ({ body: buildHistory({ isBanned }, penalties) }),
  });
  renderAt(<UserHistory userId={idOf("b")} />);
  const [lift] = await screen.findAllByRole("button", { name: /^제재 해제: 경고/ });
  if (lift) await userEvent.setup().click(lift);
  const dialog = within(await screen.findByRole("dialog", { name: "제재를 해제할까요?" }));
  expect(dialog.queryByText(/영구 이용 제한도 함께 풀려요/) !== null).toBe(isTold);
});

it("sends a lift whose answer was lost by the same key, and tells it as done", async () => {
  let isLost = true;
  const penalty = buildPenalty();
  server = await startAdminServer({
    "/api/admin/users": () => ({ body: buildHistory({}, [penalty]) }),
    "/api/admin/penalties": () => ({ isLost, body: { penalty: { ...penalty, isActive: false } } }),
  });
  renderAt(<UserHistory userId={idOf("b")} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /^제재 해제: 경고/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "제재를 해제할까요?" }));
  await user.type(dialog.getByLabelText(/해제 사유/), "소명");
  await user.click(dialog.getByRole("button", { name: "제재 해제" }));
  await dialog.findByRole("alert");
  isLost = false;
  await user.click(dialog.getByRole("button", { name: "제재 해제" }));
  await screen.findByText("제재를 해제했습니다");
  const keys = server.asked
    .filter(({ method }) => method === "PUT")
    .map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
});
