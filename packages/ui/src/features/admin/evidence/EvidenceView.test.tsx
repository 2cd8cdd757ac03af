import type { Evidence } from "@knowhow/shared";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
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
  ...{ messageType: "text", createdAt: "2026-11-20T05:00:00.000Z", isRead: false, clientId: null },
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
      { name: "스캔.pdf", link: null },
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
  text: (path: string) => { status?: number; body: unknown },
  shown = report,
) => {
  server = await startServer(({ path }) => {
    if (path.endsWith("/me")) return { body: { user: admin } };
    if (path.includes("/files/")) return text(path);
    if (path.includes("/chat-messages")) return { body: { messages: [message] } };
    return { body: { evidence } };
  });
  renderAt(<EvidenceView report={shown} />);
  return userEvent.setup();
};

const fileOf = (name: string) => screen.getByText(name).closest("li") ?? document.body;

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
    // A link is shown as text: it can not be opened by a press.
    expect(screen.getByText("https://drive.google.com/x")).toBeInTheDocument();
    expect(screen.getAllByRole("link")).toHaveLength(2);
    expect(server.asked.some(({ path }) => path.includes("/files/"))).toBe(false);
    await user.click(within(fileOf("비밀 노트.txt")).getByRole("button", { name: "글 읽기" }));
    expect(await screen.findByText("첫 쪽의 글")).toBeInTheDocument();
    expect(screen.getByText(/여기까지만/)).toBeInTheDocument();
  });

  it("lists the files of each version that the reporter has, and reads an earlier one in place", async () => {
    const content = buildEvidence().content;
    const earlierVersions = [
      { number: 2, files: [{ name: "둘째.txt", link: null }] },
      { number: 1, files: [{ name: "훔친 책.pdf", link: null }] },
    ];
    const asked: string[] = [];
    const user = await open(
      buildEvidence({ content: content && { ...content, earlierVersions } }),
      (path) => {
        asked.push(path);
        return { body: path.includes("/pages") ? { count: 1 } : { parts: [], isCut: false } };
      },
    );
    await screen.findByRole("heading", { name: "버전 3 (신고 당시 판매)" });
    const namesIn = (label: string) =>
      within(screen.getByRole("list", { name: label }))
        .getAllByRole("link")
        .map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")]);
    expect(namesIn("신고 당시 파일")[0]).toEqual(["비밀 노트.txt 다운로드", `${base}/files/0`]);
    expect(namesIn("버전 2 파일")).toEqual([["둘째.txt 다운로드", `${base}/files/0?version=2`]]);
    expect(namesIn("버전 1 파일")).toEqual([["훔친 책.pdf 다운로드", `${base}/files/0?version=1`]]);
    await user.click(within(fileOf("둘째.txt")).getByRole("button", { name: "글 읽기" }));
    await user.click(within(fileOf("훔친 책.pdf")).getByRole("button", { name: "쪽 보기" }));
    expect(await screen.findByRole("img", { name: "1쪽" })).toHaveAttribute(
      "src",
      `${base}/files/0/pages/1?version=1`,
    );
    expect(asked).toEqual([`${base}/files/0/text?version=2`, `${base}/files/0/pages?version=1`]);
  });

  it("says of a file without words that it has none", async () => {
    const user = await open(buildEvidence(), () => ({
      status: 422,
      body: { code: "NO_TEXT", message: "없음" },
    }));
    await screen.findByText("처음 제목");
    await user.click(within(fileOf("비밀 노트.txt")).getByRole("button", { name: "글 읽기" }));
    expect(await screen.findByText(/읽을 수 있는 글이 없는 파일이에요. 다운로드/)).toBeInTheDocument();
    // A file without text may have pages to look at.
    await user.click(within(fileOf("스캔.pdf")).getByRole("button", { name: "글 읽기" }));
    expect(await screen.findByText(/글이 없는 파일이에요. 쪽 보기/)).toBeInTheDocument();
  });

  it("turns the pages of a PDF, and tries again what did not come", async () => {
    let failures = 1;
    const user = await open(buildEvidence(), () =>
      failures-- > 0
        ? { status: 422, body: { code: "NOT_DRAWABLE", message: "그림으로 볼 수 없는 파일입니다." } }
        : { body: { count: 2 } },
    );
    await screen.findByText("처음 제목");
    // Only a PDF has pages.
    expect(screen.getAllByRole("button", { name: "쪽 보기" })).toHaveLength(1);
    await user.click(within(fileOf("스캔.pdf")).getByRole("button", { name: "쪽 보기" }));
    expect(await screen.findByText("그림으로 볼 수 없는 파일입니다.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "다시 시도" }));

    const pages = await screen.findByRole("group", { name: "파일의 쪽" });
    const pictureOf = (page: number) => within(pages).getByRole("img", { name: `${page}쪽` });
    expect(pictureOf(1)).toHaveAttribute("src", expect.stringContaining(`${base}/files/2/pages/1`));
    expect(within(pages).getByRole("button", { name: "이전 쪽" })).toBeDisabled();
    fireEvent.load(pictureOf(1));
    expect(pictureOf(1).parentElement).toHaveAttribute("aria-busy", "false");

    await user.click(within(pages).getByRole("button", { name: "다음 쪽" }));
    expect(within(pages).getByRole("status")).toHaveTextContent("2 / 2쪽");
    expect(within(pages).getByRole("button", { name: "다음 쪽" })).toBeDisabled();
    expect(pictureOf(2).parentElement).toHaveAttribute("aria-busy", "true");
    fireEvent.error(pictureOf(2));
    expect(within(pages).getByText(/2쪽을 불러오지 못했습니다/)).toBeInTheDocument();
    await user.click(within(pages).getByRole("button", { name: "다시 시도" }));
    expect(pictureOf(2)).toHaveAttribute("src", expect.stringContaining(`${base}/files/2/pages/2`));

    await user.click(within(fileOf("스캔.pdf")).getByRole("button", { name: "쪽 접기" }));
    expect(screen.queryByRole("group", { name: "파일의 쪽" })).toBeNull();
  });

  it.each([
    [false, 1],
    [true, 0],
    [undefined, 0],
  ])(
    "says that copying was kept from its buyers, and nothing otherwise (%s)",
    async (allowsCopying, times) => {
      const { content } = buildEvidence();
      await open(buildEvidence({ content: content && { ...content, allowsCopying } }), () => ({ body: {} }));
      expect(await screen.findByText("처음 제목")).toBeInTheDocument();
      expect(screen.queryAllByText("읽는 화면에서 복사를 막아둔 콘텐츠였어요.")).toHaveLength(times);
    },
  );

  it("shows a comment that its author deleted, and says so", async () => {
    const comment: Evidence["comment"] = {
      comment: "심한 댓글",
      createdAt: "2026-11-20T05:00:00.000Z",
      score: null,
      pictures: [],
      answered: null,
      state: "deleted",
    };
    const shown = buildReport({ reportType: "comment", commentId: idOf("c") });
    await open(buildEvidence({ comment, content: null }), () => ({ body: {} }), shown);
    expect(await screen.findByText("심한 댓글")).toBeInTheDocument();
    expect(screen.getByText("작성자가 삭제한 댓글이에요.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /숨기기/ })).toBeNull();
  });

  it("shows a rating with its score and pictures, and what an answer was about", async () => {
    const comment: Evidence["comment"] = {
      comment: "심한 후기",
      createdAt: "2026-11-20T05:00:00.000Z",
      score: 1,
      pictures: [{ url: "/api/admin/reports/x/evidence/rating-pictures/0", alt: "화면" }],
      answered: null,
      state: "deleted",
    };
    const shown = buildReport({ reportType: "rating", ratingId: idOf("c") });
    await open(buildEvidence({ comment, content: null }), () => ({ body: {} }), shown);
    expect(await screen.findByText(/의 후기 · 별점 1점/)).toBeInTheDocument();
    expect(screen.getByRole("img", { name: "화면" })).toBeInTheDocument();
    expect(screen.getByText("작성자가 삭제한 후기예요.")).toBeInTheDocument();
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
