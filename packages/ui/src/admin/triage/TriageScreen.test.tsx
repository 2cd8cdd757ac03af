import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { missedServer } from "../../client/mirror.ts";
import { stubMedia } from "../../testing/media.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import type { Answer, startServer } from "../../testing/server.ts";
import { textsOf } from "../../texts/texts.ts";
import { admin, buildHistory, buildReport, idOf, startAdminServer, hearServer } from "../testing.ts";
import { draftName } from "./caseDrafts.ts";
import { DecisionBar } from "./DecisionBar.tsx";
import { DecisionsProvider } from "./DecisionsProvider.tsx";
import { undoMs } from "./decisions.ts";
import { TriageScreen } from "./TriageScreen.tsx";

bePatient();
// Nothing has a size here: the list draws what would be seen.
for (const side of ["clientHeight", "clientWidth"])
  Object.defineProperty(Element.prototype, side, { configurable: true, value: 800 });

// As wide as a desk.
stubMedia((media) => media.includes("min-width"));

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.useRealTimers();
  hearServer();
  await server.close();
});

const first = buildReport({ id: idOf("1"), createdAt: "2026-11-20T05:06:02.000Z" });
const second = buildReport({ id: idOf("2"), reportReason: "spam", createdAt: "2026-11-20T05:06:01.000Z" });
const third = buildReport({ id: idOf("3"), createdAt: "2026-11-20T05:06:00.000Z" });
const counts = { all: 2, pending: 2, processed: 0 };
const other = {
  adminId: idOf("f0"),
  nickname: "돌봄이",
  until: "2026-11-20T05:11:00.000Z",
  reason: "어제부터 보던 신고예요",
};

interface Situation {
  isLeased?: boolean;
  /** How often the person was warned before, asked for anew each time. */
  warnings?: () => number;
  /** The history waits for this. */
  history?: Promise<unknown>;
  /** Somebody else has decided about the first one. */
  isGone?: () => boolean;
  /** There is a further page, which is refused for as long as this is true. */
  isMoreRefused?: () => boolean;
  /** What a decision is answered with. */
  decide?: () => { status: number; body: unknown } | undefined;
}

/** The queue: both reports, and one more behind them where there is a further page. */
const answerQueue = (path: string, isMoreRefused?: () => boolean): Answer => {
  if (!isMoreRefused) return { body: { reports: [first, second], counts } };
  if (!path.includes("cursor="))
    return {
      body: { reports: [first, second], counts },
      headers: { link: '</api/admin/reports?cursor=2>; rel="next"' },
    };
  return isMoreRefused()
    ? { status: 503, body: { code: "UNAVAILABLE", message: "잠시 후 다시" } }
    : { body: { reports: [third], counts } };
};

const start = async (situation: Situation = {}) => {
  const { isLeased = false, warnings = () => 0, history, isGone, isMoreRefused, decide } = situation;
  server = await startAdminServer({
    "/api/admin/reports": ({ method, path }) =>
      method === "PUT"
        ? { body: { report: { ...(path.includes(first.id) ? first : second), status: "dismissed" } } }
        : answerQueue(path, isMoreRefused),
    "/api/admin/reports/batch": () =>
      decide?.() ?? {
        body: { reports: [first, second].map((report) => ({ ...report, status: "dismissed" })) },
      },
    "/api/admin/reports/leases": () => ({
      body: { leases: isLeased ? [{ ...other, reportId: first.id }] : [] },
    }),
    [`/api/admin/reports/${first.id}`]: ({ method }) =>
      method === "PUT"
        ? (decide?.() ?? { body: { report: { ...first, status: "dismissed" } } })
        : {
            body: {
              report: { ...first, status: isGone?.() ? "dismissed" : "pending" },
              lease: null,
              related: [second],
              sameTarget: 1,
            },
          },
    [`/api/admin/reports/${second.id}`]: () => ({
      body: { report: second, lease: null, related: [first, third], sameTarget: 2 },
    }),
    [`/api/admin/reports/${first.id}/lease`]: ({ body }) =>
      isLeased && !body.includes('"takeOver":true')
        ? {
            status: 409,
            body: { code: "LEASED", message: "다른 관리자가 보고 있는 신고입니다.", lease: other },
          }
        : { body: { lease: { ...other, adminId: admin.id, nickname: admin.nickname } } },
    [`/api/admin/reports/${second.id}/lease`]: () => ({ body: { lease: null } }),
    "/api/auth/verify-password": () => ({ body: { ok: true } }),
    "/api/admin/users": async () => {
      await history;
      return { body: buildHistory({ warningCount: warnings() }) };
    },
  });
  const user = userEvent.setup();
  const view = renderAt(
    <DecisionsProvider personId={admin.id}>
      <TriageScreen />
      <DecisionBar />
    </DecisionsProvider>,
    "/admin",
  );
  await screen.findAllByText("민수 → 지현 · 여행 영어");
  const { router } = view;
  return {
    user,
    path: () => router.state.location.pathname,
    go: (to: string) => act(() => router.navigate(to)),
  };
};

const press = (code: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, ...more });
/** The first case, once it is known how the person stands. */
const openFirst = async () => {
  press("KeyJ");
  await screen.findByRole("form", { name: "신고 처리" });
  await screen.findByText("권장 조치:", { exact: false });
};
const warn = async (reason = "광고 반복") => {
  press("Digit3");
  fireEvent.change(await screen.findByLabelText(/제재 사유/), { target: { value: reason } });
  press("Enter", { ctrlKey: true });
};
const decided = () =>
  server.asked
    .filter(({ method, path }) => /^(PUT|POST)$/.test(method) && !path.includes("lease"))
    .map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown]);

describe("triage", () => {
  it("goes through a case by keys, holds the decision, takes it back, sends it and goes on", async () => {
    const { path } = await start();
    await openFirst();
    expect(path()).toBe(`/reports/${first.id}`);
    press("Digit1");
    press("Enter", { ctrlKey: true });
    const held = await screen.findByRole("region", { name: "보내기 전인 결정" });
    await within(held).findByText("지현 · 기각됨");
    await expect.poll(path).toBe(`/reports/${second.id}`);
    expect(decided()).toEqual([]);

    press("KeyU");
    await expect.poll(path).toBe(`/reports/${first.id}`);
    expect(within(held).queryByText("지현 · 기각됨")).toBeNull();

    // What was chosen is still there.
    await screen.findByRole("form", { name: "신고 처리" });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await within(held).findByText("지현 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await expect.poll(decided).toEqual([["PUT", `/api/admin/reports/${first.id}`, { status: "dismissed" }]]);
    await screen.findByText("신고 처리 완료");
  });

  it("shows the next case from its top, and as it stands after the decision", async () => {
    await start();
    await openFirst();
    const pane = screen.getByRole("region", { name: "신고 내용" });
    pane.scrollTop = 500;
    const reads = () =>
      server.asked.filter(
        ({ method, path }) => method === "GET" && path === `/api/admin/reports/${second.id}`,
      ).length;
    press("Digit1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await expect.poll(reads).toBe(1);
    expect(pane.scrollTop).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText("신고 처리 완료");
    // It is about the same person.
    await expect.poll(reads).toBeGreaterThan(1);
  });

  it("empties the search when a link leads to the whole queue, and keeps what is being typed", async () => {
    const { go } = await start();
    const box = screen.getByRole("searchbox", { name: "신고 검색" });
    const searchFor = async (q: string) => {
      fireEvent.change(box, { target: { value: q } });
      const part = new URLSearchParams({ q }).toString();
      await expect.poll(() => server.asked.some(({ path }) => path.includes(part))).toBe(true);
    };
    await searchFor("광고");
    await go("/admin");
    await waitFor(() => expect(box).toHaveValue(""));
    await searchFor("여행");
    expect(box).toHaveValue("여행");
  });

  it("decides about all reports of one target together, after a preview", async () => {
    const { path } = await start();
    await openFirst();
    await screen.findByText("같은 사람의 열린 신고 1건 · 같은 대상 1건", { exact: false });
    press("KeyG");
    await screen.findByText(/신고 2건을 같은 결과로 처리하고 신고자 1명에게 알려요/);
    press("Digit1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 외 1건 · 기각됨");
    await expect.poll(path).toBe("/admin");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await expect
      .poll(decided)
      .toEqual([["POST", "/api/admin/reports/batch", { status: "dismissed", ids: [first.id, second.id] }]]);
  });

  it("does nothing while an input method composes, and takes letters as letters where something is typed", async () => {
    const { path, user } = await start();
    press("KeyJ", { isComposing: true });
    press("KeyJ", { keyCode: 229 });
    expect(path()).toBe("/admin");
    press("KeyJ", { key: "ㅓ" });
    await expect.poll(path).toBe(`/reports/${first.id}`);
    await screen.findByRole("form", { name: "신고 처리" });
    await user.click(screen.getByLabelText(/검토 메모/));
    press("KeyJ");
    press("Digit1");
    expect(path()).toBe(`/reports/${first.id}`);
    press("Escape");
    press("KeyJ");
    await expect.poll(path).toBe(`/reports/${second.id}`);
  });

  it("decides nothing without a network, keeps what was written, and sends nothing by itself later", async () => {
    const { user } = await start();
    await openFirst();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    press("Digit1");
    await user.click(screen.getByLabelText(/검토 메모/));
    await user.paste("지하철에서 씀");
    press("Enter", { ctrlKey: true });
    expect(await screen.findByText(/인터넷에 연결되어 있지 않아 처리할 수 없어요/)).toBeInTheDocument();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await act(() => vi.advanceTimersByTimeAsync(undoMs * 2));
    expect(decided()).toEqual([]);
    expect(screen.getByLabelText(/검토 메모/)).toHaveValue("지하철에서 씀");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
  });

  it("decides nothing while the server is known to be away", async () => {
    await start();
    await openFirst();
    // By then nothing is asked any more that could be answered.
    await expect.poll(() => server.asked.some(({ path }) => path.endsWith("/lease"))).toBe(true);
    await server.close();
    press("Digit1");
    act(missedServer);
    press("Enter", { ctrlKey: true });
    expect(await screen.findByText(/서버에 연결되어 있지 않아 처리할 수 없어요/)).toBeInTheDocument();
    act(hearServer);
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
  });

  it("sees who else is there, decides nothing over their head, and takes over with a reason", async () => {
    const { user } = await start({ isLeased: true });
    expect(await screen.findByText("돌봄이 님이 보는 중")).toBeInTheDocument();
    press("KeyJ");
    await screen.findByText(/돌봄이 님이 보고 있어요.*이어받은 이유: 어제부터 보던 신고예요/);
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("돌봄이 님이 보고 있어요. 먼저 이어받아주세요.");
    press("KeyT");
    const dialog = within(await screen.findByRole("dialog", { name: "이어받기" }));
    await user.click(dialog.getByRole("button", { name: "이어받기" }));
    expect(await dialog.findByText("이어받는 이유를 입력해주세요.")).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/이어받는 이유/), "자리를 비웠어요");
    await user.click(dialog.getByRole("button", { name: "이어받기" }));
    await expect
      .poll(() => server.asked.some(({ body }) => body === '{"takeOver":true,"reason":"자리를 비웠어요"}'))
      .toBe(true);
    await expect.poll(() => screen.queryByText(/자리를 맡아두었어요/)).toBeNull();
  });

  it("counts a warning that is held: the one that ends in a ban asks for the password", async () => {
    const { path } = await start({ warnings: () => 1 });
    await openFirst();
    await warn();
    await expect.poll(path).toBe(`/reports/${second.id}`);
    await screen.findByRole("heading", { name: "스팸/광고" });
    await screen.findByText("아직 처리되지 않은 경고 1건을 더해 세었어요.");
    await warn();
    await screen.findByRole("dialog", { name: "관리자 비밀번호 확인" });
    expect(screen.getAllByText("지현 · 해결됨 · 경고")).toHaveLength(1);
    expect(decided()).toEqual([]);
  });

  it("decides nothing while it is not known how the person stands", async () => {
    let tell: ((told: unknown) => void) | undefined;
    await start({ history: new Promise((resolve) => (tell = resolve)) });
    press("KeyJ");
    await screen.findByRole("form", { name: "신고 처리" });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("이력을 아직 불러오지 못했어요. 이력이 보이면 다시 눌러주세요.");
    expect(screen.queryByText("지현 · 기각됨")).toBeNull();
    tell?.(undefined);
    await screen.findByText("권장 조치:", { exact: false });
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
  });

  it("asks for the password when a held warning has become a ban meanwhile", async () => {
    let count = 0;
    const { user } = await start({ warnings: () => count });
    await openFirst();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await warn();
    await screen.findByText("지현 · 해결됨 · 경고");
    count = 2;
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText("이 결정은 영구 이용 제한이 돼요. 비밀번호를 확인해주세요.");
    expect(decided()).toEqual([]);
    vi.useRealTimers();
    await user.click(screen.getByRole("button", { name: "비밀번호 확인하고 보내기" }));
    const dialog = within(await screen.findByRole("dialog", { name: "관리자 비밀번호 확인" }));
    await user.type(dialog.getByLabelText(/비밀번호/, { selector: "input" }), "password1");
    await user.click(dialog.getByRole("button", { name: "확인하고 제한" }));
    await screen.findByText("신고 처리 완료");
    expect(decided().map(([method]) => method)).toEqual(["POST", "PUT"]);
  });

  it("leaves a held report out of the next one's group", async () => {
    const { path } = await start();
    await openFirst();
    await screen.findByText("같은 사람의 열린 신고 1건", { exact: false });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await expect.poll(path).toBe(`/reports/${second.id}`);
    await screen.findByRole("heading", { name: "스팸/광고" });
    await screen.findByText("같은 사람의 열린 신고 1건", { exact: false });
    fireEvent.click(screen.getByRole("checkbox"));
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 외 1건 · 기각됨");
    expect(screen.getAllByText("지현 · 기각됨")).toHaveLength(1);
  });

  it("keeps what is left of several when some were decided meanwhile", async () => {
    let isGone = false;
    await start({
      isGone: () => isGone,
      decide: () =>
        isGone
          ? { status: 409, body: { code: "ALREADY_PROCESSED", message: "이미 처리된 신고입니다." } }
          : undefined,
    });
    await openFirst();
    await screen.findByText("같은 사람의 열린 신고 1건 · 같은 대상 1건", { exact: false });
    press("KeyG");
    press("Digit1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 외 1건 · 기각됨");
    isGone = true;
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText("1건은 다른 관리자가 먼저 처리했어요. 나머지는 아직 처리하지 않았어요.");
    vi.useRealTimers();
    screen.getByRole("button", { name: "나머지 1건 다시 보내기" });
    press("KeyR");
    await expect
      .poll(() => decided().at(-1)?.slice(0, 2))
      .toEqual(["PUT", `/api/admin/reports/${second.id}`]);
  });

  it("says that it does not know what came of a decision whose answer was lost", async () => {
    await start({ decide: () => ({ status: 502, body: "Bad Gateway" }) });
    await openFirst();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText(/처리됐는지 알 수 없어요/);
    expect(screen.queryByText(/아직 처리하지 않았어요/)).toBeNull();
  });

  it("ticks a single related report by keys", async () => {
    await start();
    await openFirst();
    press("KeyL");
    const box = await screen.findByRole("checkbox");
    expect(box).toHaveFocus();
    fireEvent.click(box);
    await screen.findByText(/신고 2건을 같은 결과로 처리하고/);
    press("KeyL", { shiftKey: true });
    expect(box).toHaveFocus();
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 외 1건 · 기각됨");
  });

  it("asks for one kind of report, or those of one reason", async () => {
    const { user } = await start();
    press("KeyV");
    const type = screen.getByRole("combobox", { name: "신고 유형" });
    expect(type).toHaveFocus();
    await user.selectOptions(type, "대화");
    await user.selectOptions(screen.getByRole("combobox", { name: "신고 사유" }), "스팸/광고");
    await expect
      .poll(() => server.asked.at(-1)?.path)
      .toBe("/api/admin/reports?status=pending&limit=100&type=chat&reason=spam");
    await user.selectOptions(screen.getByRole("combobox", { name: "신고 유형" }), "모든 유형");
    await expect
      .poll(() => server.asked.at(-1)?.path)
      .toBe("/api/admin/reports?status=pending&limit=100&reason=spam");
  });

  it("says that the next page did not come, and asks for it by a press", async () => {
    let isRefused = true;
    const { user } = await start({ isMoreRefused: () => isRefused });
    expect(await screen.findByText("다음 신고를 불러오지 못했어요.")).toBeInTheDocument();
    isRefused = false;
    await user.click(screen.getByRole("button", { name: "다시 시도" }));
    const list = within(screen.getByRole("region", { name: "신고 목록" }));
    await expect.poll(() => list.getAllByRole("listitem").length).toBe(3);
    expect(screen.queryByText("다음 신고를 불러오지 못했어요.")).toBeNull();
  });

  it("forgets what was begun about a report that somebody else has decided", async () => {
    let isGone = false;
    const { path } = await start({ isGone: () => isGone });
    const texts = textsOf(admin.id);
    await openFirst();
    press("Digit1");
    await expect.poll(() => texts.read(draftName(first.id))).toMatchObject({ status: "dismissed" });
    press("KeyJ");
    await expect.poll(path).toBe(`/reports/${second.id}`);
    isGone = true;
    press("KeyK");
    await expect.poll(path).toBe(`/reports/${first.id}`);
    await expect.poll(() => texts.read(draftName(first.id))).toBeUndefined();
  });

  it("decides nothing from where something is searched for", async () => {
    const { user, path } = await start();
    await openFirst();
    press("Digit1");
    await user.click(screen.getByRole("searchbox", { name: "신고 검색" }));
    // Whoever acts on a key keeps the browser from it.
    expect(press("Enter", { ctrlKey: true })).toBe(true);
    expect(path()).toBe(`/reports/${first.id}`);
    await user.click(screen.getByLabelText(/검토 메모/));
    expect(press("Enter", { ctrlKey: true })).toBe(false);
    await screen.findByText("지현 · 기각됨");
  });
});
