import type { Content, ContentSummary } from "@knowhow/shared";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CachedResponse } from "@knowhow/ui/client/responseCache.ts";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { SummaryLauncher } from "./SummaryLauncher.tsx";
import { keepResponsesIn } from "@knowhow/ui/client/responseCache.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const summary: ContentSummary = {
  summary: "첫 문장입니다.\n둘째 문장입니다.",
  engine: "local",
  sources: [
    { text: "첫 문장입니다.", fileName: "교안.pdf", page: 3 },
    { text: "둘째 문장입니다.", fileName: "메모.txt", page: null },
  ],
};

const open = async (answer: () => FakeAnswer | Promise<FakeAnswer>, content = buildContent()) => {
  server = await startServer(answer);
  let show: (content: Content) => void = () => undefined;
  const Host = () => {
    const [shown, setShown] = useState(content);
    show = (next) => act(() => setShown(next));
    return <SummaryLauncher content={shown} />;
  };
  renderAt(<Host />);
  fireEvent.click(screen.getByRole("button", { name: "AI 요약" }));
  const dialog = await screen.findByRole("dialog", { name: "AI 요약" });
  return { show, dialog: within(dialog) };
};
const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("the summary of a content", () => {
  it("is asked for at once and shows each sentence with its place, once", async () => {
    const { dialog } = await open(() => ({ body: summary }));
    expect(dialog.getByText("파일을 읽고 요약하고 있어요")).toBeInTheDocument();
    expect(await dialog.findByText("간이 분석")).toBeInTheDocument();
    const sentences = within(dialog.getByRole("list", { name: "핵심 문장" })).getAllByRole("listitem");
    expect(sentences.map((sentence) => sentence.textContent)).toEqual([
      "첫 문장입니다.교안.pdf, 3쪽",
      "둘째 문장입니다.메모.txt",
    ]);
    expect(dialog.getAllByText("첫 문장입니다.")).toHaveLength(1);
    expect(dialog.getByText("요약이 준비되었습니다.")).toBeInTheDocument();
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /api/contents/${buildContent().id}/ai-summary`,
    ]);
  });

  it("calls the parts of a file what they are: pages, slides, sheets", async () => {
    const names = ["교안.pdf", "교안.docx", "발표.PPTX", "발표.ppt", "표.xlsx", "표.xls", "v1.2"];
    const sources = names.map((fileName) => ({ text: `${fileName}의 문장입니다.`, fileName, page: 3 }));
    const { dialog } = await open(() => ({ body: { ...summary, engine: "openai", sources } }));
    const list = await dialog.findByRole("list", { name: "근거가 된 문장" });
    const places = within(list)
      .getAllByRole("listitem")
      .map((sentence) => sentence.querySelector("cite")?.textContent);
    expect(places).toEqual([
      "교안.pdf, 3쪽",
      "교안.docx, 3쪽",
      "발표.PPTX, 3번 슬라이드",
      "발표.ppt, 3번 슬라이드",
      "표.xlsx, 3번째 시트",
      "표.xls, 3번째 시트",
      "v1.2, 3쪽",
    ]);
  });

  it("says of a sheet what it holds, and leads to it by the words of its head", async () => {
    const said = "‘월별’ 시트는 ‘월’, ‘거래 수’ 칸이 있는 표입니다.";
    const { dialog } = await open(() => ({
      body: {
        ...summary,
        summary: said,
        sources: [{ text: "월 거래 수", fileName: "교안.pdf", page: 3 }],
      },
    }));
    const list = await dialog.findByRole("list", { name: "핵심 문장" });
    expect(list).toHaveTextContent(`${said}교안.pdf, 3쪽`);
    expect(dialog.queryByText("월 거래 수")).toBeNull();
    expect(dialog.getAllByText(said)).toHaveLength(1);
  });

  it("is shown apart from its sentences where an AI wrote it", async () => {
    const { dialog } = await open(() => ({
      body: { ...summary, engine: "openai", summary: "두 문장짜리 교안입니다." },
    }));
    expect(await dialog.findByText("두 문장짜리 교안입니다.")).toBeInTheDocument();
    expect(dialog.getByRole("list", { name: "근거가 된 문장" })).toBeInTheDocument();
  });

  it("is asked for once in a session, until the content has another version", async () => {
    const { dialog, show } = await open(() => ({ body: summary }));
    await dialog.findByText("간이 분석");
    fireEvent.keyDown(dialog.getByText("간이 분석"), { key: "Escape" });
    await gone();
    fireEvent.click(screen.getByRole("button", { name: "AI 요약" }));
    expect(await screen.findByText("간이 분석")).toBeInTheDocument();
    expect(server.asked).toHaveLength(1);
    show(buildContent({ updatedAt: "2026-11-02T00:00:00.000Z" }));
    await waitFor(() => expect(server.asked).toHaveLength(2));
  });

  it("is copied with what it is", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText }, onLine: true, userAgent: "" });
    const { dialog } = await open(() => ({ body: summary }));
    fireEvent.click(await dialog.findByRole("button", { name: "복사" }));
    await waitFor(() => expect(screen.getAllByText(/^요약을 복사했습니다/)).toHaveLength(2));
    expect(writeText).toHaveBeenCalledWith(
      "첫 문장입니다.\n둘째 문장입니다.\n\n(‘여행 영어 필수 표현 200’ 간이 분석, 노하우)",
    );
  });

  it("closes when it fails and says so; trying again opens it anew", async () => {
    const answers: FakeAnswer[] = [
      { status: 503, body: { code: "UNAVAILABLE", message: "잠시 후 다시요." } },
    ];
    await open(() => answers.shift() ?? { body: summary });
    await gone();
    expect(screen.getByText("AI 요약 실패")).toBeInTheDocument();
    expect(screen.getByText("잠시 후 다시요.")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "다시 시도" }));
    expect(await screen.findByText("간이 분석")).toBeInTheDocument();
  });

  it("stays and explains where there is no text", async () => {
    const { dialog } = await open(() => ({
      status: 422,
      body: { code: "NO_TEXT", message: "요약할 수 있는 글이 들어 있는 파일이 없습니다." },
    }));
    expect(await dialog.findByRole("heading", { name: "요약할 글이 없습니다" })).toBeInTheDocument();
    expect(dialog.getByText(/글이 들어 있는 파일이 없습니다.*스캔본/)).toBeInTheDocument();
    expect(screen.queryByText("AI 요약 실패")).toBeNull();
  });

  it("explains itself for a link without asking anybody", async () => {
    const { dialog } = await open(() => ({ body: summary }), buildContent({ isExternalLink: true }));
    expect(dialog.getByText(/외부 링크로 제공되는 콘텐츠라/)).toBeInTheDocument();
    expect(server.asked).toEqual([]);
  });

  it("stops when nobody waits any more, and begins anew", async () => {
    let count = 0;
    const { dialog } = await open(() => {
      count += 1;
      return count === 1 ? new Promise<FakeAnswer>(() => undefined) : { body: summary };
    });
    await waitFor(() => expect(count).toBe(1));
    fireEvent.click(dialog.getByRole("button", { name: "취소" }));
    await gone();
    fireEvent.click(screen.getByRole("button", { name: "AI 요약" }));
    expect(await screen.findByText("간이 분석")).toBeInTheDocument();
  });

  it("is there without a network once it was read, and says how old it is", async () => {
    const kept = new Map<string, CachedResponse>();
    const stopKeeping = keepResponsesIn(() => ({
      keep: async (address, one) => void kept.set(address, one),
      recall: async (address) => kept.get(address),
      forget: async () => undefined,
    }));
    setActiveUser("me");
    const first = await open(() => ({ body: summary }));
    expect(await first.dialog.findByText("간이 분석")).toBeInTheDocument();
    expect(first.dialog.queryByText(/저장한 요약/)).toBeNull();
    cleanup();
    await server.close();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    const { dialog } = await open(() => ({}));
    expect(await dialog.findByText("방금 전에 저장한 요약이에요.")).toBeInTheDocument();
    expect(dialog.getByText("간이 분석")).toBeInTheDocument();
    stopKeeping();
  });
});
