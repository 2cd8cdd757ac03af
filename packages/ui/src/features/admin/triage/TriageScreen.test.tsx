import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { onUnreachable } from "../../../client/responseCache.ts";
import { stubMedia } from "../../../testing/media.ts";
import { bePatient } from "../../../testing/patience.ts";
import { admin, buildPenalty, hearServer } from "../testing.ts";
import { draftName, groupName } from "./caseDrafts.ts";
import { undoMs } from "./decisions.ts";
import { decided, first, openFirst, press, second, server, startTriage, warn } from "./testing/screen.tsx";
import { testDevice } from "../../../testing/platform.ts";

const { textsOf } = testDevice;

bePatient();
// As wide as a desk.
stubMedia((media) => media.includes("min-width"));

describe("triage", () => {
  it("goes through a case by keys, holds the decision, takes it back, sends it and goes on", async () => {
    const { path } = await startTriage();
    await openFirst();
    expect(path()).toBe(`/reports/${first.id}`);
    // On a busy machine this clock runs slower: the decision can still be taken back by then.
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    const held = await screen.findByRole("region", { name: "보내기 전인 결정" });
    await within(held).findByText("지현 · 기각됨");
    await expect.poll(path).toBe(`/reports/${second.id}`);
    expect(decided()).toEqual([]);
    await screen.findByRole("heading", { name: "스팸/광고" });

    press("KeyU");
    await expect.poll(path).toBe(`/reports/${first.id}`);
    await screen.findByRole("heading", { name: "사기/허위 정보" });
    await expect.poll(() => within(held).queryByText("지현 · 기각됨")).toBeNull();

    // The chosen values are still there.
    await screen.findByRole("form", { name: "신고 처리" });
    press("Enter", { ctrlKey: true });
    await screen.findByText(/전에 고르고 보내지 않은 결정이에요/);
    expect(within(held).queryByText("지현 · 기각됨")).toBeNull();
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await within(held).findByText("지현 · 기각됨");
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await expect.poll(decided).toEqual([["PUT", `/api/admin/reports/${first.id}`, { status: "dismissed" }]]);
    await screen.findByText("신고 처리 완료");
  });

  it("says of a report that holds a payout which decision lets it go, and when", async () => {
    const { go } = await startTriage({ holdsPayouts: true });
    await openFirst();
    const told = () =>
      screen.queryAllByText(/사기 신고로 보류된 정산의 보류가/).map(({ textContent }) => textContent);
    const atOnce = [expect.stringContaining("정산의 보류가 풀려요")];
    expect(told()).toEqual([]);
    for (const [code, words] of [
      ["Digit1", atOnce],
      ["Digit6", []],
      ["Digit2", atOnce],
      ["Digit4", [expect.stringContaining("정산의 보류가 이용 정지가 끝날 때 풀려요")]],
    ] as const) {
      press(code);
      await expect.poll(told).toEqual(words);
    }
    /** Keys choose nothing while the reason is being typed. */
    const leaveReason = async () => {
      await waitFor(() => expect(screen.getByLabelText(/제재 사유/)).toHaveFocus());
      act(() => screen.getByLabelText(/제재 사유/).blur());
    };
    await leaveReason();
    press("Digit5");
    await expect.poll(told).toEqual([]);
    await leaveReason();
    press("Digit1");
    await expect.poll(told).toEqual(atOnce);
    // The other one is about the same thing, and holds nothing.
    await go(`/reports/${second.id}`);
    await screen.findByRole("heading", { name: "스팸/광고" });
    await screen.findByRole("form", { name: "신고 처리" });
    press("Digit1");
    await expect.poll(() => screen.getByLabelText(/처리 상태/).textContent).toContain("기각");
    expect(told()).toEqual([]);
  });

  it("says nothing of payouts where a report of fraud holds none", async () => {
    await startTriage();
    await openFirst();
    press("Digit1");
    await expect.poll(() => screen.getByLabelText(/처리 상태/).textContent).toContain("기각");
    expect(screen.queryByText(/보류된 정산/)).toBeNull();
  });

  it("does not send what is kept in the next case by a key that was pressed once too often", async () => {
    const { path, user } = await startTriage();
    textsOf(admin.id).keep(draftName(second.id), {
      ...{ status: "resolved", penaltyType: "suspension", duration: 7, reason: "어제 쓰던 사유" },
    });
    await openFirst();
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await expect.poll(path).toBe(`/reports/${second.id}`);
    const held = within(screen.getByRole("region", { name: "보내기 전인 결정" }));
    await held.findByText("지현 · 기각됨");
    expect(await screen.findByLabelText(/제재 사유/)).toHaveValue("어제 쓰던 사유");
    await screen.findByText("권장 조치:", { exact: false });
    press("Enter", { ctrlKey: true });
    await screen.findByText(/전에 고르고 보내지 않은 결정이에요/);
    expect(held.queryByText("지현 · 해결됨 · 서비스 이용 정지 7일")).toBeNull();
    expect(path()).toBe(`/reports/${second.id}`);
    await user.click(screen.getByRole("button", { name: "처리하기" }));
    await held.findByText("지현 · 해결됨 · 서비스 이용 정지 7일");
  });

  it("shows the next case from its top, and as it stands after the decision", async () => {
    await startTriage();
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
    await expect.poll(() => pane.scrollTop).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await screen.findByText("신고 처리 완료");
    // The next case is about the same person, so its reads are repeated.
    await expect.poll(reads).toBeGreaterThan(1);
  });

  it("gives no second penalty beside that of the same case, and asks no password for it", async () => {
    const { user } = await startTriage({ penalty: buildPenalty(), warnings: () => 2 });
    await openFirst();
    await warn();
    await screen.findByText("이 신고로 적용한 제재가 남아 있습니다. 먼저 그 제재를 해제해주세요.");
    expect(screen.queryByRole("dialog")).toBeNull();
    // Without a text it can be decided, and another case has its own draft.
    await user.click(screen.getByRole("heading", { name: "사기/허위 정보" }));
    const stays = () => screen.queryAllByText(/제재는 기각해도 그대로 남아요/).length;
    expect(stays()).toBe(0);
    press("Digit1");
    expect(stays()).toBe(1);
    press("Digit2");
    expect(stays()).toBe(0);
    await user.click(screen.getByRole("button", { name: "처리하기" }));
    const held = within(await screen.findByRole("region", { name: "보내기 전인 결정" }));
    await held.findByText("지현 · 해결됨");
    await user.click(await screen.findByRole("heading", { name: "스팸/광고" }));
    await warn();
    await screen.findByRole("dialog");
  });

  it("gives another penalty where the suspension of the same case is over", async () => {
    const suspension = {
      penaltyType: "suspension",
      duration: 1,
      endDate: "2020-11-21T06:00:00.000Z",
    } as const;
    await startTriage({ penalty: buildPenalty(suspension), warnings: () => 2 });
    await openFirst();
    await warn();
    await screen.findByRole("dialog");
  });

  it("empties the search when a link leads to the whole queue, and keeps what is being typed", async () => {
    const { go } = await startTriage();
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

  it("does nothing while an input method composes, and takes letters as letters where something is typed", async () => {
    const { path, user } = await startTriage();
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
    const { user } = await startTriage();
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
    await startTriage();
    await openFirst();
    // By then no request is needed any more.
    await expect.poll(() => server.asked.some(({ path }) => path.endsWith("/lease"))).toBe(true);
    await server.close();
    press("Digit1");
    act(onUnreachable);
    press("Enter", { ctrlKey: true });
    expect(await screen.findByText(/서버에 연결되어 있지 않아 처리할 수 없어요/)).toBeInTheDocument();
    act(hearServer);
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 · 기각됨");
  });

  it("sees who else is there, decides nothing over their head, and takes over with a reason", async () => {
    const { user } = await startTriage({ isLeased: true });
    expect(await screen.findByText("돌봄이님이 보는 중")).toBeInTheDocument();
    press("KeyJ");
    await screen.findByText(/돌봄이님이 보고 있어요.*이어받은 이유: 어제부터 보던 신고예요/);
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("돌봄이님이 보고 있어요. 먼저 이어받아주세요.");
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

  it("decides nothing while it is not known how the person stands", async () => {
    let tell: ((told: unknown) => void) | undefined;
    await startTriage({ history: new Promise((resolve) => (tell = resolve)) });
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

  it("asks for one kind of report, or those of one reason", async () => {
    const { user } = await startTriage();
    press("KeyV");
    const type = screen.getByRole("combobox", { name: "신고 유형" });
    expect(type).toHaveFocus();
    await user.selectOptions(type, "대화");
    await user.selectOptions(screen.getByRole("combobox", { name: "신고 사유" }), "스팸/광고");
    await expect
      .poll(() => server.asked.at(-1)?.path)
      .toBe("/api/admin/reports?status=open&limit=100&group=target&type=chat&reason=spam");
    await user.selectOptions(screen.getByRole("combobox", { name: "신고 유형" }), "모든 유형");
    await expect
      .poll(() => server.asked.at(-1)?.path)
      .toBe("/api/admin/reports?status=open&limit=100&group=target&reason=spam");
  });

  it("closes a case of the other list, by press or key, and keeps it open while the same list is asked anew", async () => {
    const { user, path } = await startTriage();
    await openFirst();
    await user.selectOptions(screen.getByRole("combobox", { name: "신고 유형" }), "콘텐츠");
    expect(path()).toBe(`/reports/${first.id}`);
    await user.click(screen.getByRole("button", { name: /^처리됨/ }));
    await expect.poll(path).toBe("/admin");
    await expect.poll(() => screen.queryByRole("form", { name: "신고 처리" })).toBeNull();
    const asked = () => server.asked.map((one) => one.path);
    await expect.poll(() => asked().some((one) => /status=decided.*type=content/.test(one))).toBe(true);
    press("KeyJ");
    await expect.poll(path).toBe(`/reports/${first.id}`);
    press("KeyF");
    await expect.poll(path).toBe("/admin");
    await screen.findByRole("button", { name: /^대기 중/, pressed: true });
  });

  it("says that the next page did not come, and asks for it by a press", async () => {
    let isRefused = true;
    const { user } = await startTriage({ isMoreRefused: () => isRefused });
    expect(await screen.findByText("다음 신고를 불러오지 못했어요.")).toBeInTheDocument();
    isRefused = false;
    await user.click(screen.getByRole("button", { name: "다시 시도" }));
    const list = within(screen.getByRole("region", { name: "신고 목록" }));
    await expect.poll(() => list.getAllByRole("listitem").length).toBe(3);
    await expect.poll(() => screen.queryByText("다음 신고를 불러오지 못했어요.")).toBeNull();
  });

  it("forgets what was begun about a report that somebody else has decided", async () => {
    let isGone = false;
    const { path } = await startTriage({ isGone: () => isGone });
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

  it("has the group back after an undo though a colleague had decided and reopened meanwhile", async () => {
    let isGone = false;
    const { path, refetchHistory } = await startTriage({ isGone: () => isGone });
    const texts = textsOf(admin.id);
    texts.keep(groupName(second.id), [first.id]);
    await openFirst();
    await screen.findByRole("checkbox");
    press("KeyG");
    await screen.findByRole("button", { name: /2건 함께 처리하기/ });
    isGone = true;
    await refetchHistory();
    await expect.poll(() => screen.queryByRole("form", { name: "신고 처리" })).toBeNull();
    expect(texts.read(groupName(first.id))).toBeUndefined();
    isGone = false;
    await refetchHistory();
    await screen.findByRole("button", { name: /2건 함께 처리하기/ });
    // On a busy machine this clock runs slower: the decision can still be taken back by then.
    vi.useFakeTimers({ shouldAdvanceTime: true });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    await screen.findByText("지현 외 1건 · 기각됨");
    await expect.poll(() => screen.queryByRole("form", { name: "신고 처리" })).toBeNull();
    press("KeyU");
    await expect.poll(path).toBe(`/reports/${first.id}`);
    await screen.findByRole("button", { name: /2건 함께 처리하기/ });
    expect(await screen.findByRole("checkbox")).toBeChecked();
    // Another case's group is its own.
    expect(texts.read(groupName(second.id))).toEqual([first.id]);
  });

  it("decides nothing from where something is searched for", async () => {
    const { user, path } = await startTriage();
    await openFirst();
    press("Digit1");
    await user.click(screen.getByRole("searchbox", { name: "신고 검색" }));
    // A handled key is kept from the browser.
    expect(press("Enter", { ctrlKey: true })).toBe(true);
    expect(path()).toBe(`/reports/${first.id}`);
    await user.click(screen.getByLabelText(/검토 메모/));
    expect(press("Enter", { ctrlKey: true })).toBe(false);
    await screen.findByText("지현 · 기각됨");
  });
});
