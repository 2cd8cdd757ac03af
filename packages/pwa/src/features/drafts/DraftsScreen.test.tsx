import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { emptyState } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { buildFile, startUploadServer, type OwnAnswer } from "../selling/testing.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import type { FakeAnswer, RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { DraftsScreen } from "./DraftsScreen.tsx";
import { draftsOf } from "@knowhow/ui/device/drafts/openDrafts.ts";
import { testDevice, testPlatform } from "@knowhow/ui/testing/platform.ts";

let server: Awaited<ReturnType<typeof startUploadServer>>;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const user = buildUser();
const goes = (isOnline: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
};
const begin = async (
  create: () => FakeAnswer = () => ({ status: 201, body: buildContent() }),
  answer: (asked: RecordedRequest) => OwnAnswer = () => undefined,
) => {
  server = await startUploadServer((asked) => {
    const { path, method } = asked;
    if (path === "/api/auth/me") return { body: { user } };
    const own = answer(asked);
    if (own !== undefined) return own;
    return path === "/api/contents" && method === "POST" ? create() : undefined;
  });
  return draftsOf(testDevice, user.id);
};
const save = async (title: string, contentId: string | null = null) => {
  const id = newActId();
  await draftsOf(testDevice, user.id).save({
    id,
    contentId,
    contentVersion: null,
    values: {
      ...emptyState.values,
      title,
      description: "설명",
      category: "language",
      link: "https://github.com/a/b",
    },
    fileKeys: [],
    previewKeys: [],
  });
  return id;
};
const open = () => renderAt(<DraftsScreen />, "/drafts");
const entry = async (title: string) => {
  const heading = await screen.findByRole("heading", { name: title });
  const item = heading.closest("li");
  if (!item) throw new Error("It stands in no list.");
  return within(item);
};

/** Chooses an act of a draft from its menu. */
const choose = async (title: string, act: string) => {
  fireEvent.click((await entry(title)).getByRole("button", { name: `${title} 다른 작업` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: `${title} ${act}` }));
};

describe("/drafts", () => {
  it.each([
    ["suspended", { suspendedUntil: "2999-01-01T00:00:00.000Z" }, true],
    ["banned", { isBanned: true, banReason: "사기" }, false],
  ] as const)("answers a person who is %s as the contract has it", async (_name, sanction, isShown) => {
    server = await startUploadServer(({ path }) =>
      path === "/api/auth/me" ? { body: { user: buildUser(sanction) } } : undefined,
    );
    await save("정지 전에 쓴 글");
    const { router } = open();
    if (isShown) {
      expect(await screen.findByRole("heading", { name: "정지 전에 쓴 글" })).toBeInTheDocument();
      expect(router.state.location.pathname).toBe("/drafts");
    } else await waitFor(() => expect(router.state.location.pathname).toBe("/penalty-notice"));
  });

  it("asks to keep the window open while something is in its memory alone", async () => {
    const drafts = await begin();
    await save("하나");
    const isAtRisk = vi.spyOn(drafts, "isAtRisk").mockReturnValue(true);
    open();
    expect(await screen.findByText(/이 창을 닫지 마세요/)).toBeVisible();
    isAtRisk.mockReturnValue(false);
    await act(() => save("둘"));
    expect(screen.queryByText(/이 창을 닫지 마세요/)).toBeNull();
  });

  it("says what it is for where there is nothing", async () => {
    await begin();
    open();
    expect(await screen.findByText("작성 중인 글이 없어요")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "콘텐츠 올리기" })).toHaveAttribute("href", "/upload");
  });

  it("lists what is being written, with the way back into each", async () => {
    const drafts = await begin();
    goes(false);
    const changed = newActId();
    const edit = await save("고치는 글", changed);
    const fresh = await save("");
    await drafts.addFile(fresh, "file", buildFile("교안.pdf"), "k1");
    open();
    const first = await entry("제목 없음");
    expect(first.getByText(/^교안\.pdf \d+B$/)).toBeInTheDocument();
    expect(first.getByText(/임시 저장 · 연결되면 파일을 올려요/)).toBeInTheDocument();
    expect(first.getByRole("link")).toHaveAttribute("href", `/upload?draft=${fresh}`);
    const second = await entry("고치는 글");
    expect(second.getByText("수정 중")).toBeInTheDocument();
    expect(second.getByRole("link")).toHaveAttribute("href", `/edit-content/${changed}?draft=${edit}`);
  });

  it("deletes one after a question, and keeps the focus on the screen", async () => {
    const drafts = await begin();
    await save("남는 글");
    await save("버릴 글");
    open();
    await choose("버릴 글", "삭제");
    const question = within(await screen.findByRole("dialog", { name: "작성 중인 글을 삭제할까요?" }));
    fireEvent.click(question.getByRole("button", { name: "취소" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(drafts.read()).toHaveLength(2);
    await choose("버릴 글", "삭제");
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "삭제" }));
    await waitFor(() => expect(drafts.read().map(({ values }) => values.title)).toEqual(["남는 글"]));
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  it("asks at once about the one that it was opened to delete", async () => {
    await begin();
    const id = await save("버릴 글");
    const router = createMemoryRouter([{ path: "*", element: <DraftsScreen /> }], {
      initialEntries: [{ pathname: "/drafts", state: { doomed: id } }],
    });
    render(
      <Providers platform={testPlatform} queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>,
    );
    expect(await screen.findByRole("dialog", { name: "작성 중인 글을 삭제할까요?" })).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.state).toBeNull());
  });

  it("tells what waits to be published, takes it back, and publishes it", async () => {
    const drafts = await begin();
    goes(false);
    const id = await save("기다리는 글");
    await drafts.publish(id);
    open();
    const row = await entry("기다리는 글");
    expect(row.getByText("연결되면 등록")).toBeInTheDocument();
    await choose("기다리는 글", "등록 취소");
    await waitFor(() => expect(row.getByText("임시 저장")).toBeInTheDocument());
    await act(() => drafts.publish(id));
    goes(true);
    expect(await screen.findByText("작성 중인 글이 없어요")).toBeInTheDocument();
  });

  it("asks before it takes back what was sent and not answered, since it may be published", async () => {
    const drafts = await begin(() => ({ status: 503, body: { code: "UNAVAILABLE", message: "잠시 뒤에" } }));
    const id = await save("답이 없는 글");
    await drafts.publish(id);
    open();
    const cancel = () => choose("답이 없는 글", "등록 취소");
    await cancel();
    const question = within(await screen.findByRole("dialog", { name: "등록을 취소할까요?" }));
    expect(question.getByText(/이미 등록되었을 수도 있어요/)).toBeInTheDocument();
    fireEvent.click(question.getByRole("button", { name: "계속 기다리기" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(drafts.read()[0]?.publishing).toBeDefined();
    await cancel();
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "등록 취소" }));
    await waitFor(() => expect(drafts.read()[0]?.publishing).toBeUndefined());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  it("says why something was not published, and tries again", async () => {
    let isRefusing = true;
    const message = "판매대금 정산용 계좌 정보가 필요합니다";
    const drafts = await begin(() =>
      isRefusing
        ? { status: 400, body: { code: "BANK_ACCOUNT_REQUIRED", message } }
        : { status: 201, body: buildContent() },
    );
    goes(false);
    const id = await save("거절된 글");
    await drafts.publish(id);
    open();
    await entry("거절된 글");
    goes(true);
    expect(await screen.findByText(`등록하지 못함 · ${message}`)).toBeInTheDocument();
    isRefusing = false;
    fireEvent.click((await entry("거절된 글")).getByRole("button", { name: "거절된 글 다시 시도" }));
    expect(await screen.findByText("콘텐츠가 등록되었습니다")).toBeInTheDocument();
    expect(await screen.findByText("작성 중인 글이 없어요")).toBeInTheDocument();
  });

  it("shows twenty, and more when asked", async () => {
    await begin();
    for (let index = 1; index <= 23; index += 1) await save(`글 ${index}`);
    open();
    await entry("글 23");
    const list = screen.getByRole("list", { name: "작성 중인 콘텐츠" });
    expect(list.children).toHaveLength(20);
    fireEvent.click(screen.getByRole("button", { name: "더 보기" }));
    expect(list.children).toHaveLength(23);
  });

  it("says how fast each file goes up, holds it back, goes on with it and takes it off", async () => {
    const drafts = await begin(undefined, ({ method }) =>
      method === "PATCH" ? new Promise(() => undefined) : undefined,
    );
    const id = await save("올리는 글");
    open();
    await entry("올리는 글");
    const kept = drafts.addFile(id, "file", buildFile("교안.pdf"), "k1");
    const row = await entry("올리는 글");
    fireEvent.click(await row.findByRole("button", { name: "교안.pdf 업로드 일시정지" }));
    expect(await row.findByText(/^일시정지됨/)).toBeInTheDocument();
    fireEvent.click(row.getByRole("button", { name: "교안.pdf 업로드 계속" }));
    expect(await row.findByRole("button", { name: "교안.pdf 업로드 일시정지" })).toBeInTheDocument();
    await kept;
    fireEvent.click(row.getByRole("button", { name: "교안.pdf 업로드 취소" }));
    await waitFor(() => expect(drafts.read().find((one) => one.id === id)?.files).toEqual([]));
    expect(row.queryByText("교안.pdf")).toBeNull();
  });

  it("frees what the server has too, and says what it can not ask for", async () => {
    const drafts = await begin();
    const id = await save("큰 글");
    await drafts.addFile(id, "file", buildFile("교안.pdf"), "k1");
    open();
    const storage = within(await screen.findByRole("region", { name: "이 기기의 저장 공간" }));
    fireEvent.click(await storage.findByRole("button", { name: /^올린 파일의 사본 .* 비우기$/ }));
    await waitFor(() => expect(drafts.read()[0]?.files[0]).toMatchObject({ isKept: false }));
    expect(drafts.read()[0]?.files[0]?.objectPath).toBeDefined();
    await waitFor(() => expect(storage.queryByRole("button", { name: /비우기$/ })).toBeNull());
    fireEvent.click(storage.getByRole("button", { name: "지우지 않도록 요청" }));
    expect(await storage.findByText(/아직 약속하지 않았어요/)).toBeInTheDocument();
  });
});
