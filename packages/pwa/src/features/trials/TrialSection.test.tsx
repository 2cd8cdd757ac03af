import type { Content, CurrentUser, TrialChoice, TrialExtent, TrialPart } from "@knowhow/shared";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { TrialSection } from "./TrialSection.tsx";

bePatient();
// jsdom has no layout, and scrolls nothing.
Element.prototype.scrollIntoView = vi.fn();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const { id } = buildContent();
const src = `/api/trial/${id}/0/2?v=abcdefghijkl`;
const parts: TrialPart[] = [
  { fileIndex: 0, kind: "page", page: 2, src },
  { fileIndex: 1, kind: "text", text: "첫 줄\n이름\t금액\n식비\t3,000" },
];
const files: TrialExtent[] = [
  { fileIndex: 0, unit: "page", total: 40, open: 1 },
  { fileIndex: 1, unit: "text", total: 3_000, open: 1_000 },
];
const version = "0123456789abcdef";
const fileNames = ["표현.pdf", "가계부.xlsx"];

const open = (
  content: Partial<Content>,
  answer: (asked: RecordedRequest) => FakeAnswer,
  user: Partial<CurrentUser> = {},
) => {
  const shown = buildContent({ fileNames, fileCount: 2, isExternalLink: false, ...content });
  return startServer((asking) =>
    asking.path.endsWith("/me") ? { body: { user: buildUser(user) } } : answer(asking),
  ).then((started) => {
    server = started;
    return renderAt(<TrialSection content={shown} />);
  });
};
const pictures = () => [...document.querySelectorAll("img")].map((image) => image.getAttribute("src"));
const asked = () =>
  server.asked.filter(({ path }) => !path.endsWith("/me")).map(({ method, path }) => `${method} ${path}`);

describe("the trial of a content", () => {
  it("shows each open part, and all of them from the pressed one on", async () => {
    await open({}, () => ({ body: { parts, files, version } }));
    fireEvent.click(await screen.findByRole("button", { name: "가계부.xlsx 앞부분 미리 읽기" }));
    expect(pictures()).toEqual([src]);
    const dialog = within(await screen.findByRole("dialog", { name: "미리 읽기" }));
    expect(dialog.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      "표현.pdf 2쪽",
      "가계부.xlsx 앞부분",
    ]);
    expect(dialog.getByRole("img", { name: "표현.pdf 2쪽" })).toHaveAttribute("src", src);
    expect(dialog.getByText("첫 줄")).toBeInTheDocument();
    expect(dialog.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      "이름",
      "금액",
      "식비",
      "3,000",
    ]);
    expect(dialog.getByText(/전체는 구매하면 볼 수 있어요/)).toBeInTheDocument();
    expect(asked()).toEqual([`GET /api/contents/${id}/trial`]);
  });

  it("says how much of each file is open, and shows the part with the words of a search first", async () => {
    server = await startServer(({ path }) =>
      path.endsWith("/me")
        ? { body: { user: buildUser() } }
        : {
            body: {
              parts: parts.map((part, index) =>
                path.includes("?q=") && index === 1 ? { ...part, found: "이름 금액 식비 3,000" } : part,
              ),
              files,
              version,
            },
          },
    );
    const content = buildContent({ fileNames, fileCount: 2, isExternalLink: false });
    renderAt(<TrialSection content={content} />, "/?words=식비 지출");
    const strip = within(await screen.findByRole("list", { name: "미리 읽을 수 있는 부분" }));
    const names = strip.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
    expect(names).toEqual(["가계부.xlsx 앞부분 미리 읽기", "표현.pdf 2쪽 미리 읽기"]);
    expect(strip.getByText("식비").tagName).toBe("MARK");
    expect(
      screen.getByText("표현.pdf 40쪽 가운데 1쪽 · 가계부.xlsx 3,000자 가운데 앞 1,000자"),
    ).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "표현.pdf 2쪽 미리 읽기" }));
    const dialog = within(await screen.findByRole("dialog", { name: "미리 읽기" }));
    expect(dialog.getByText("표현.pdf: 40쪽 가운데 1쪽 읽었어요.")).toBeInTheDocument();
  });

  it("asks again for a page that is being drawn, by itself", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      await open({}, () => ({ body: { parts, files, version } }));
      await screen.findByRole("button", { name: "표현.pdf 2쪽 미리 읽기" });
      const [picture] = document.querySelectorAll("img");
      if (picture) fireEvent.error(picture);
      expect(screen.getByText("불러오는 중이에요")).toBeInTheDocument();
      vi.advanceTimersByTime(2_000);
      await waitFor(() => expect(pictures()).toEqual([src]));
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ["a link", { isExternalLink: true, fileNames: ["drive.google.com"] }],
    ["an archive", { fileNames: ["묶음.zip"] }],
  ])("is not asked for of %s", async (_, content) => {
    await open(content, () => ({ body: { parts, files, version } }));
    expect(screen.queryByRole("heading")).toBeNull();
    expect(asked()).toEqual([]);
  });

  it("says that it did not come, and asks again on demand", async () => {
    let isDown = true;
    await open({}, () =>
      isDown
        ? { status: 500, body: { code: "INTERNAL", message: "오류" } }
        : { body: { parts, files, version } },
    );
    const again = await screen.findByRole("button", { name: "다시 시도" });
    isDown = false;
    fireEvent.click(again);
    expect(await screen.findByRole("button", { name: "표현.pdf 2쪽 미리 읽기" })).toBeInTheDocument();
  });
});

describe("choosing the trial", () => {
  const choices: TrialChoice[] = [
    { fileIndex: 0, fileName: "표현.pdf", unit: "page", total: 20, pages: [1, 2], characters: 0, min: 2 },
    { fileIndex: 1, fileName: "가계부.xlsx", unit: "text", total: 9_000, pages: [], characters: 1_000, min: 1_000 },
  ]; // oxfmt-ignore
  const answer = ({ method, path }: RecordedRequest): FakeAnswer => {
    if (path.endsWith("/choices")) return { body: { files: choices } };
    return { body: method === "PUT" ? { parts, files } : { parts, files, version } };
  };
  const openChoice = async (reply = answer) => {
    await open({ isOwner: true }, reply);
    fireEvent.click(await screen.findByRole("button", { name: "고르기" }));
    return within(await screen.findByRole("dialog", { name: "미리 읽기 고르기" }));
  };
  const puts = () =>
    server.asked.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body) as unknown);

  it.each([
    ["others", {}, {}],
    ["a seller who is suspended", { isOwner: true }, { suspendedUntil: "2099-01-01T00:00:00.000Z" }],
  ])("is not offered to %s", async (_, content, user) => {
    await open(content, answer, user);
    await screen.findByRole("button", { name: "표현.pdf 2쪽 미리 읽기" });
    await waitFor(() => expect(server.asked.some(({ path }) => path.endsWith("/me"))).toBe(true));
    await waitFor(() => expect(screen.queryByRole("button", { name: "고르기" })).toBeNull());
  });

  it("leaves a file as proposed that was not touched", async () => {
    const dialog = await openChoice();
    fireEvent.click(await dialog.findByRole("checkbox", { name: "3쪽" }));
    fireEvent.click(dialog.getByRole("button", { name: "저장" }));
    await waitFor(() => expect(puts()).toEqual([{ parts: [{ fileIndex: 0, pages: [1, 2, 3] }] }]));
  });

  it("sends the ticked pages and the typed length, and nothing that the server would refuse", async () => {
    const dialog = await openChoice();
    const save = await dialog.findByRole("button", { name: "저장" });
    fireEvent.click(dialog.getByRole("checkbox", { name: "1쪽" }));
    expect(dialog.getByText("표현.pdf: 미리 읽을 부분을 2쪽 이상 골라주세요.")).toBeInTheDocument();
    expect(save).toBeDisabled();
    fireEvent.click(dialog.getByRole("button", { name: /쪽 더 보기/ }));
    fireEvent.click(dialog.getByRole("checkbox", { name: "19쪽" }));
    const length = dialog.getByRole("textbox", { name: "앞에서부터 보여줄 글자 수" });
    fireEvent.change(length, { target: { value: "900" } });
    expect(dialog.getByText("가계부.xlsx: 미리 읽을 부분을 1,000자 이상 골라주세요.")).toBeInTheDocument();
    fireEvent.change(length, { target: { value: "2500" } });
    expect(save).toBeEnabled();
    fireEvent.click(save);
    expect(await screen.findByText("미리 읽기를 바꿨습니다")).toBeInTheDocument();
    expect(puts()).toEqual([
      {
        parts: [
          { fileIndex: 0, pages: [2, 19] },
          { fileIndex: 1, characters: 2_500 },
        ],
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows the rows of each page of a workbook, and sends the pages that are ticked", async () => {
    const rows = { sheet: "6월", rows: 33, beginning: "날짜\t금액\n1일\t3,000" };
    const tables = [
      { ...rows, sheet: "안내", from: 1, to: 1, rows: 1, beginning: "쓰는 법" },
      { ...rows, from: 1, to: 20 },
      { ...rows, from: 21, to: 33 },
    ];
    const book = {
      fileIndex: 0,
      fileName: "가계부.xlsx",
      unit: "sheet" as const,
      total: 3,
      characters: 0,
      min: 1,
    };
    const dialog = await openChoice((asking) =>
      asking.path.endsWith("/choices")
        ? { body: { files: [{ ...book, pages: [1], tables }] } }
        : answer(asking),
    );
    fireEvent.click(await dialog.findByRole("checkbox", { name: /^3쪽.*6월 21–33행.*전체 33행$/ }));
    fireEvent.click(dialog.getByRole("button", { name: "저장" }));
    await waitFor(() => expect(puts()).toEqual([{ parts: [{ fileIndex: 0, pages: [1, 3] }] }]));
  });

  it("goes back to the proposal once it is saved, and keeps what was chosen when it is refused", async () => {
    let isDown = true;
    const dialog = await openChoice((asking) =>
      isDown && asking.method === "PUT"
        ? { status: 503, body: { code: "UNAVAILABLE", message: "서비스가 일시적으로 불안정합니다." } }
        : answer(asking),
    );
    expect(await dialog.findByRole("button", { name: "기본값으로" })).toBeDisabled();
    fireEvent.click(dialog.getByRole("checkbox", { name: "5쪽" }));
    fireEvent.click(dialog.getByRole("button", { name: "저장" }));
    expect(await dialog.findByText("서비스가 일시적으로 불안정합니다.")).toBeInTheDocument();
    expect(dialog.getByRole("checkbox", { name: "5쪽" })).toBeChecked();
    // Escape is easily pressed: the choice outlives it.
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    fireEvent.click(screen.getByRole("button", { name: "계속 입력" }));
    expect(dialog.getByRole("checkbox", { name: "5쪽" })).toBeChecked();
    isDown = false;
    fireEvent.click(dialog.getByRole("button", { name: "기본값으로" }));
    expect(dialog.getByRole("checkbox", { name: "5쪽" })).not.toBeChecked();
    fireEvent.click(dialog.getByRole("button", { name: "저장" }));
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[1]).toEqual({ parts: [] });
  });
});
