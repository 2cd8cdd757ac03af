import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "../../../testing/patience.ts";
import { renderAt } from "../../../testing/render.tsx";
import { refuse, startServer } from "../../../testing/server.ts";
import { admin, buildAct, buildCase, buildHistory, buildPenalty, buildReport, idOf } from "../testing.ts";
import { CaseRecord } from "./CaseRecord.tsx";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const report = buildReport({ status: "dismissed" });
const joinedAt = "2026-11-01T00:00:00.000Z";
const { reporter } = buildCase(report);
const voices = ["1", "2"].map((end) => ({
  ...{ reportId: idOf(end), nickname: `신고자${end}`, joinedAt, reportReason: "fraud", createdAt: joinedAt },
}));

describe("the record of a report", () => {
  it("leads to the history of its reporter, and counts who was decided about with it", async () => {
    server = await startServer(({ path }) => {
      if (path.endsWith("/me")) return { body: { user: admin } };
      if (path.includes("/users/")) return { body: buildHistory() };
      return { body: buildCase(report, { sameTarget: 4, voices }) };
    });
    renderAt(<CaseRecord report={report} />);
    const user = userEvent.setup();
    // Reports that are open by now are not among them.
    expect(await screen.findByText("같은 대상을 신고한 사람 2명")).toBeInTheDocument();
    // Each has words and evidence of its own.
    expect(
      screen.getAllByRole("link", { name: "신고 보기" }).map((link) => link.getAttribute("href")),
    ).toEqual(
      voices.filter(({ reportId }) => reportId !== report.id).map(({ reportId }) => `/reports/${reportId}`),
    );
    await user.click(screen.getByRole("button", { name: "신고자 이력" }));
    expect(await screen.findByRole("dialog", { name: "사용자 이력" })).toBeInTheDocument();
    const asked = server.asked.map(({ path }) => path).filter((path) => path.includes("/users/"));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((path) => path.includes(report.reporter.id))).toBe(true);
  });

  it.each([
    ["all that were decided together", voices, { includeVoices: true }],
    ["one that was decided alone", voices.slice(0, 1), {}],
  ])("reopens %s", async (_, together, more) => {
    server = await startServer(({ path, method }) => {
      if (path.endsWith("/me")) return { body: { user: admin } };
      if (method === "POST") return { body: { report: { ...report, status: "reviewed" } } };
      return { body: buildCase(report, { voices: together }) };
    });
    renderAt(<CaseRecord report={report} />);
    const user = userEvent.setup();
    await screen.findByText("신고자 이력");
    await user.click(screen.getByRole("button", { name: "다시 검토하기" }));
    const dialog = within(await screen.findByRole("dialog", { name: "처리한 신고를 다시 검토할까요?" }));
    expect(dialog.queryAllByText(/같은 대상의 신고를 모두/)).toHaveLength("includeVoices" in more ? 1 : 0);
    await user.type(dialog.getByLabelText(/다시 검토하는 사유/), "새 증거");
    await user.click(dialog.getByRole("button", { name: "다시 검토" }));
    expect(await screen.findByText("다시 검토합니다")).toBeInTheDocument();
    const sent = server.asked.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([{ reason: "새 증거", ...more }]);
  });

  it.each([
    ["pending", "같은 대상의 신고 3건은 이미 처리됐어요.", null],
    ["dismissed", "같은 대상의 다른 신고 3건은 따로 처리됐어요.", idOf("8")],
  ] as const)("says of one that is %s what came of the others", async (status, words, left) => {
    const about = buildReport({ status });
    const related = [buildReport({ id: idOf("7"), contentId: idOf("c7") }), buildReport({ id: idOf("8") })];
    server = await startServer(({ path }) =>
      path.endsWith("/me")
        ? { body: { user: admin } }
        : { body: buildCase(about, { related, sameTarget: 2, decidedApart: 3 }) },
    );
    renderAt(<CaseRecord report={about} />);
    expect(await screen.findByText(words)).toBeInTheDocument();
    if (left === null) expect(screen.queryByText(/남아 있어요/)).toBeNull();
    else {
      expect(screen.getByText(/같은 대상의 신고 2건이 남아 있어요/)).toBeInTheDocument();
      expect(screen.getByRole("link", { name: "남은 신고 보기" })).toHaveAttribute(
        "href",
        `/reports/${left}`,
      );
    }
  });
});

it("shows beside each decision the notes of whoever made it, and none where there were none", async () => {
  const at = (minute: number) => `2026-11-20T05:0${minute}:00.000Z`;
  const acts = [
    buildAct({ kind: "reviewed", notes: "광고로 보임", at: at(1) }),
    buildAct({ kind: "reviewed", adminNickname: "돌봄이", notes: "판매자에게 물어봄", at: at(2) }),
    buildAct({ kind: "dismissed", at: at(3) }),
  ];
  server = await startServer(({ path }) =>
    path.endsWith("/me") ? { body: { user: admin } } : { body: buildCase(report, { acts }) },
  );
  renderAt(<CaseRecord report={report} />);
  const list = within(await screen.findByRole("region", { name: "처리 기록" }));
  const rows = list.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^검토중 · 지킴이 · .*검토 메모: 광고로 보임$/),
    expect.stringMatching(/^검토중 · 돌봄이 · .*검토 메모: 판매자에게 물어봄$/),
    expect.stringMatching(/^기각됨 · 지킴이 · (?!.*검토 메모)/),
  ]);
});

describe("the warning of a reporter", () => {
  /** Opens the dialog and types the reason. */
  const openDialog = async () => {
    const { queryClient } = renderAt(<CaseRecord report={report} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "허위 신고 경고" }));
    const dialog = within(await screen.findByRole("dialog", { name: "허위 신고로 경고할까요?" }));
    await user.type(dialog.getByLabelText(/경고 사유/), "거듭된 허위 신고");
    const send = () => user.click(dialog.getByRole("button", { name: "경고" }));
    const refetchAll = () => act(() => queryClient.refetchQueries({ type: "active" }));
    return { user, dialog, send, refetchAll };
  };
  /** Lets the reporter, who already has so many warnings, be warned again; the password is fresh. */
  const warnReporter = async (warningCount: number) => {
    server = await startServer(({ path }) => {
      if (path.endsWith("/me")) return { body: { user: admin } };
      if (path.endsWith("/verify-password")) return { body: { ok: true } };
      if (path.endsWith("/reporter-warning"))
        return { status: 201, body: { penalty: buildPenalty({ userId: report.reporter.id }) } };
      return { body: buildCase(report, { reporter: { ...reporter, warningCount } }) };
    });
    const { user, dialog, send } = await openDialog();
    dialog.getByText(/현재 누적 경고 \d회 · 이번 조치: 경고 \d회째: /);
    await send();
    return { user, dialog };
  };
  const sent = () =>
    server.asked
      .filter(({ method }) => method === "POST")
      .map(({ path, body }) => [path.split("/").at(-1), JSON.parse(body) as unknown]);
  const warningAfter = (warningCount: number) => [
    "reporter-warning",
    { reason: "거듭된 허위 신고", expected: { warningCount, suspendedUntil: null, isBanned: false } },
  ];

  it("asks for the password, naming act and person, before the one that ends in a ban", async () => {
    const { user, dialog } = await warnReporter(2);
    const question = within(await screen.findByRole("dialog", { name: "비밀번호 확인" }));
    question.getByText(/^민수님의 계정 이용을 영구 제한하려고 해요 \(경고 3회째: 영구 이용 제한\)/);
    question.getByText(/^확인하면 바로 처리돼요/);
    expect(sent()).toEqual([]);
    // Without the password there is no warning, and the typed reason is still there.
    await user.click(question.getByRole("button", { name: "취소" }));
    await waitFor(() => expect(dialog.getByRole("button", { name: "경고" })).toBeEnabled());
    expect(dialog.getByLabelText(/경고 사유/)).toHaveValue("거듭된 허위 신고");
    expect(sent()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "경고" }));
    const again = within(await screen.findByRole("dialog", { name: "비밀번호 확인" }));
    await user.type(again.getByLabelText(/비밀번호/, { selector: "input" }), "password1");
    await user.click(again.getByRole("button", { name: "확인" }));
    await screen.findByText("신고자에게 경고했습니다");
    expect(sent()).toEqual([["verify-password", { password: "password1" }], warningAfter(2)]);
  });

  it("asks for none before the one that suspends", async () => {
    await warnReporter(1);
    await screen.findByText("신고자에게 경고했습니다");
    expect(sent()).toEqual([warningAfter(1)]);
  });

  it("says at the first press that it came to something else while its dialog was open", async () => {
    let warningCount = 0;
    server = await startServer(({ path }) => {
      if (path.endsWith("/me")) return { body: { user: admin } };
      if (path.endsWith("/reporter-warning"))
        return { status: 201, body: { penalty: buildPenalty({ userId: report.reporter.id }) } };
      return { body: buildCase(report, { reporter: { ...reporter, warningCount } }) };
    });
    const { dialog, send, refetchAll } = await openDialog();
    /** A colleague's warning, or its lifting: the case is read anew. */
    const change = async (count: number) => {
      warningCount = count;
      await refetchAll();
      await dialog.findByText(new RegExp(`현재 누적 경고 ${count}회`));
    };
    await change(1);
    expect(dialog.queryByRole("alert")).toBeNull();
    await send();
    const suspends = /결과가 ‘경고 2회째: 7일 이용 정지’로 달라졌습니다\. 이대로면 한 번 더 눌러주세요/;
    await dialog.findByText(suspends);
    // Words about an outcome that is not the present one go.
    await change(0);
    expect(dialog.queryByText(suspends)).toBeNull();
    await send();
    await dialog.findByText(/결과가 ‘경고 1회째: 안내’로 달라졌습니다/);
    await change(1);
    await send();
    await dialog.findByText(suspends);
    expect(dialog.getByLabelText(/경고 사유/)).toHaveValue("거듭된 허위 신고");
    expect(sent()).toEqual([]);
    await send();
    await screen.findByText("신고자에게 경고했습니다");
    expect(sent()).toEqual([warningAfter(1)]);
  });

  it("is sent once more as it was where its answer was lost, and told as done", async () => {
    let isLost = true;
    let warningCount = 0;
    server = await startServer(({ path }) => {
      if (path.endsWith("/me")) return { body: { user: admin } };
      if (path.endsWith("/reporter-warning")) {
        warningCount = 1;
        return { isLost, status: 201, body: { penalty: buildPenalty({ userId: report.reporter.id }) } };
      }
      return { body: buildCase(report, { reporter: { ...reporter, warningCount } }) };
    });
    const { dialog, send, refetchAll } = await openDialog();
    await send();
    await dialog.findByRole("alert");
    await refetchAll();
    dialog.getByText(/현재 누적 경고 0회 · 이번 조치: 경고 1회째: /);
    isLost = false;
    await send();
    await screen.findByText("신고자에게 경고했습니다");
    expect(sent()).toEqual([warningAfter(0), warningAfter(0)]);
    const keys = server.asked.flatMap(({ headers, method }) =>
      method === "POST" ? [headers["idempotency-key"]] : [],
    );
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  });

  it("of a colleague's, made first, leaves none to send in its dialog, and what was typed to read", async () => {
    server = await startServer(({ path }) => {
      if (path.endsWith("/me")) return { body: { user: admin } };
      if (path.endsWith("/reporter-warning")) return refuse("ALREADY_PROCESSED");
      return { body: buildCase(report, { reporter: { ...reporter, warningCount: 0 } }) };
    });
    const { dialog, send } = await openDialog();
    await send();
    await dialog.findByText(/이미 경고해, 한 번 더/);
    expect(dialog.queryByRole("button", { name: "경고" })).toBeNull();
    expect(dialog.getByLabelText("내가 쓴 이유")).toHaveValue("거듭된 허위 신고");
    expect(sent()).toEqual([warningAfter(0)]);
  });
});

it("says in the dialog of a reopening that a colleague was first, and offers none then", async () => {
  server = await startServer(({ path }) => {
    if (path.endsWith("/me")) return { body: { user: admin } };
    if (path.endsWith("/reopen")) return refuse("NOT_PROCESSED");
    return { body: buildCase(report) };
  });
  renderAt(<CaseRecord report={report} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /다시 검토/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/다시 검토하는 사유/), "새 증거");
  await user.click(dialog.getByRole("button", { name: "다시 검토" }));
  await dialog.findByText(/다른 곳에서 먼저 바뀌어/);
  expect(dialog.queryByRole("button", { name: "다시 검토" })).toBeNull();
  expect(dialog.getByLabelText("내가 쓴 이유")).toHaveValue("새 증거");
});
