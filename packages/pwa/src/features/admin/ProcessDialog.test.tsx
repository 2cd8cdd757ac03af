import { act, fireEvent, screen, within } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { stubMedia } from "@knowhow/ui/testing/media.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import {
  refuse,
  type FakeAnswer,
  type RecordedRequest,
  type startServer,
} from "@knowhow/ui/testing/server.ts";
import { ReportTab } from "./ReportTab.tsx";
import {
  admin,
  buildCase,
  buildHistory,
  buildLease,
  buildPenalty,
  buildReport,
  idOf,
  startAdminServer,
} from "@knowhow/ui/features/admin/testing.ts";
import { groupName } from "@knowhow/ui/features/admin/triage/caseDrafts.ts";
import { DecisionBar } from "@knowhow/ui/features/admin/triage/DecisionBar.tsx";
import { undoMs } from "@knowhow/ui/features/admin/triage/decisions.ts";
import { DecisionsProvider } from "@knowhow/ui/features/admin/triage/DecisionsProvider.tsx";
import { useReportCounts, useTabCounts } from "@knowhow/ui/features/admin/useReports.ts";
import { testDevice } from "@knowhow/ui/testing/platform.ts";

const { textsOf } = testDevice;

bePatient();

// As on a phone: native select elements.
stubMedia((media) => media === "(pointer: coarse)");

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const counts = { all: 2, pending: 2, processed: 0, open: 2, decided: 0, voices: 2, pendingVoices: 2 };

const first = buildReport();
const second = buildReport({ id: idOf("2"), reporter: { id: idOf("a2"), nickname: "유나" } });
/** About another thing. */
const other = buildReport({
  id: idOf("3"),
  contentId: idOf("c3"),
  reporter: { id: idOf("a3"), nickname: "하나" },
});

interface Given {
  /** Whether no choice is kept: reports about one thing are decided together. Else each is chosen to be decided alone. */
  isGrouped?: boolean;
  history?: ReturnType<typeof buildHistory>;
  process?: (asked: RecordedRequest) => FakeAnswer;
  verify?: (asked: RecordedRequest) => FakeAnswer;
  lift?: (asked: RecordedRequest) => FakeAnswer;
  /** Another administrator who holds the lease. */
  holder?: string;
  /** The report that is opened. */
  report?: typeof first;
  /** The other report about the same thing. */
  related?: typeof first;
  /** The cards, in the place of two. */
  reports?: (typeof first)[];
  /** The list is not answered before this. */
  before?: () => Promise<unknown> | undefined;
}

const Waiting = () => (
  <p>
    기다리는 대상 {useReportCounts()?.pending}건, 대기중 {useTabCounts()?.pending}건
  </p>
);

/** Opens the dialog of the first of two reports that wait. */
const open = async ({
  isGrouped = false,
  reports,
  before,
  history = buildHistory(),
  process,
  verify,
  lift,
  holder,
  report = first,
  related = second,
}: Given = {}) => {
  for (const { id } of [first, second]) textsOf(admin.id).keep(groupName(id), isGrouped ? undefined : []);
  const lease = buildLease({ adminId: idOf("f0"), nickname: holder ?? "" });
  server = await startAdminServer({
    "/api/admin/reports": async (asked) => {
      if (asked.method !== "GET")
        return process?.(asked) ?? { body: { report: { ...first, status: "resolved" } } };
      await before?.();
      return { body: { reports: reports ?? [report, second], counts } };
    },
    "/api/admin/reports/batch": () => ({
      body: { reports: [first, second].map((report) => ({ ...report, status: "resolved" })) },
    }),
    "/api/admin/reports/leases": () => ({
      body: { leases: holder === undefined ? [] : [{ ...lease, reportId: first.id }] },
    }),
    [`/api/admin/reports/${first.id}`]: (asked) =>
      asked.method === "GET"
        ? { body: buildCase(report, { related: [related], sameTarget: 1 }) }
        : (process?.(asked) ?? { body: { report: { ...first, status: "resolved" } } }),
    [`/api/admin/reports/${first.id}/lease`]: () =>
      holder === undefined
        ? { body: { lease: buildLease() } }
        : { status: 409, body: { code: "LEASED", message: "다른 관리자", lease } },
    [`/api/admin/reports/${second.id}`]: () => ({
      body: buildCase(second, { related: [first], sameTarget: 1 }),
    }),
    [`/api/admin/reports/${second.id}/lease`]: () => ({ body: { lease: buildLease() } }),
    "/api/admin/users": () => ({ body: history }),
    "/api/admin/penalties": (asked) => lift?.(asked) ?? refuse("NOT_FOUND"),
    "/api/auth/verify-password": (asked) => verify?.(asked) ?? { body: { ok: true } },
  });
  const user = userEvent.setup();
  renderAt(
    <DecisionsProvider personId={admin.id}>
      <Waiting />
      <ReportTab filter="pending" user={admin} />
      <DecisionBar />
    </DecisionsProvider>,
    "/admin",
    "/admin",
  );
  const [button] = await screen.findAllByRole("button", { name: "처리하기" });
  if (button) await user.click(button);
  const dialog = await screen.findByRole("dialog", { name: "신고 처리" });
  const inDialog = within(dialog);
  await inDialog.findByText("권장 조치:", { exact: false });
  await inDialog.findByText(/같은 사람의 열린 신고 1건/);
  return { user, dialog: inDialog };
};

type Dialog = Awaited<ReturnType<typeof open>>["dialog"];

const choose = (user: UserEvent, dialog: Dialog, field: RegExp, option: string) =>
  user.selectOptions(dialog.getByLabelText(field), option);
const write = async (user: UserEvent, box: HTMLElement, text: string) => {
  await user.clear(box);
  await user.click(box);
  await user.paste(text);
};
const send = (user: UserEvent, dialog: Dialog) =>
  user.click(dialog.getByRole("button", { name: /처리하기/ }));
/** `send` under a fake clock. */
const press = (dialog: Dialog) => fireEvent.click(dialog.getByRole("button", { name: /처리하기/ }));
const sent = () =>
  server.asked
    .filter(({ method, path }) => method !== "GET" && /reports\/[^/]+$/.test(path))
    .map(({ body }) => JSON.parse(body) as unknown);
/** Waits until a decision can no longer be undone. */
const waitForSending = async (title = "신고 처리 완료") => {
  await act(() => vi.advanceTimersByTimeAsync(undoMs));
  expect(await screen.findByText(title)).toBeInTheDocument();
};
const expected = { warningCount: 0, suspendedUntil: null, isBanned: false };

describe("the process dialog", () => {
  it("asks for a penalty with a resolution only, and for its reason and time, in the documents' words", async () => {
    const { user, dialog } = await open();
    await send(user, dialog);
    expect(await dialog.findByText("처리 상태를 선택해주세요.")).toBeInTheDocument();
    await choose(user, dialog, /처리 상태/, "기각됨");
    expect(dialog.queryByLabelText(/제재 유형/)).toBeNull();
    await choose(user, dialog, /처리 상태/, "해결됨");
    await choose(user, dialog, /제재 유형/, "서비스 이용 정지");
    await send(user, dialog);
    expect(await dialog.findByText("제재를 적용할 때는 제재 사유를 입력해주세요.")).toBeInTheDocument();
    expect(dialog.getByText("서비스 이용 정지 시 기간을 선택해주세요.")).toBeInTheDocument();
    expect(sent()).toEqual([]);
    await choose(user, dialog, /정지 기간/, "7일");
    await write(user, dialog.getByLabelText(/제재 사유/), "허위 설명");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press(dialog);
    await screen.findByText("지현 · 해결됨 · 서비스 이용 정지 7일");
    // The decision can still be undone.
    expect(sent()).toEqual([]);
    await waitForSending();
    expect(sent()).toEqual([
      { status: "resolved", penaltyType: "suspension", duration: 7, reason: "허위 설명", expected },
    ]);
  });

  it("says what the same thing has brought already, and gives one more penalty only where that is confirmed", async () => {
    const targetPenalties = [{ penaltyType: "warning", createdAt: "2026-11-20T06:00:00.000Z" } as const];
    const { user, dialog } = await open({ report: buildReport({ targetPenalties }) });
    expect(dialog.getByText(/^이 콘텐츠로 이미 경고 1회 \(2026년 11월 20일\)가 있어요/)).toBeInTheDocument();
    await choose(user, dialog, /처리 상태/, "해결됨");
    await choose(user, dialog, /제재 유형/, "경고");
    await write(user, dialog.getByLabelText(/제재 사유/), "허위 설명");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    for (let time = 0; time < 2; time += 1) press(dialog);
    expect(await dialog.findByText(/^같은 대상으로 이미 제재했습니다/)).toBeInTheDocument();
    fireEvent.click(dialog.getByRole("checkbox", { name: "그래도 한 번 더 제재할게요" }));
    press(dialog);
    await waitForSending();
    expect(sent()).toEqual([{ status: "resolved", penaltyType: "warning", reason: "허위 설명", expected }]);
  });

  it("asks nothing of the kind where nothing is imposed", async () => {
    const targetPenalties = [{ penaltyType: "warning", createdAt: "2026-11-20T06:00:00.000Z" } as const];
    const { user, dialog } = await open({ report: buildReport({ targetPenalties }) });
    await choose(user, dialog, /처리 상태/, "기각됨");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press(dialog);
    await waitForSending();
    expect(sent()).toEqual([{ status: "dismissed" }]);
  });

  it("sends nothing of a penalty that was chosen before the report was dismissed", async () => {
    const { user, dialog } = await open();
    await choose(user, dialog, /처리 상태/, "해결됨");
    await choose(user, dialog, /제재 유형/, "경고");
    await write(user, dialog.getByLabelText(/제재 사유/), "허위");
    await choose(user, dialog, /처리 상태/, "기각됨");
    await write(user, dialog.getByLabelText(/검토 메모/), "근거 없음");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press(dialog);
    await waitForSending();
    expect(sent()).toEqual([{ status: "dismissed", reviewNotes: "근거 없음" }]);
  });

  it("sends no notes that another administrator wrote before", async () => {
    const report = buildReport({ status: "reviewed", reviewNotes: "다른 관리자의 메모" });
    const { user, dialog } = await open({ report });
    expect(dialog.getByLabelText(/검토 메모/)).toHaveValue("");
    await choose(user, dialog, /처리 상태/, "기각됨");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press(dialog);
    await waitForSending();
    expect(sent()).toEqual([{ status: "dismissed" }]);
  });

  it("asks for the password before the warning that bans, and bans nobody with a wrong one", async () => {
    const { user, dialog } = await open({
      history: buildHistory({ warningCount: 2 }),
      verify: ({ body }) =>
        body.includes("Right!2026")
          ? { body: { ok: true } }
          : {
              status: 400,
              body: { code: "WRONG_PASSWORD", message: "현재 비밀번호가 일치하지 않습니다." },
            },
    });
    expect(dialog.getByText("경고 3회째: 영구 이용 제한")).toBeInTheDocument();
    await choose(user, dialog, /처리 상태/, "해결됨");
    await choose(user, dialog, /제재 유형/, "경고");
    await write(user, dialog.getByLabelText(/제재 사유/), "반복된 허위 설명");
    await send(user, dialog);
    const asking = within(await screen.findByRole("dialog", { name: "비밀번호 확인" }));
    const password = asking.getByLabelText(/^비밀번호/, { selector: "input" });
    await write(user, password, "Wrong!2026");
    await user.keyboard("{Enter}");
    expect(await asking.findByText("현재 비밀번호가 일치하지 않습니다.")).toBeInTheDocument();
    expect(sent()).toEqual([]);
    await write(user, password, "Right!2026");
    await user.keyboard("{Enter}");
    await screen.findByText("지현 · 해결됨 · 경고");
    expect(sent()).toEqual([]);
  });

  it("says what another administrator decided first, shows the list as it is and keeps what was typed", async () => {
    const message = "이미 처리된 신고입니다. 처리 결과를 확인해주세요.";
    const lastAct = {
      kind: "resolved" as const,
      adminId: idOf("ae"),
      adminNickname: "돌봄이",
      notes: null,
      at: "2026-11-20T05:10:00.000Z",
      penalty: null,
    };
    const report = { ...first };
    const { user, dialog } = await open({
      report,
      process: () => {
        Object.assign(report, { status: "resolved", lastAct });
        return { status: 409, body: { code: "ALREADY_PROCESSED", message } };
      },
    });
    await choose(user, dialog, /처리 상태/, "기각됨");
    await write(user, dialog.getByLabelText(/검토 메모/), "근거가 없어 보입니다");
    const reads = () =>
      server.asked.filter(({ method, path }) => method === "GET" && path.includes("status=pending")).length;
    const before = reads();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press(dialog);
    await screen.findByText("지현 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText("다른 관리자가 먼저 처리했어요");
    expect(screen.getByText(/^해결됨 · 제재 없음 · 돌봄이\. /)).toBeInTheDocument();
    expect(textsOf(admin.id).read(`overtaken:${first.id}`)).toContain("근거가 없어 보입니다");
    await expect.poll(reads).toBeGreaterThan(before);
    expect(screen.queryByText("지현 · 기각됨")).toBeNull();
  });

  it("decides about several reports together, and leaves both out of the list while they are held", async () => {
    const { user, dialog } = await open({ isGrouped: true });
    await choose(user, dialog, /처리 상태/, "해결됨");
    await choose(user, dialog, /제재 유형/, "경고");
    await write(user, dialog.getByLabelText(/제재 사유/), "광고");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(dialog.getByRole("button", { name: /2건 함께 처리하기/ }));
    await screen.findByText("지현 외 1건 · 해결됨 · 경고");
    await screen.findByText("기다리는 신고가 없어요");
    await waitForSending("신고 2건 처리 완료");
    expect(sent()).toEqual([
      { status: "resolved", penaltyType: "warning", reason: "광고", expected, ids: [first.id, second.id] },
    ]);
  });

  /** Opens the dialog of one of two reports; readings after its decision, which ends in `status`, wait for `answer`. */
  const openDecided = async (status: "dismissed" | "reviewed") => {
    let answer: (() => void) | undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let isSent = false;
    const opened = await open({
      reports: [first, other],
      before: () => (isSent ? answered : undefined),
      process: () => {
        isSent = true;
        return { body: { report: { ...first, status } } };
      },
    });
    const cards = () => screen.getAllByText(/ → 지현$/).map(({ textContent }) => textContent);
    return {
      ...opened,
      answer: () => answer?.(),
      shown: () => [screen.getByText(/^기다리는 대상/).textContent, ...cards()],
    };
  };

  it("leaves an arrived decision out of list and count until they are read anew, and nothing else", async () => {
    const { dialog, user, shown, answer } = await openDecided("dismissed");
    await choose(user, dialog, /처리 상태/, "기각됨");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press(dialog);
    await expect.poll(shown).toEqual(["기다리는 대상 1건, 대기중 1건", "하나 → 지현"]);
    // The row that had the focus before the dialog is gone.
    await expect.poll(() => document.activeElement).toBe(screen.getByRole("region", { name: "신고 목록" }));
    await waitForSending();
    expect(shown()).toEqual(["기다리는 대상 1건, 대기중 1건", "하나 → 지현"]);
    answer();
    // What the server says then is shown.
    await expect.poll(shown).toEqual(["기다리는 대상 2건, 대기중 2건", "민수 → 지현", "하나 → 지현"]);
  });

  it("has a report that is under review wait on in the queue alone once that has arrived", async () => {
    const { dialog, user, shown, answer } = await openDecided("reviewed");
    await choose(user, dialog, /처리 상태/, "검토중");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press(dialog);
    await expect.poll(shown).toEqual(["기다리는 대상 1건, 대기중 1건", "하나 → 지현"]);
    await waitForSending();
    expect(shown()).toEqual(["기다리는 대상 2건, 대기중 1건", "하나 → 지현"]);
    answer();
  });

  it("shows none of a thing's reports under review in the place of its pending one that is decided here", async () => {
    const report = { ...first, voices: 2 };
    const { user, dialog } = await open({
      report,
      reports: [report, other],
      related: { ...second, status: "reviewed" },
    });
    await choose(user, dialog, /처리 상태/, "기각됨");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press(dialog);
    await screen.findByText("지현 · 기각됨");
    const cards = () => screen.getAllByText(/ → 지현$/).map(({ textContent }) => textContent);
    await expect.poll(cards).toEqual(["하나 → 지현"]);
    expect(screen.getByText("지현 · 기각됨")).toBeInTheDocument();
    expect(screen.getByText(/^기다리는 대상/)).toHaveTextContent("기다리는 대상 2건, 대기중 1건");
    await waitForSending();
  });

  it("shows the next report about the same thing while the first one's decision is held, and opens that", async () => {
    const report = { ...first, voices: 2 };
    const { user, dialog } = await open({ report, reports: [report, other] });
    await choose(user, dialog, /처리 상태/, "기각됨");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press(dialog);
    await screen.findByText("지현 · 기각됨");
    const cards = () => screen.getAllByText(/ → 지현$/).map(({ textContent }) => textContent);
    await expect.poll(cards).toEqual(["유나 → 지현", "하나 → 지현"]);
    const [button] = screen.getAllByRole("button", { name: "처리하기" });
    if (button) fireEvent.click(button);
    const next = within(await screen.findByRole("dialog", { name: "신고 처리" }));
    expect(next.getByText("유나 → 지현")).toBeInTheDocument();
    await waitForSending();
  });

  it("decides nothing over the head of whoever is at the report, on the card and in the dialog", async () => {
    const { user, dialog } = await open({ holder: "돌봄이" });
    expect(screen.getAllByText("돌봄이님이 보는 중")).toHaveLength(1);
    await dialog.findByText(/돌봄이님이 보고 있어요/);
    await choose(user, dialog, /처리 상태/, "기각됨");
    await send(user, dialog);
    await dialog.findByText("돌봄이님이 보고 있어요. 먼저 이어받아주세요.");
    expect(screen.queryByText("지현 · 기각됨")).toBeNull();
    await user.click(dialog.getByRole("button", { name: /이어받기/ }));
    await screen.findByRole("dialog", { name: "이어받기" });
  });

  it("takes an active penalty back with a reason, beside the history of the person", async () => {
    const casePath = `/api/admin/reports/${first.id}`;
    const active = buildPenalty();
    const lifted = buildPenalty({ id: idOf("d1"), isActive: false, reason: "옛 경고", liftReason: "오해" });
    const { user, dialog } = await open({
      history: buildHistory({ warningCount: 1 }, [active, lifted]),
      lift: () => ({ body: { penalty: { ...active, isActive: false } } }),
    });
    expect(dialog.getByText("경고 2회째: 7일 이용 정지")).toBeInTheDocument();
    expect(dialog.getByText("해제 사유: 오해")).toBeInTheDocument();
    expect(dialog.getByText(/구매 3건 · 환불 1건/)).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "제재 해제: 경고, 허위 설명" }));
    const question = within(await screen.findByRole("dialog", { name: "제재를 해제할까요?" }));
    await user.click(question.getByRole("button", { name: "제재 해제" }));
    expect(await question.findByText("해제 사유를 입력해주세요.")).toBeInTheDocument();
    await write(user, question.getByLabelText(/해제 사유/), "소명이 맞음");
    const reads = () =>
      server.asked.filter(({ method, path }) => method === "GET" && path === casePath).length;
    const before = reads();
    await user.click(question.getByRole("button", { name: "제재 해제" }));
    expect(await screen.findByText("제재를 해제했습니다")).toBeInTheDocument();
    const call = server.asked.find(({ path }) => path.startsWith("/api/admin/penalties"));
    expect(call?.path).toBe(`/api/admin/penalties/${active.id}`);
    expect(JSON.parse(call?.body ?? "")).toEqual({ isActive: false, reason: "소명이 맞음" });
    // The case would else refuse another penalty for the one that is lifted.
    await expect.poll(reads).toBeGreaterThan(before);
  });
});
