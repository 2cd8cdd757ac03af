import type { Evidence } from "@knowhow/shared";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "../../../testing/patience.ts";
import { renderAt } from "../../../testing/render.tsx";
import { startServer } from "../../../testing/server.ts";
import { admin, buildReport, idOf } from "../testing.ts";
import { EvidenceView } from "./EvidenceView.tsx";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const report = buildReport();
const message = {
  ...{ id: idOf("9"), senderId: report.reportedUser.id, message: "심한 말" },
  ...{ messageType: "text", createdAt: "2026-11-20T05:00:00.000Z", isRead: 0, clientId: null },
  sender: { nickname: "지현" },
};
const base = `/api/admin/reports/${report.id}/evidence`;
const buildEvidence = (overrides: Partial<Evidence> = {}): Evidence => ({
  takenAt: "2026-11-20T05:06:00.000Z",
  reportedNickname: "지현",
  reporterNickname: "민수",
  content: {
    id: idOf("c"),
    title: "처음 제목",
    description: "처음 설명",
    category: "language",
    price: 10_000,
    files: [
      { name: "비밀 노트.txt", link: null },
      { name: "드라이브", link: "https://drive.google.com/x" },
    ],
    pictures: [`${base}/pictures/0`],
  },
  comment: null,
  chatRoomId: null,
  messages: [],
  ...overrides,
});
const open = async (
  evidence: Evidence | null,
  text: () => { status?: number; body: unknown },
  shown = report,
) => {
  server = await startServer(({ path }) => {
    if (path.endsWith("/me")) return { body: { user: admin } };
    if (path.includes("/files/")) return text();
    if (path.includes("/chat-messages")) return { body: { messages: [message] } };
    return { body: { evidence } };
  });
  renderAt(<EvidenceView report={shown} />);
  return userEvent.setup();
};

describe("what a report is about", () => {
  it("shows the words, pictures and files of that moment, and reads a file in place", async () => {
    const user = await open(buildEvidence(), () => ({
      body: { parts: [{ page: "1", text: "첫 쪽의 글" }], isCut: true },
    }));
    expect(await screen.findByText("처음 제목")).toBeInTheDocument();
    expect(
      screen.getByText("2026년 11월 20일 오후 2:06 신고 당시의 내용이에요. 열어본 기록이 남습니다."),
    ).toBeInTheDocument();
    expect(screen.getByRole("img", { name: /미리보기 이미지 1/ })).toHaveAttribute(
      "src",
      expect.stringContaining(`${base}/pictures/0`),
    );
    expect(screen.getByRole("link", { name: "비밀 노트.txt 다운로드" })).toHaveAttribute(
      "href",
      expect.stringContaining(`${base}/files/0`),
    );
    // A link is shown in words: nobody is led there by a press.
    expect(screen.getByText("https://drive.google.com/x")).toBeInTheDocument();
    expect(screen.getAllByRole("link")).toHaveLength(1);
    expect(server.asked.some(({ path }) => path.includes("/files/"))).toBe(false);
    await user.click(screen.getByRole("button", { name: "글 읽기" }));
    expect(await screen.findByText("첫 쪽의 글")).toBeInTheDocument();
    expect(screen.getByText(/여기까지만/)).toBeInTheDocument();
  });

  it("says of a file without words that it has none", async () => {
    const user = await open(buildEvidence(), () => ({
      status: 422,
      body: { code: "NO_TEXT", message: "없음" },
    }));
    await user.click(await screen.findByRole("button", { name: "글 읽기" }));
    expect(await screen.findByText(/읽을 수 있는 글이 없는/)).toBeInTheDocument();
  });

  it("shows a comment that its author deleted, and says so", async () => {
    const comment = {
      comment: "심한 댓글",
      createdAt: "2026-11-20T05:00:00.000Z",
      state: "deleted",
    } as const;
    await open(buildEvidence({ comment, content: null }), () => ({ body: {} }));
    expect(await screen.findByText("심한 댓글")).toBeInTheDocument();
    expect(screen.getByText("작성자가 삭제한 댓글이에요.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /숨기기/ })).toBeNull();
  });

  it("says of an older report that nothing was kept", async () => {
    await open(null, () => ({ body: {} }));
    await waitFor(() => expect(screen.getByText(/보관하기 전에 접수된/)).toBeInTheDocument());
    expect(server.asked.some(({ path }) => path.includes("/chat-messages"))).toBe(false);
  });

  it("shows the talk of an older report as it is now", async () => {
    const shown = buildReport({ reportType: "chat", contentId: null, chatRoomId: idOf("e") });
    await open(null, () => ({ body: {} }), shown);
    expect(await screen.findByText("심한 말")).toBeInTheDocument();
    expect(screen.getByText(/보관하기 전에 접수된/)).toBeInTheDocument();
  });
});
