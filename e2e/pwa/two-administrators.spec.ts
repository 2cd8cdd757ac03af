import { api, type Lease, type Report } from "@knowhow/shared";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { choose, field } from "../pages/fields.ts";
import { administrator, colleague, makeAdministrator } from "../support/administrator.ts";
import { call } from "../support/api.ts";
import { fileReports } from "../support/reports.ts";

// The browser itself tells of the refusal that this story is about.
test.use({ expected: [/status of 409/] });

const signIn = async (request: APIRequestContext, person: typeof administrator | typeof colleague) => {
  await makeAdministrator(person);
  await call(request, api.accounts.login, {
    body: { emailOrUserId: person.userId, password: person.password },
  });
};

const find = async (request: APIRequestContext, word: string): Promise<Report[]> => {
  const answer = await request.get(`${api.reports.list.path}?q=${word}`);
  return ((await answer.json()) as { reports: Report[] }).reports; // as the contract has it
};

test("of two administrators at one person exactly what the screen said happens, or nothing @once", async ({
  page,
  context,
  openBrowser,
  openSession,
}) => {
  const word = await fileReports(openSession, { contents: 2, reporters: 1 });
  const bystanderWord = await fileReports(openSession, { contents: 1, reporters: 1 });
  await signIn(context.request, administrator);
  const colleagueBrowser = await openBrowser();
  await signIn(colleagueBrowser.request, colleague);

  await page.goto("/admin");
  await field(page.getByRole("main"), "신고 검색").fill(word);
  const list = page.getByRole("region", { name: "신고 목록" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  const leases = async () =>
    (await call(colleagueBrowser.request, api.reports.leases, {})).leases.filter(
      ({ nickname }: Lease) => nickname === administrator.nickname,
    );
  await list.getByRole("listitem").first().getByRole("button", { name: "처리하기" }).click();
  const dialog = page.getByRole("dialog", { name: "신고 처리" });
  await expect(dialog.getByText("경고 1회째: 안내")).toBeVisible();
  await expect.poll(async () => (await leases()).length).toBe(1);
  const [ownLease] = await leases();
  const free = (await find(colleagueBrowser.request, word)).find(({ id }) => id !== ownLease?.reportId);

  // A later administrator sees the first one, and can not decide.
  const other = await colleagueBrowser.newPage();
  await other.goto(`/reports/${ownLease?.reportId ?? ""}`);
  await expect(other.getByText(`${administrator.nickname}님이 보고 있어요`)).toBeVisible();
  const overHead = await colleagueBrowser.request.put(
    api.reports.process.path.replace(":reportId", ownLease?.reportId ?? ""),
    {
      data: { status: "dismissed" },
    },
  );
  expect([overHead.status(), (await overHead.json()) as unknown]).toMatchObject([409, { code: "LEASED" }]);

  await choose(dialog, "처리 상태", "해결됨");
  await choose(dialog, "제재 유형", "경고");
  await field(dialog, "제재 사유").fill("광고만 있어요");
  await dialog.getByRole("button", { name: "처리하기" }).click();
  const held = page.getByRole("region", { name: "보내기 전인 결정" });
  await expect(held.getByText("해결됨 · 경고")).toBeVisible();
  // While it can still be taken back the other one warns, by another report.
  await call(colleagueBrowser.request, api.reports.process, {
    params: { reportId: free?.id ?? "" },
    body: {
      status: "resolved",
      penaltyType: "warning",
      reason: "다른 글도 광고예요",
      reviewNotes: null,
      duration: null,
    },
  });

  await expect(held.getByText("상태가 바뀌어 아직 처리하지 않았어요")).toBeVisible();
  await expect(held.getByText("경고 2회째: 7일 이용 정지")).toBeVisible();
  const reportState = async () => {
    const report = (await find(colleagueBrowser.request, word)).find(({ id }) => id === ownLease?.reportId);
    return [report?.status, report?.reportedUser.warningCount, report?.reportedUser.suspendedUntil !== null];
  };
  expect(await reportState()).toEqual(["pending", 1, false]);

  await held.getByRole("button", { name: "이대로 보내기" }).click();
  await expect(page.getByText("신고 처리 완료")).toBeVisible();
  expect(await reportState()).toEqual(["resolved", 2, true]);
  await expect(other.getByText("해결됨", { exact: true }).first()).toBeVisible();
  expect(await find(colleagueBrowser.request, bystanderWord)).toMatchObject([
    { status: "pending", reportedUser: { warningCount: 0, suspendedUntil: null, isBanned: false } },
  ]);
});
