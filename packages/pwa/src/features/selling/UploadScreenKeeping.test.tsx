import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { api } from "@knowhow/shared";
import type { FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { rememberMe } from "@knowhow/ui/client/session.ts";
import { NoRoomError } from "@knowhow/ui/device/drafts/draft.ts";
import { phaseOf } from "@knowhow/ui/device/drafts/draftPhase.ts";
import { draftsOf } from "@knowhow/ui/device/drafts/openDrafts.ts";
import { createTabDraftStore } from "@knowhow/ui/device/drafts/store.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { isBusy } from "@knowhow/ui/device/update/busy.ts";
import { buildFile } from "./testing.ts";
import {
  created,
  creating,
  drop,
  field,
  fill,
  open,
  seller,
  send,
  type,
  prepareUploadForm,
} from "./testingForm.tsx";
import { emptyState } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { UploadScreen } from "./UploadScreen.tsx";
import { testDevice, testStores } from "@knowhow/ui/testing/platform.ts";

prepareUploadForm();

describe("what is kept of /upload", () => {
  it("keeps what was typed and uploaded over a reload, and beside what is begun anew", async () => {
    const first = await open();
    await fill();
    type(/^판매가/, "7700");
    await drop("파일 선택", buildFile("교안.pdf"));
    await screen.findByLabelText("교안.pdf 제거");
    act(() => {
      window.dispatchEvent(new Event("pagehide"));
    });
    first.unmount();
    renderAt(<UploadScreen />, "/upload");
    expect(await screen.findByText("작성하던 내용을 불러왔습니다.")).toBeInTheDocument();
    expect(field(/^제목/)).toHaveValue("  나의 첫 노하우 ");
    expect(field(/^판매가/)).toHaveValue("7700");
    expect(screen.getByText("교안.pdf")).toBeInTheDocument();
    // What was typed last is not kept yet.
    type(/^제목/, "첫째 글");
    fireEvent.click(screen.getByText("새로 작성"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(field(/^제목/)).toHaveValue("");
    await waitFor(() => expect(field(/^제목/)).toHaveFocus());
    expect(screen.queryByText("교안.pdf")).toBeNull();
    expect(screen.getByText("작성 중인 글 1개")).toBeInTheDocument();
    type(/^제목/, "둘째 글");
    const { read } = draftsOf(testDevice, buildUser().id);
    const kept = () => read().map(({ values, files }) => [values.title, files.map(({ name }) => name)]);
    await waitFor(() =>
      expect(kept()).toEqual([
        ["둘째 글", []],
        ["첫째 글", ["교안.pdf"]],
      ]),
    );
    // Deleting the second takes nothing of the first.
    fireEvent.click((await screen.findAllByRole("button", { name: "삭제" }))[0] ?? document.body);
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "삭제" }));
    await waitFor(() => expect(kept()).toEqual([["첫째 글", ["교안.pdf"]]]));
    fireEvent.click(await screen.findByRole("link", { name: "이어서 쓰기" }));
    await waitFor(() => expect(field(/^제목/)).toHaveValue("첫째 글"));
    expect(screen.getByText("교안.pdf")).toBeInTheDocument();
  });

  it("lets go of what is kept without a question, and says so; it comes back in this tab", async () => {
    const first = await open();
    type(/^제목/, "쓰는 중");
    await waitFor(() => expect(screen.getAllByText(/^임시 저장됨 · /).length).toBeGreaterThan(0));
    const unload = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(false);
    await act(() => first.router.navigate("/market"));
    expect(first.router.state.location.pathname).toBe("/market");
    expect(await screen.findByText("임시 저장됨")).toBeInTheDocument();
    first.unmount();
    renderAt(<UploadScreen />, "/upload");
    expect(await screen.findByText("작성하던 내용을 불러왔습니다.")).toBeInTheDocument();
    expect(field(/^제목/)).toHaveValue("쓰는 중");
  });

  it("tells a suspension that comes while somebody types, keeps the draft and publishes nothing", async () => {
    const { queryClient, router } = await open();
    await fill();
    type(/^외부 링크/, "https://drive.google.com/file/d/1/view");
    await waitFor(() => expect(screen.getAllByText(/^임시 저장됨 · /).length).toBeGreaterThan(0));
    act(() => rememberMe(queryClient, { ...seller(), suspendedUntil: "2126-11-21T05:06:00.000Z" }));
    expect(
      await screen.findByText(/임시 저장됨 · 2126년 11월 21일 오후 2:06까지 이용이 정지되었습니다/),
    ).toBeInTheDocument();
    for (const button of screen.getAllByRole("button", { name: "등록하기" })) expect(button).toBeDisabled();
    send();
    type(/^제목/, "그래도 쓰는 글");
    expect(field(/^제목/)).toHaveValue("그래도 쓰는 글");
    expect(router.state.location.pathname).toBe("/upload");
    act(() => rememberMe(queryClient, seller()));
    await waitFor(() => expect(screen.queryByText(/이용이 정지되었습니다/)).toBeNull());
    expect(created()).toHaveLength(0);
    send();
    await waitFor(() => expect(created()).toHaveLength(1));
  });

  it("asks before anything is left that the device could not take", async () => {
    const store = vi.spyOn(testStores, "openDraftStore").mockImplementation((personId) => ({
      ...createTabDraftStore(personId),
      change: () => Promise.reject(new NoRoomError()),
    }));
    const { router } = await open();
    type(/^제목/, "쓰는 중");
    await waitFor(() =>
      expect(screen.getAllByText("이 기기에 저장하지 못했습니다. 이 창을 닫지 마세요.")[0]).toBeVisible(),
    );
    await act(() => router.navigate("/market"));
    expect(await screen.findByRole("dialog", { name: "작성 중인 내용이 있습니다" })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/upload");
    const unload = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "나가기" }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/market");
    });
    store.mockRestore();
  });

  it("deletes what is kept when it is told to, after a question", async () => {
    await open();
    type(/^제목/, "버릴 글");
    fireEvent.click((await screen.findAllByRole("button", { name: "삭제" }))[0] ?? document.body);
    const question = within(await screen.findByRole("dialog", { name: "작성 중인 내용을 삭제할까요?" }));
    fireEvent.click(question.getByRole("button", { name: "삭제" }));
    await waitFor(() => expect(field(/^제목/)).toHaveValue(""));
    await waitFor(() => expect(draftsOf(testDevice, buildUser().id).read()).toEqual([]));
    await waitFor(() => expect(screen.queryByText(/^임시 저장됨 · /)).toBeNull());
  });

  it("begins a new content where others are being written, and leads to them", async () => {
    const drafts = draftsOf(testDevice, buildUser().id);
    for (const [id, title] of [
      ["8a0c8c6e-7f8e-4d5e-9a50-2f3a3f1f0a01", "하나"],
      ["8a0c8c6e-7f8e-4d5e-9a50-2f3a3f1f0a02", "둘"],
    ] as const)
      await drafts.save({
        id,
        contentId: null,
        contentVersion: null,
        values: { ...emptyState.values, title },
        fileKeys: [],
        previewKeys: [],
      });
    await open();
    expect(await screen.findByText("작성 중인 글 2개")).toBeInTheDocument();
    expect(field(/^제목/)).toHaveValue("");
    fireEvent.click(screen.getByRole("link", { name: "이어서 쓰기" }));
    await waitFor(() => expect(field(/^제목/)).toHaveValue("둘"));
    expect(await screen.findByRole("link", { name: "작성 중인 콘텐츠 1" })).toHaveAttribute(
      "href",
      "/drafts",
    );
  });

  it("is queued as a whole without a network, and published once when there is one", async () => {
    const { router } = await open();
    await fill();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    await drop("파일 선택", buildFile("교안.pdf"));
    await screen.findByText(/연결되면 올려요/);
    fireEvent.click(screen.getAllByRole("button", { name: "연결되면 등록하기" })[0] ?? document.body);
    await waitFor(() => expect(router.state.location.pathname).toBe("/drafts"));
    expect(await screen.findByText("연결되면 등록할게요")).toBeInTheDocument();
    expect(created()).toEqual([]);
    const stop = draftsOf(testDevice, buildUser().id).start();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(JSON.parse(created()[0]?.body ?? "")).toMatchObject({
      title: "나의 첫 노하우",
      fileUrls: ["/objects/uploads/1"],
    });
    await waitFor(() => expect(draftsOf(testDevice, buildUser().id).read()).toEqual([]));
    stop();
    online.mockRestore();
  });

  it("is queued too where the server gives no answer, and published once when it does", async () => {
    let isAway = true;
    const user = { ...seller(), id: "01900000-0000-7000-8000-0000000000f5" };
    const { router } = await open(user, (one) => (isAway ? creating({ isLost: true })(one) : undefined));
    await fill();
    type("외부 링크", "https://drive.google.com/file/d/1");
    send();
    await waitFor(() => expect(router.state.location.pathname).toBe("/drafts"));
    expect(await screen.findByText("연결되면 등록할게요")).toBeInTheDocument();
    expect(screen.queryByText("콘텐츠 등록 실패")).toBeNull();
    const drafts = draftsOf(testDevice, user.id);
    const [draft] = drafts.read();
    expect(draft && phaseOf(draft, drafts, true).text).toBe("연결되면 등록");
    isAway = false;
    const stop = drafts.start();
    await waitFor(() => expect(drafts.read()).toEqual([]));
    expect(new Set(created().map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    stop();
  });

  describe("changed while it waits", () => {
    /** Queues the form without a network, and opens it again. */
    const queue = async (id: string, answer: () => Promise<FakeAnswer>) => {
      const user = { ...seller(), id };
      const first = await open(user, (one) =>
        one.method === "POST" && one.path === api.contents.create.path ? answer() : undefined,
      );
      await fill();
      type("외부 링크", "https://drive.google.com/file/d/1");
      const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
      act(() => void window.dispatchEvent(new Event("offline")));
      fireEvent.click(screen.getAllByRole("button", { name: "연결되면 등록하기" })[0] ?? document.body);
      await screen.findByText("연결되면 등록할게요");
      first.unmount();
      const drafts = draftsOf(testDevice, id);
      renderAt(<UploadScreen />, `/upload?draft=${drafts.read()[0]?.id ?? ""}`);
      await screen.findByText(/연결되면 등록할 글이에요/);
      return {
        drafts,
        reconnect: () => {
          online.mockReturnValue(true);
          act(() => void window.dispatchEvent(new Event("online")));
        },
      };
    };

    it("is told to be on sale where the answer comes after the change, not to be stopped", async () => {
      let release = () => {};
      const { drafts, reconnect } = await queue(
        "01900000-0000-7000-8000-0000000000e1",
        () =>
          new Promise((resolve) => {
            release = () => resolve({ status: 201, body: buildContent() });
          }),
      );
      const stop = drafts.start();
      reconnect();
      await waitFor(() => expect(created()).toHaveLength(1));
      type(/^제목/, "보낸 뒤에 고친 제목");
      expect(await screen.findByText(/이미 보내져 등록될 수 있어요/)).toBeInTheDocument();
      release();
      expect(await screen.findByText(/바꾸기 전의 내용은 등록되었어요/)).toBeInTheDocument();
      expect(screen.queryByText(/멈췄어요/)).toBeNull();
      expect(field(/^제목/)).toHaveValue("보낸 뒤에 고친 제목");
      expect(created()).toHaveLength(1);
      stop();
    });

    it("is told to be stopped where nothing was sent", async () => {
      const { reconnect } = await queue("01900000-0000-7000-8000-0000000000e2", () =>
        Promise.resolve({ status: 201, body: buildContent() }),
      );
      type(/^제목/, "보내기 전에 고친 제목");
      expect(await screen.findByText(/예약한 등록을 멈췄어요/)).toBeInTheDocument();
      reconnect();
      expect(screen.queryByText(/등록되었어요/)).toBeNull();
      expect(created()).toEqual([]);
    });
  });

  it("holds the page for what is queued where the device has no room", async () => {
    const store = vi.spyOn(testStores, "openDraftStore").mockImplementation((personId) => ({
      ...createTabDraftStore(personId),
      change: () => Promise.reject(new NoRoomError()),
      keepFile: () => Promise.reject(new NoRoomError()),
    }));
    const user = { ...seller(), id: "01900000-0000-7000-8000-0000000000f2" };
    const { router } = await open(user);
    await fill();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    await drop("파일 선택", buildFile("교안.pdf"));
    await waitFor(() =>
      expect(screen.getAllByText("이 기기에 저장하지 못했습니다. 이 창을 닫지 마세요.")[0]).toBeVisible(),
    );
    fireEvent.click(screen.getAllByRole("button", { name: "연결되면 등록하기" })[0] ?? document.body);
    await waitFor(() => expect(router.state.location.pathname).toBe("/drafts"));
    const closing = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(closing);
    expect([closing.defaultPrevented, isBusy()]).toEqual([true, true]);
    testDevice.drafts.close();
    online.mockRestore();
    store.mockRestore();
  });

  it.each([
    ["a moment ago", false],
    ["a while ago", true],
  ])("keeps what was typed %s in what is being published, as a change of it", async (_, isKept) => {
    let answer: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const content = buildContent();
    const user = { ...seller(), id: `01900000-0000-7000-8000-0000000000f${isKept ? 4 : 3}` };
    const { router } = await open(user, (one) =>
      creating({ status: 201, body: content })(one)
        ? gate.then(() => ({ status: 201, body: content }))
        : undefined,
    );
    await fill();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    await drop("파일 선택", buildFile("교안.pdf"));
    await screen.findByText(/연결되면 올려요/);
    fireEvent.click(screen.getAllByRole("button", { name: "연결되면 등록하기" })[0] ?? document.body);
    await waitFor(() => expect(router.state.location.pathname).toBe("/drafts"));
    const drafts = draftsOf(testDevice, user.id);
    const stop = drafts.start();
    await act(() => router.navigate(`/upload?draft=${drafts.read()[0]?.id}`));
    await waitFor(() => expect(field(/^제목/)).toHaveValue("  나의 첫 노하우 "));
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(created()).toHaveLength(1));
    if (isKept) {
      type(/^설명/, "자세한 설명, 더 쓴 것");
      await expect.poll(() => drafts.read()[0]?.values.description).toBe("자세한 설명, 더 쓴 것");
    }
    type(/^설명/, "자세한 설명, 마지막 낱말");
    answer();
    const kept = [[content.id, content.updatedAt, "자세한 설명, 마지막 낱말"]];
    await waitFor(() =>
      expect(
        drafts
          .read()
          .map(({ contentId, contentVersion, values }) => [contentId, contentVersion, values.description]),
      ).toEqual(kept),
    );
    expect(router.state.location.pathname).toBe("/upload");
    await waitFor(() => expect(field(/^설명/)).toHaveValue("자세한 설명, 마지막 낱말"));
    expect(created()).toHaveLength(1);
    stop();
    online.mockRestore();
  });

  it("can be queued while files are still on their way", async () => {
    const { router } = await open(undefined, ({ method }) =>
      method === "PATCH" ? new Promise(() => undefined) : undefined,
    );
    await fill();
    await drop("파일 선택", buildFile("교안.pdf"));
    await screen.findByRole("button", { name: "교안.pdf 업로드 일시정지" });
    send();
    expect(await screen.findByText("업로드 중입니다")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "다 올라가면 등록" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/drafts"));
    expect(draftsOf(testDevice, buildUser().id).read()[0]?.publishing).toBeDefined();
  });

  it("asks nothing where nothing was typed", async () => {
    const { router } = await open();
    await act(() => router.navigate("/market"));
    expect(router.state.location.pathname).toBe("/market");
  });
});
