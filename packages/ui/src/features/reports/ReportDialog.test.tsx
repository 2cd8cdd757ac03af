import { reportReasons } from "@knowhow/shared";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { meKey } from "../../client/session.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import { startServer, type FakeAnswer } from "../../testing/server.ts";
import { buildUser } from "../../testing/users.ts";
import { ReportDialog } from "./ReportDialog.tsx";
import type { ReportTarget } from "./useReport.ts";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const reportId = "01900000-0000-7000-8000-0000000000e1";
const chat: ReportTarget = { label: "지현님", kind: "chat", chatRoomId: "room", reportedUserId: "person" };
const Opened = ({ target }: { target: ReportTarget }) => {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button onClick={() => setIsOpen(true)}>다시 열기</button>
      <ReportDialog isOpen={isOpen} onClose={() => setIsOpen(false)} target={target} />
    </>
  );
};
const open = async (answer: () => FakeAnswer, target: ReportTarget = chat) => {
  server = await startServer(({ path }) =>
    path.endsWith("/me") ? { body: { user: buildUser() } } : answer(),
  );
  const { queryClient } = renderAt(<Opened target={target} />);
  await waitFor(() => expect(queryClient.getQueryData(meKey)).toBeDefined());
  return userEvent.setup();
};
const reports = () => server.asked.filter(({ method }) => method === "POST");
const submit = () => screen.getByRole("button", { name: "신고하기" });
const fill = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole("radio", { name: "사기/허위 정보" }));
  await user.type(screen.getByRole("textbox", { name: /상세 내용/ }), " 설명과 달라요 ");
};

describe("ReportDialog", () => {
  it("lists the reasons, warns, and asks for both before it sends", async () => {
    const user = await open(() => ({}));
    for (const { label } of reportReasons)
      expect(screen.getByRole("radio", { name: label })).not.toBeChecked();
    expect(screen.getByText(/허위 신고는/)).toBeInTheDocument();
    expect(screen.getByText("0/500")).toBeInTheDocument();
    await user.type(screen.getByRole("textbox", { name: /상세 내용/ }), "   ");
    await user.click(submit());
    expect(await screen.findByText("신고 사유를 선택해주세요.")).toBeInTheDocument();
    expect(screen.getByText("신고 상세 내용을 입력해주세요.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "취소" }));
    expect(reports()).toEqual([]);
  });

  it("reports the other one of a room", async () => {
    const user = await open(() => ({ status: 201, body: { report: { id: reportId, status: "pending" } } }));
    await fill(user);
    await user.click(submit());
    expect(
      await screen.findByText("신고가 접수되었습니다. 검토 후 결과를 알려드리겠습니다."),
    ).toBeInTheDocument();
    expect(reports().map(({ path }) => path)).toEqual(["/api/chat/reports"]);
    expect(JSON.parse(reports()[0]?.body ?? "")).toEqual({
      reportReason: "fraud",
      reportDetails: "설명과 달라요",
      chatRoomId: "room",
      reportedUserId: "person",
    });
  });

  it("reports a content", async () => {
    const user = await open(() => ({ status: 201, body: { report: { id: reportId, status: "pending" } } }), {
      label: "지현님",
      kind: "content",
      contentId: "content",
    });
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText("신고 완료")).toBeInTheDocument();
    expect(reports().map(({ path }) => path)).toEqual(["/api/reports"]);
    expect(JSON.parse(reports()[0]?.body ?? "")).toMatchObject({
      reportType: "content",
      contentId: "content",
    });
  });

  it("says why it was refused and keeps what was written", async () => {
    const refused = "이미 접수된 신고가 있습니다.";
    const user = await open(() => ({ status: 409, body: { code: "ALREADY_REPORTED", message: refused } }));
    await fill(user);
    await user.click(submit());
    expect(await within(screen.getByRole("dialog")).findByText("신고 접수 실패")).toBeInTheDocument();
    expect(within(screen.getByRole("dialog")).getByText(refused)).toBeInTheDocument();
    // Once: not in a toast too.
    expect(screen.getAllByText(refused)).toHaveLength(1);
    expect(screen.getByRole("textbox", { name: /상세 내용/ })).toHaveValue(" 설명과 달라요 ");
  });

  it("closes on Escape, and has what was written when it is opened again", async () => {
    const user = await open(() => ({}), { label: "‘여행’ 콘텐츠", kind: "content", contentId: "escaped" });
    await fill(user);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "다시 열기" }));
    expect(await screen.findByRole("textbox", { name: /상세 내용/ })).toHaveValue(" 설명과 달라요 ");
    expect(screen.getByRole("radio", { name: "사기/허위 정보" })).toBeChecked();
    expect(reports()).toEqual([]);
  });

  it("has words of its own where the server gives none", async () => {
    const user = await open(() => ({ status: 403, body: "<h1>Forbidden</h1>", isForeign: true }));
    await fill(user);
    await user.click(submit());
    const words = "신고 접수 중 오류가 발생했습니다.";
    expect(await screen.findByText("신고 접수 실패")).toBeInTheDocument();
    expect(within(screen.getByRole("dialog")).getByText(words)).toBeInTheDocument();
  });
});
