import { screen, within } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { stubMedia } from "../testing/media.ts";
import { bePatient } from "../testing/patience.ts";
import { renderAt } from "../testing/render.tsx";
import type { Answer, Asked, startServer } from "../testing/server.ts";
import { ReportTab } from "./ReportTab.tsx";
import { buildHistory, buildPenalty, buildReport, startAdminServer } from "./testing.ts";

bePatient();

// As on a phone: the system's own lists.
stubMedia((media) => media === "(pointer: coarse)");

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const counts = { all: 1, pending: 1, processed: 0 };

interface Given {
  history?: ReturnType<typeof buildHistory>;
  process?: (asked: Asked) => Answer;
  verify?: (asked: Asked) => Answer;
  lift?: (asked: Asked) => Answer;
}

/** Opens the dialog of the one report that waits. */
const open = async ({ history = buildHistory(), process, verify, lift }: Given = {}) => {
  let isDecided = false;
  server = await startAdminServer({
    "/api/admin/reports": (asked) => {
      if (asked.method === "PUT") {
        isDecided = true;
        return process?.(asked) ?? { body: { report: buildReport({ status: "resolved" }) } };
      }
      const decided = buildReport({
        status: "resolved",
        reviewedAt: "2026-11-20T06:00:00.000Z",
        reviewNotes: "먼저 본 사람의 메모",
      });
      if (asked.path.endsWith(decided.id))
        return { body: { report: decided, lease: null, related: [], sameTarget: 0 } };
      return { body: { reports: isDecided ? [] : [buildReport()], counts } };
    },
    "/api/admin/users": () => ({ body: history }),
    "/api/admin/penalties": (asked) => lift?.(asked) ?? { status: 404 },
    "/api/auth/verify-password": (asked) => verify?.(asked) ?? { body: { ok: true } },
  });
  const user = userEvent.setup();
  renderAt(<ReportTab filter="pending" />, "/admin", "/admin");
  await user.click(await screen.findByRole("button", { name: "처리하기" }));
  const dialog = await screen.findByRole("dialog", { name: "신고 처리" });
  return { user, dialog: within(dialog) };
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
  user.click(dialog.getByRole("button", { name: "처리하기" }));
const sent = () =>
  server.asked
    .filter(({ method, path }) => method === "PUT" && path.startsWith("/api/admin/reports"))
    .map(({ body }) => JSON.parse(body) as unknown);

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
    await send(user, dialog);
    expect(await screen.findByText("신고 처리 완료")).toBeInTheDocument();
    expect(sent()).toEqual([
      { status: "resolved", penaltyType: "suspension", duration: 7, reason: "허위 설명" },
    ]);
  });

  it("sends nothing of a penalty that was chosen before the report was dismissed", async () => {
    const { user, dialog } = await open();
    await choose(user, dialog, /처리 상태/, "해결됨");
    await choose(user, dialog, /제재 유형/, "경고");
    await write(user, dialog.getByLabelText(/제재 사유/), "허위");
    await choose(user, dialog, /처리 상태/, "기각됨");
    await write(user, dialog.getByLabelText(/검토 메모/), "근거 없음");
    await send(user, dialog);
    expect(await screen.findByText("신고 처리 완료")).toBeInTheDocument();
    expect(sent()).toEqual([{ status: "dismissed", reviewNotes: "근거 없음" }]);
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
    expect(await dialog.findByText("경고 3회째: 영구 이용 제한")).toBeInTheDocument();
    await choose(user, dialog, /처리 상태/, "해결됨");
    await choose(user, dialog, /제재 유형/, "경고");
    await write(user, dialog.getByLabelText(/제재 사유/), "반복된 허위 설명");
    await send(user, dialog);
    const asking = within(await screen.findByRole("dialog", { name: "관리자 비밀번호 확인" }));
    const password = asking.getByLabelText(/^비밀번호/, { selector: "input" });
    await write(user, password, "Wrong!2026");
    await user.keyboard("{Enter}");
    expect(await asking.findByText("현재 비밀번호가 일치하지 않습니다.")).toBeInTheDocument();
    expect(sent()).toEqual([]);
    await write(user, password, "Right!2026");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("신고 처리 완료")).toBeInTheDocument();
    expect(sent()).toHaveLength(1);
  });

  it("shows the result when another administrator was first", async () => {
    const { user, dialog } = await open({
      process: () => ({
        status: 409,
        body: {
          code: "ALREADY_PROCESSED",
          message: "이미 처리된 신고입니다. 처리 결과를 확인해주세요.",
        },
      }),
    });
    await choose(user, dialog, /처리 상태/, "기각됨");
    await send(user, dialog);
    const result = within(await screen.findByRole("dialog", { name: "이미 처리된 신고입니다" }));
    expect(result.getByText("해결됨")).toBeInTheDocument();
    expect(result.getByText("검토 메모: 먼저 본 사람의 메모")).toBeInTheDocument();
    expect(screen.getByText("신고 처리 실패")).toBeInTheDocument();
    expect(await screen.findByText("기다리는 신고가 없어요")).toBeInTheDocument();
  });

  it("takes an active penalty back with a reason, beside the history of the person", async () => {
    const active = buildPenalty();
    const lifted = buildPenalty({ id: "old", isActive: false, reason: "옛 경고", liftReason: "오해" });
    const { user, dialog } = await open({
      history: buildHistory({ warningCount: 1 }, [active, lifted]),
      lift: () => ({ body: { penalty: { ...active, isActive: false } } }),
    });
    expect(await dialog.findByText("경고 2회째: 7일 이용 정지")).toBeInTheDocument();
    expect(dialog.getByText("해제 사유: 오해")).toBeInTheDocument();
    expect(dialog.getByText(/구매 3건 · 환불 1건/)).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "제재 해제: 경고, 허위 설명" }));
    const question = within(await screen.findByRole("dialog", { name: "제재를 해제할까요?" }));
    await user.click(question.getByRole("button", { name: "제재 해제" }));
    expect(await question.findByText("해제 사유를 입력해주세요.")).toBeInTheDocument();
    await write(user, question.getByLabelText(/해제 사유/), "소명이 맞음");
    await user.click(question.getByRole("button", { name: "제재 해제" }));
    expect(await screen.findByText("제재를 해제했습니다")).toBeInTheDocument();
    const call = server.asked.find(({ path }) => path.startsWith("/api/admin/penalties"));
    expect(call?.path).toBe(`/api/admin/penalties/${active.id}`);
    expect(JSON.parse(call?.body ?? "")).toEqual({ isActive: false, reason: "소명이 맞음" });
  });
});
