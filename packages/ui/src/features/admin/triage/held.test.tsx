import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { unsentDecisions } from "../../../client/unsentDecisions.ts";
import { stubMedia } from "../../../testing/media.ts";
import { bePatient } from "../../../testing/patience.ts";
import { admin, buildAct, idOf } from "../testing.ts";
import { draftName } from "./caseDrafts.ts";
import { undoMs } from "./decisions.ts";
import { decided, first, openFirst, press, second, server, startTriage, warn } from "./testing/screen.tsx";
import { testDevice } from "../../../testing/platform.ts";

const { textsOf } = testDevice;

bePatient();
// As wide as a desk.
stubMedia((media) => media.includes("min-width"));

describe("decisions that are held", () => {
  it("decides about all reports of one target together unasked, after a preview", async () => {
    const { path } = await startTriage({ isGrouped: true });
    await openFirst();
    await screen.findByText("같은 사람의 열린 신고 1건 · 같은 대상 1건", { exact: false });
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

  it("decides about more reports of one target than it can name, with the first of them", async () => {
    await startTriage({ isGrouped: true, sameTarget: 59 });
    await openFirst();
    await screen.findByText(/나머지도 함께 처리해요/);
    press("KeyG");
    await screen.findByText(/같은 대상을 모두 고르면 60건을 한 번에 처리해요/);
    press("KeyG");
    await screen.findByText(/신고 60건을 같은 결과로 처리하고 신고자 60명에게 알려요/);
    press("Digit1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 외 59건 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await expect
      .poll(decided)
      .toEqual([["PUT", `/api/admin/reports/${first.id}`, { status: "dismissed", includeVoices: true }]]);
    await screen.findByText("신고 60건 처리 완료");
  });

  it.each(["Digit1", "ban"])(
    "decides about no report that has come since the decision was made (%s)",
    async (choice) => {
      let now = { sameTarget: 59, newestVoiceId: idOf("e1") };
      const { user, refetchHistory } = await startTriage({
        isGrouped: true,
        voices: 60,
        warnings: () => 2,
        voicesNow: () => now,
        decide: () => {
          now = { ...now, sameTarget: 1 };
          return undefined;
        },
      });
      /** One more report about the same thing comes, and the screen shows it. */
      const report = async () => {
        now = { sameTarget: 60, newestVoiceId: idOf("e2") };
        await refetchHistory();
      };
      await openFirst();
      await screen.findByRole("button", { name: /60건 함께 처리하기/ });
      if (choice === "ban") {
        await warn();
        const dialog = within(await screen.findByRole("dialog", { name: "비밀번호 확인" }));
        await report();
        await user.type(dialog.getByLabelText(/비밀번호/, { selector: "input" }), "password1");
        vi.useFakeTimers({ shouldAdvanceTime: true });
        fireEvent.click(dialog.getByRole("button", { name: "확인" }));
      } else {
        press(choice);
        vi.useFakeTimers({ shouldAdvanceTime: true });
        press("Enter", { ctrlKey: true });
      }
      await screen.findByText(/^지현 외 59건/);
      await report();
      await act(() => vi.advanceTimersByTimeAsync(undoMs));
      await expect
        .poll(() => decided().at(-1)?.[2])
        .toMatchObject({ includeVoices: true, newestVoiceId: idOf("e1") });
      await screen.findByText("신고 60건 처리 완료");
      await screen.findByText(/같은 대상의 신고 1건이 남아 있어요/);
    },
  );

  it("decides about one report alone where the others are taken out, also after an undo", async () => {
    const { path } = await startTriage({ isGrouped: true });
    await openFirst();
    fireEvent.click(await screen.findByRole("checkbox", { checked: true }));
    press("Digit1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
    await expect.poll(path).toBe(`/reports/${second.id}`);
    press("KeyU");
    await expect.poll(path).toBe(`/reports/${first.id}`);
    await screen.findByRole("checkbox", { checked: false });
    await screen.findByText("권장 조치:", { exact: false });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await expect.poll(decided).toEqual([["PUT", `/api/admin/reports/${first.id}`, { status: "dismissed" }]]);
  });

  it("decides nothing about a target with several voices before the others are read", async () => {
    let arrive: (() => void) | undefined;
    const read = new Promise<void>((resolve) => (arrive = resolve));
    await startTriage({ isGrouped: true, voices: 2, read });
    press("KeyJ");
    await screen.findByText("권장 조치:", { exact: false });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText(/^함께 처리할 신고를 아직 불러오지 못했어요/);
    expect(screen.queryByText("지현 · 기각됨")).toBeNull();
    arrive?.();
    await screen.findByText(/신고 2건을 같은 결과로/);
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 외 1건 · 기각됨");
  });

  it("says what one decision has left of the reports about the same thing", async () => {
    await startTriage({ voices: 4, sameTarget: 3 });
    await openFirst();
    press("Digit1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText("신고자에게 알렸어요. 같은 대상의 신고 3건이 남아 있어요.");
  });

  it("has the group back after it was taken back: the next decision is about all of it", async () => {
    const { path } = await startTriage({ isGrouped: true });
    await openFirst();
    await screen.findByRole("button", { name: /2건 함께 처리하기/ });
    // On a busy machine this clock runs slower: the decision can still be taken back by then.
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await warn();
    const leases = () =>
      server.asked
        .filter(({ path: asked }) => asked === `/api/admin/reports/${second.id}/lease`)
        .map(({ method }) => method);
    await screen.findByText("지현 외 1건 · 해결됨 · 경고");
    await expect.poll(path).toBe("/admin");
    await expect.poll(leases).toEqual(["PUT"]);
    fireEvent.keyDown(document.body, { code: "KeyU" });
    await expect.poll(path).toBe(`/reports/${first.id}`);
    await expect.poll(leases).toEqual(["PUT", "DELETE"]);
    await screen.findByRole("button", { name: /2건 함께 처리하기/ });
    expect(await screen.findByRole("checkbox")).toBeChecked();
    press("Digit3");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 외 1건 · 해결됨 · 경고");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    const ids = [first.id, second.id];
    await expect
      .poll(decided)
      .toEqual([["POST", "/api/admin/reports/batch", expect.objectContaining({ ids })]]);
  });

  it("leaves its reports to colleagues when a sign-out drops it, and none of those that are on their way", async () => {
    let answer: (() => void) | undefined;
    const { path } = await startTriage({ before: new Promise<void>((resolve) => (answer = resolve)) });
    const left = () =>
      server.asked.filter(({ method }) => method === "DELETE").map(({ path: asked }) => asked);
    await openFirst();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
    await expect.poll(path).toBe(`/reports/${second.id}`);
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await expect.poll(() => decided().length).toBe(1);
    await screen.findByRole("heading", { name: "스팸/광고" });
    await screen.findByText("권장 조치:", { exact: false });
    press("Digit2");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 해결됨");
    await expect.poll(path).toBe("/admin");
    expect(left()).toEqual([]);
    await act(() => unsentDecisions()?.dropAll());
    expect(left()).toEqual([`/api/admin/reports/${second.id}/lease`]);
    expect(screen.queryByText("지현 · 해결됨")).toBeNull();
    answer?.();
    await screen.findByText("신고 처리 완료");
    expect(decided()).toHaveLength(1);
  });

  it("ticks a single related report by keys", async () => {
    await startTriage();
    await openFirst();
    press("KeyL");
    const box = await screen.findByRole("checkbox");
    expect(box).toHaveFocus();
    fireEvent.click(box);
    await screen.findByText(/신고 2건을 같은 결과로 처리하고/);
    press("KeyL", { shiftKey: true });
    expect(box).toHaveFocus();
    press("Digit1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 외 1건 · 기각됨");
  });

  it("counts a warning that is held: the one that ends in a ban asks for the password", async () => {
    const { path } = await startTriage({ warnings: () => 1 });
    await openFirst();
    // Held on the test's clock, which a busy machine slows down.
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await warn();
    await expect.poll(path).toBe(`/reports/${second.id}`);
    await screen.findByRole("heading", { name: "스팸/광고" });
    await screen.findByText("아직 처리되지 않은 제재 1건을 더해 세었어요.");
    // Both reports are about one content.
    await screen.findByText(/^이 콘텐츠로 이미 방금 정한 제재 1건이 있어요/);
    await warn();
    await screen.findByText(/^같은 대상으로 이미 제재했습니다/);
    fireEvent.click(screen.getByRole("checkbox", { name: "그래도 한 번 더 제재할게요" }));
    press("Enter", { ctrlKey: true });
    await screen.findByText(/^지현님의 계정 이용을 영구 제한하려고 해요 \(경고 3회째: 영구 이용 제한\)/);
    expect(screen.getAllByText("지현 · 해결됨 · 경고")).toHaveLength(1);
    screen.getByText(/^확인하면 10초 뒤에 처리되고/);
    // A ban is confirmed each time.
    expect(screen.queryByText(/다시 묻지 않아요/)).toBeNull();
    expect(decided()).toEqual([]);
  });

  it("says what a held warning would be by now, and sends it when that is confirmed with the password", async () => {
    const standing = { warningCount: 2, suspendedUntil: null, isBanned: false };
    const refusal = { status: 409, body: { code: "STANDING_CHANGED", message: "바뀜", standing } };
    const success = { status: 200, body: { report: { ...first, status: "resolved" } } };
    let isChanged = true;
    const { user } = await startTriage({ warnings: () => 1, decide: () => (isChanged ? refusal : success) });
    await openFirst();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await warn();
    await screen.findByText("지현 · 해결됨 · 경고");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText("그사이 지현님의 상태가 바뀌어 아직 처리하지 않았어요.");
    const bar = within(screen.getByRole("region", { name: "보내기 전인 결정" }));
    bar.getByText("경고 2회째: 7일 이용 정지", { exact: false });
    bar.getByText("경고 3회째: 영구 이용 제한");
    // A held decision is not sent unasked, nor by the key that resends failed ones.
    press("Escape");
    press("KeyR");
    await act(() => vi.advanceTimersByTimeAsync(undoMs * 3));
    expect(decided()).toHaveLength(1);
    vi.useRealTimers();
    isChanged = false;
    await user.click(bar.getByRole("button", { name: "비밀번호 확인하고 보내기" }));
    const dialog = within(await screen.findByRole("dialog", { name: "비밀번호 확인" }));
    dialog.getByText(/^지현님의 계정 이용을 영구 제한하려고 해요/);
    dialog.getByText(/^확인하면 바로 처리돼요/);
    await user.type(dialog.getByLabelText(/비밀번호/, { selector: "input" }), "password1");
    await user.click(dialog.getByRole("button", { name: "확인" }));
    await screen.findByText("신고 처리 완료");
    await screen.findByText(/^신고자와 제재받은 사람에게 알렸어요/);
    expect(decided().map(([method, , body]) => [method, body])).toEqual([
      ["PUT", expect.objectContaining({ expected: { ...standing, warningCount: 1 } })],
      ["POST", { password: "password1" }],
      ["PUT", expect.objectContaining({ expected: standing })],
    ]);
  });

  it("asks for the password again before a ban that did not get through is sent again", async () => {
    const lease = { adminId: first.reporter.id, nickname: "돌봄이", until: "2026-11-20T05:11:00.000Z" };
    const refusal = { status: 409, body: { code: "LEASED", message: "보고 있는 신고", lease } };
    const { user } = await startTriage({ warnings: () => 2, decide: () => refusal });
    const confirm = async () => {
      const dialog = within(await screen.findByRole("dialog", { name: "비밀번호 확인" }));
      dialog.getByText(/^지현님의 계정 이용을 영구 제한하려고 해요 \(경고 3회째: 영구 이용 제한\)/);
      await user.type(dialog.getByLabelText(/비밀번호/, { selector: "input" }), "password1");
      // The held decision runs on the test's clock.
      vi.useFakeTimers({ shouldAdvanceTime: true });
      fireEvent.click(dialog.getByRole("button", { name: "확인" }));
    };
    const methods = () => decided().map(([method]) => method);
    await openFirst();
    await warn();
    await confirm();
    await screen.findByText("지현 · 해결됨 · 경고");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByRole("button", { name: /다시 보내기/ });
    expect(screen.getByText("신고 처리 실패")).toBeInTheDocument();
    vi.useRealTimers();
    press("KeyR");
    await screen.findByRole("dialog", { name: "비밀번호 확인" });
    expect(methods()).toEqual(["POST", "PUT"]);
    await confirm();
    await expect.poll(methods).toEqual(["POST", "PUT", "POST", "PUT"]);
  });

  it("bans nobody on other facts than those that the password was given for", async () => {
    let count = 2;
    const { user, refetchHistory } = await startTriage({ warnings: () => count });
    await openFirst();
    await warn();
    const dialog = within(await screen.findByRole("dialog", { name: "비밀번호 확인" }));
    // A colleague lifts a warning meanwhile, and the screen behind the dialog shows it.
    count = 1;
    await refetchHistory();
    await user.type(dialog.getByLabelText(/비밀번호/, { selector: "input" }), "password1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(dialog.getByRole("button", { name: "확인" }));
    await screen.findByText("지현 · 해결됨 · 경고");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await expect
      .poll(() => decided().at(-1)?.[2])
      .toMatchObject({ penaltyType: "warning", expected: { warningCount: 2 } });
  });

  it("asks again where a colleague's warning has made something else of the same choice", async () => {
    let count = 0;
    const { path, refetchHistory } = await startTriage({ warnings: () => count });
    await openFirst();
    press("Digit3");
    fireEvent.change(await screen.findByLabelText(/제재 사유/), { target: { value: "광고 반복" } });
    await screen.findByText("경고 1회째: 안내");
    count = 1;
    await refetchHistory();
    await screen.findByText("경고 2회째: 7일 이용 정지");
    press("Enter", { ctrlKey: true });
    await screen.findByText(/결과가 ‘경고 2회째: 7일 이용 정지’로 달라졌습니다/);
    expect(screen.queryByText("지현 · 해결됨 · 경고")).toBeNull();
    expect(path()).toBe(`/reports/${first.id}`);
    expect(screen.getByLabelText(/제재 사유/)).toHaveValue("광고 반복");

    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 해결됨 · 경고");
    // What has no penalty depends on nobody's status.
    await expect.poll(path).toBe(`/reports/${second.id}`);
    await screen.findByRole("heading", { name: "스팸/광고" });
    press("Digit1");
    count = 2;
    await refetchHistory();
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await expect
      .poll(() => decided().at(0)?.[2])
      .toMatchObject({ penaltyType: "warning", expected: { warningCount: 1 } });
  });

  it("lets no word about an earlier change stand once the person's status has changed again", async () => {
    let count = 0;
    const { refetchHistory } = await startTriage({ warnings: () => count });
    await openFirst();
    press("Digit3");
    fireEvent.change(await screen.findByLabelText(/제재 사유/), { target: { value: "광고 반복" } });
    const changes = () => screen.queryAllByText(/제재가 바뀌어 결과가/).map(({ textContent }) => textContent);
    for (const [now, outcome] of [
      [1, "경고 2회째: 7일 이용 정지"],
      [2, "경고 3회째: 영구 이용 제한"],
    ] as const) {
      count = now;
      await refetchHistory();
      await screen.findByText(outcome);
      await expect.poll(changes).toEqual([]);
      press("Enter", { ctrlKey: true });
      await expect.poll(changes).toEqual([expect.stringContaining(`‘${outcome}’`)]);
    }
    // A reading without a change leaves the sentence.
    await refetchHistory();
    expect(changes()).toHaveLength(1);
    expect(screen.queryByText("지현 · 해결됨 · 경고")).toBeNull();
  });

  it.each([
    ["takes a kept choice to be made on the first reading of the person's status, not on an older list", 1],
    ["asks again about a kept choice where the status changes after that reading", 0],
  ])("%s", async (_, later) => {
    let count = 1;
    let arrive: (() => void) | undefined;
    textsOf(admin.id).keep(draftName(first.id), {
      ...{ status: "resolved", penaltyType: "warning", duration: null, reason: "광고 반복" },
    });
    const { user, refetchHistory } = await startTriage({
      warnings: () => count,
      history: new Promise<void>((resolve) => (arrive = resolve)),
    });
    press("KeyJ");
    expect(await screen.findByLabelText(/제재 사유/)).toHaveValue("광고 반복");
    await screen.findByText("권장 조치는 경고 1회째: 안내");
    arrive?.();
    await screen.findByText("권장 조치는 경고 2회째: 7일 이용 정지");
    count = later;
    await refetchHistory();
    await screen.findByText(later === 1 ? /^권장 조치는 경고 2회째/ : /^권장 조치는 경고 1회째/);
    await user.click(screen.getByRole("button", { name: "처리하기" }));
    await screen.findByText(
      later === 1 ? "지현 · 해결됨 · 경고" : /제재가 바뀌어 결과가 ‘경고 1회째: 안내’로/,
    );
  });

  it("asks again about a choice made by hand on the list, where the first reading has another outcome", async () => {
    let arrive: (() => void) | undefined;
    await startTriage({
      warnings: () => 1,
      history: new Promise<void>((resolve) => (arrive = resolve)),
    });
    press("KeyJ");
    await screen.findByRole("button", { name: "처리하기" });
    press("Digit3");
    fireEvent.change(await screen.findByLabelText(/제재 사유/), { target: { value: "광고 반복" } });
    await screen.findAllByText(/경고 1회째: 안내$/);
    arrive?.();
    await screen.findAllByText(/경고 2회째: 7일 이용 정지$/);
    press("Enter", { ctrlKey: true });
    await screen.findByText(/제재가 바뀌어 결과가 ‘경고 2회째: 7일 이용 정지’로/);
    expect(screen.queryByText("지현 · 해결됨 · 경고")).toBeNull();
  });

  it("says of several which one the key takes back: the latest, then the one before it", async () => {
    const { path } = await startTriage();
    await openFirst();
    press("Digit1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Enter", { ctrlKey: true });
    await expect.poll(path).toBe(`/reports/${second.id}`);
    const bar = within(screen.getByRole("region", { name: "보내기 전인 결정" }));
    const undoNames = () => bar.getAllByRole("button").map(({ textContent }) => textContent.at(-1));
    expect(undoNames()).toEqual(["U"]);
    expect(bar.queryByText("U는 가장 나중 결정을 되돌려요.")).toBeNull();
    await screen.findByRole("heading", { name: "스팸/광고" });
    await screen.findByText("권장 조치:", { exact: false });
    press("Digit2");
    press("Enter", { ctrlKey: true });
    await bar.findByText("지현 · 해결됨");
    expect(undoNames()).toEqual([")", "U"]);
    bar.getByText("U는 가장 나중 결정을 되돌려요.");
    fireEvent.keyDown(document.body, { code: "KeyU" });
    await expect.poll(path).toBe(`/reports/${second.id}`);
    await expect.poll(() => bar.queryByText("지현 · 해결됨")).toBeNull();
    await bar.findByText("지현 · 기각됨");
    await expect.poll(undoNames).toEqual(["U"]);
  });

  it("leaves a held report out of the next one's group", async () => {
    const { path } = await startTriage();
    await openFirst();
    await screen.findByText("같은 사람의 열린 신고 1건", { exact: false });
    press("Digit1");
    vi.useFakeTimers({ shouldAdvanceTime: true });
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

  it.each([
    ["a colleague", buildAct({ adminId: first.reporter.id }), "1건은 다른 관리자가 먼저 처리했어요."],
    ["oneself", buildAct(), "이미 처리한 1건은 뺐어요."],
  ])("keeps what is left of several when some were decided by %s meanwhile", async (_, lastAct, words) => {
    let isGone = false;
    await startTriage({
      lastAct,
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
    await screen.findByText(`${words} 나머지는 아직 처리하지 않았어요.`);
    vi.useRealTimers();
    screen.getByRole("button", { name: "나머지 1건 다시 보내기" });
    press("KeyR");
    await expect
      .poll(() => decided().at(-1)?.slice(0, 2))
      .toEqual(["PUT", `/api/admin/reports/${second.id}`]);
  });

  it("leads from a refusal to the report that a colleague looks at, in the list of those that wait", async () => {
    const lease = {
      ...{ adminId: second.reporter.id, nickname: "돌봄이", until: "2026-11-20T05:11:00.000Z" },
      reportId: second.id,
    };
    const { path, search } = await startTriage({
      decide: () => ({ status: 409, body: { code: "LEASED", message: "보고 있는 신고", lease } }),
    });
    await openFirst();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    fireEvent.click(await screen.findByRole("button", { name: /^처리됨/ }));
    fireEvent.click(await screen.findByRole("button", { name: /신고로 돌아가기/ }));
    await expect.poll(() => [path(), search()]).toEqual([`/reports/${second.id}`, ""]);
  });

  it("drops what was refused for a colleague who had decided by the time of the answer", async () => {
    let isGone = false;
    const lease = { adminId: first.reporter.id, nickname: "돌봄이", until: "2026-11-20T05:11:00.000Z" };
    await startTriage({
      isGone: () => isGone,
      decide: () => {
        // Their decision arrives behind the refusal, and its news before the answer.
        isGone = true;
        return { status: 409, body: { code: "LEASED", message: "보고 있는 신고", lease } };
      },
    });
    await openFirst();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText("다른 관리자가 먼저 처리했어요");
    await expect.poll(() => screen.queryByText("지현 · 기각됨")).toBeNull();
  });

  it("tells a decision of one's own that had arrived before as one's own", async () => {
    let isGone = false;
    const byOneself = buildAct({ kind: "dismissed" });
    await startTriage({
      isGone: () => isGone,
      lastAct: byOneself,
      decide: () => {
        // Another tab has decided.
        isGone = true;
        return { status: 409, body: { code: "ALREADY_PROCESSED", message: "이미 처리된 신고입니다." } };
      },
    });
    await openFirst();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
    textsOf(admin.id).keep(draftName(first.id), { status: "dismissed", reviewNotes: "내가 쓴 메모" });
    textsOf(admin.id).keep(draftName(second.id), { status: "dismissed", reviewNotes: "다음 신고의 메모" });
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText("이미 처리한 신고예요");
    await screen.findByText("기각됨 · 지킴이");
    expect(screen.queryByText("다른 관리자가 먼저 처리했어요")).toBeNull();
    await expect.poll(() => textsOf(admin.id).read(draftName(first.id))).toBeUndefined();
    expect(textsOf(admin.id).read(`overtaken:${first.id}`)).toBeUndefined();
    expect(textsOf(admin.id).read(draftName(second.id))).toBeDefined();
  });

  it("says that it does not know what came of a decision whose answer was lost", async () => {
    await startTriage({ decide: () => ({ status: 502, body: "Bad Gateway" }) });
    await openFirst();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText(/^신고 처리 중 오류가 발생했습니다\. 처리됐는지 알 수 없어요/);
    expect(screen.queryByText(/아직 처리하지 않았어요|신고 처리 실패/)).toBeNull();
  });
});
