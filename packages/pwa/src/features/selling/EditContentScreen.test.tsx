import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { api } from "@knowhow/shared";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { markStale, oldestStaleAt, keepResponsesIn } from "@knowhow/ui/client/responseCache.ts";
import { draftsOf } from "@knowhow/ui/device/drafts/openDrafts.ts";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import type { FakeAnswer, RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { EditContentScreen } from "./EditContentScreen.tsx";
import { stateOf } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { startUploadServer, stubPictures } from "./testing.ts";
import { testDevice, testStores } from "@knowhow/ui/testing/platform.ts";

let server: Awaited<ReturnType<typeof startUploadServer>>;
beforeEach(() => {
  stubPictures();
  sessionStorage.clear();
});
afterEach(() => server.close());

const own = buildContent({
  isOwner: true,
  purchasesCount: 0,
  fileUrls: ["/objects/uploads/a", "/objects/uploads/b"],
  fileNames: ["교안.pdf", "부록.pdf"],
  previewImageUrls: ["/objects/uploads/p", ""],
});
const at = `/edit-content/${own.id}`;

interface Answers {
  get?: () => FakeAnswer;
  put?: (asked: RecordedRequest) => FakeAnswer;
}

const open = async (
  { get = () => ({ body: own }), put = () => ({ body: own }) }: Answers = {},
  path = at,
) => {
  server = await startUploadServer((asked) => {
    if (asked.path === "/api/auth/me") return { body: { user: buildUser() } };
    if (asked.path.startsWith("/api/contents/")) return asked.method === "PUT" ? put(asked) : get();
    return undefined;
  });
  return renderAt(<EditContentScreen />, path, "/edit-content?/:id?");
};
const title = () => screen.findByLabelText(/^제목/);
const save = async () => fireEvent.submit((await title()).closest("form") ?? document.body);
const saved = () =>
  server.asked.filter(({ method, path }) => method === "PUT" && path.startsWith("/api/contents/"));

describe("/edit-content/:id", () => {
  it("shows what is saved; what is removed is gone when it is saved, under the version that was seen", async () => {
    const { router } = await open();
    expect(await title()).toHaveValue(own.title);
    expect(screen.queryByLabelText("외부 링크")).toBeNull();
    fireEvent.click(screen.getByLabelText("교안.pdf 제거"));
    fireEvent.click(screen.getByLabelText("1번째 이미지 제거"));
    expect(saved()).toEqual([]);
    await save();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/");
    });
    expect(await screen.findByText("콘텐츠가 성공적으로 수정되었습니다.")).toBeInTheDocument();
    expect(saved()[0]?.headers["if-match"]).toBe(`"${own.updatedAt}"`);
    expect(JSON.parse(saved()[0]?.body ?? "")).toMatchObject({
      fileUrls: ["/objects/uploads/b"],
      fileNames: ["부록.pdf"],
      previewImageUrls: [],
    });
  });

  it("shows the link field only when there are no files", async () => {
    await open();
    await title();
    fireEvent.click(screen.getByLabelText("교안.pdf 제거"));
    fireEvent.click(screen.getByLabelText("부록.pdf 제거"));
    expect(screen.getByLabelText("외부 링크")).toBeInTheDocument();
  });

  it("fails in the documents' words, and keeps what was typed", async () => {
    await open({ put: () => ({ status: 500, body: { code: "INTERNAL", message: "일시적인 오류" } }) });
    fireEvent.change(await title(), { target: { value: "새 제목" } });
    await save();
    expect(await screen.findByText("콘텐츠 수정에 실패했습니다.")).toBeInTheDocument();
    expect(screen.getByText("오류")).toBeInTheDocument();
    expect(await title()).toHaveValue("새 제목");
  });

  it("says what the server says when only the settlement account is missing", async () => {
    const message = "판매대금 정산용 계좌 정보가 필요합니다";
    await open({ put: () => ({ status: 400, body: { code: "BANK_ACCOUNT_REQUIRED", message } }) });
    await save();
    expect(await screen.findAllByText(message)).toHaveLength(2);
    expect(screen.queryByText("콘텐츠 수정에 실패했습니다.")).toBeNull();
  });

  it("shows a conflict in its place; the newest version can be looked at without losing what was typed", async () => {
    const newest = { ...own, title: "다른 창에서 고친 제목", updatedAt: "2026-11-02T00:00:00.000Z" };
    let isChanged = false;
    await open({
      get: () => ({ body: isChanged ? newest : own }),
      put: ({ headers }) => {
        isChanged = true;
        return headers["if-match"] === `"${newest.updatedAt}"`
          ? { body: newest }
          : { status: 409, body: { code: "EDIT_CONFLICT", message: "다른 곳에서 먼저 수정되었습니다." } };
      },
    });
    fireEvent.change(await title(), { target: { value: "내가 쓴 제목" } });
    await save();
    fireEvent.click(await screen.findByText("최신 내용 불러오기"));
    expect(await screen.findByText("다른 창에서 고친 제목")).toBeInTheDocument();
    expect(await title()).toHaveValue("내가 쓴 제목");
    await save();
    expect(await screen.findByText("콘텐츠가 성공적으로 수정되었습니다.")).toBeInTheDocument();
    expect(JSON.parse(saved().at(-1)?.body ?? "")).toMatchObject({ title: "내가 쓴 제목" });
  });

  it("can take the newest version over instead", async () => {
    const newest = { ...own, title: "다른 창에서 고친 제목", updatedAt: "2026-11-02T00:00:00.000Z" };
    let isChanged = false;
    await open({
      get: () => ({ body: isChanged ? newest : own }),
      put: () => {
        isChanged = true;
        return { status: 409, body: { code: "EDIT_CONFLICT", message: "다른 곳에서 먼저 수정되었습니다." } };
      },
    });
    fireEvent.change(await title(), { target: { value: "내가 쓴 제목" } });
    await save();
    fireEvent.click(await screen.findByText("최신 내용 불러오기"));
    fireEvent.click(await screen.findByText("최신 내용으로 바꾸기"));
    const question = within(await screen.findByRole("dialog", { name: "최신 내용으로 바꿀까요?" }));
    expect(await title()).toHaveValue("내가 쓴 제목");
    fireEvent.click(question.getByText("바꾸기"));
    await waitFor(() => expect(screen.getByLabelText(/^제목/)).toHaveFocus());
    expect(await title()).toHaveValue("다른 창에서 고친 제목");
    expect(screen.queryByText("최신 내용으로 바꾸기")).toBeNull();
  });

  it("opens a draft of an older version with both, and takes over single parts of the newest", async () => {
    await draftsOf(testDevice, buildUser().id).save({
      id: newActId(),
      contentId: own.id,
      contentVersion: "2026-10-01T00:00:00.000Z",
      values: { ...stateOf(own).values, title: "내가 쓴 제목", description: "내가 쓴 설명" },
      fileKeys: [],
      previewKeys: [],
    });
    await open();
    expect(await screen.findByText("다른 곳에서 먼저 수정되었습니다")).toBeInTheDocument();
    expect(await title()).toHaveValue("내가 쓴 제목");
    fireEvent.click(screen.getByText("최신 내용 불러오기"));
    fireEvent.click(await screen.findByRole("button", { name: "최신 제목 쓰기" }));
    expect(await title()).toHaveValue(own.title);
    expect(screen.getByLabelText(/^설명/)).toHaveValue("내가 쓴 설명");
    expect(screen.queryByRole("button", { name: "최신 제목 쓰기" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "최신 파일 쓰기" }));
    expect(await screen.findByLabelText("부록.pdf 제거")).toBeInTheDocument();
    await save();
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]?.headers["if-match"]).toBe(`"${own.updatedAt}"`);
    expect(JSON.parse(saved()[0]?.body ?? "")).toMatchObject({
      title: own.title,
      description: "내가 쓴 설명",
      fileUrls: own.fileUrls,
    });
  });

  it("speaks once of a conflict that was found while nobody looked, and of nothing more when it is seen", async () => {
    const id = newActId();
    const user = buildUser();
    await draftsOf(testDevice, user.id).save({
      id,
      contentId: own.id,
      contentVersion: own.updatedAt,
      values: { ...stateOf(own).values, title: "내가 쓴 제목" },
      fileKeys: [],
      previewKeys: [],
    });
    const refusal = "다른 곳에서 먼저 수정되었습니다. 최신 내용을 확인한 뒤 다시 저장해주세요.";
    const publishing = { askedAt: Date.now(), attempts: 0, refusal, isConflict: true };
    await testStores.openDraftStore(user.id).change(id, (row) => row && { ...row, publishing });
    await open(undefined, `${at}?draft=${id}`);
    fireEvent.click(await screen.findByText("최신 내용 불러오기"));
    expect(await screen.findByText(/저장된 최신 내용/)).toBeInTheDocument();
    expect(screen.queryByText(/수정하지 못했습니다/)).toBeNull();
  });

  describe("of a content that was bought", () => {
    const bought = { ...own, purchasesCount: 3 };
    const question = () => screen.findByRole("dialog", { name: "구매자 3명이 산 파일이 바뀝니다" });

    it("asks before a file is taken from its buyers, and keeps it unless that is refused", async () => {
      let count = 0;
      // The first purchases came after the form was opened.
      await open({ get: () => ({ body: (count += 1) === 1 ? own : bought }) });
      await title();
      fireEvent.click(screen.getByLabelText("교안.pdf 제거"));
      await save();
      const dialog = await question();
      expect(within(dialog).getByRole("listitem")).toHaveTextContent("교안.pdf");
      const keep = within(dialog).getByRole("button", { name: "기존 파일 유지" });
      expect(keep).toHaveFocus();
      fireEvent.click(keep);
      expect(await screen.findByLabelText("교안.pdf 제거")).toBeInTheDocument();
      expect(saved()).toEqual([]);
      await save();
      expect(await screen.findByText("콘텐츠가 성공적으로 수정되었습니다.")).toBeInTheDocument();
      expect(JSON.parse(saved()[0]?.body ?? "")).toMatchObject({ fileUrls: own.fileUrls });
    });

    it("replaces it when told to, with a note of what changed", async () => {
      await open({ get: () => ({ body: bought }) });
      await title();
      const note = () => screen.queryByRole("textbox", { name: /무엇이 바뀌었나요/ });
      expect(note()).toBeNull();
      fireEvent.click(screen.getByLabelText("교안.pdf 제거"));
      await waitFor(() => expect(note()).toBeInTheDocument());
      fireEvent.change(screen.getByRole("textbox", { name: /무엇이 바뀌었나요/ }), {
        target: { value: "교안은 뺐어요" },
      });
      await save();
      fireEvent.click(within(await question()).getByRole("button", { name: "바꿔서 저장" }));
      expect(await screen.findByText("콘텐츠가 성공적으로 수정되었습니다.")).toBeInTheDocument();
      expect(JSON.parse(saved()[0]?.body ?? "")).toMatchObject({
        fileUrls: ["/objects/uploads/b"],
        versionNote: "교안은 뺐어요",
      });
    });

    it("asks about a link too, and nothing when no file goes or nobody has bought", async () => {
      const link = "https://drive.google.com/file/d/1";
      const other = "https://drive.google.com/file/d/2";
      await open({
        get: () => ({ body: { ...bought, isExternalLink: true, fileUrls: [link], fileNames: ["drive"] } }),
      });
      await title();
      fireEvent.change(screen.getByLabelText("외부 링크"), { target: { value: other } });
      await save();
      fireEvent.click(within(await question()).getByRole("button", { name: "기존 파일 유지" }));
      await waitFor(() => {
        expect(screen.getByLabelText("외부 링크")).toHaveValue(link);
      });
      await save();
      expect(await screen.findByText("콘텐츠가 성공적으로 수정되었습니다.")).toBeInTheDocument();
      await server.close();
      sessionStorage.clear();
      await open();
      fireEvent.click((await screen.findAllByLabelText("교안.pdf 제거"))[0] ?? document.body);
      await save();
      await waitFor(() => {
        expect(saved()).toHaveLength(1);
      });
    });
  });

  it("shows at once that a deleted content can not be changed, although its owner may still see it", async () => {
    await open({ get: () => ({ body: { ...own, isListed: false } }) });
    expect(await screen.findByText("콘텐츠를 찾을 수 없습니다")).toBeInTheDocument();
    expect(screen.queryByLabelText(/^제목/)).toBeNull();
  });

  it("shows that the content is gone when saving finds none, and keeps no draft of it", async () => {
    await open({ put: () => ({ status: 404, body: { code: "NOT_FOUND", message: "없습니다." } }) });
    fireEvent.change(await title(), { target: { value: "새 제목" } });
    await save();
    expect(await screen.findByText("콘텐츠를 찾을 수 없습니다")).toBeInTheDocument();
    await waitFor(() => expect(draftsOf(testDevice, buildUser().id).read()).toEqual([]));
  });

  it("says that a draft is kept while its content can not be read, and does not lead back to itself", async () => {
    const get = (): FakeAnswer => ({ isLost: true });
    const { unmount } = await open({ get });
    expect(await screen.findByRole("link", { name: "작성 중인 글" })).toBeInTheDocument();
    unmount();
    await server.close();
    const id = newActId();
    await draftsOf(testDevice, buildUser().id).save({
      id,
      contentId: own.id,
      contentVersion: own.updatedAt,
      values: { ...stateOf(own).values, title: "내가 쓴 제목" },
      fileKeys: [],
      previewKeys: [],
    });
    await open({ get });
    expect(await screen.findByText(/쓰던 글은 이 기기에 그대로 보관돼 있어요/)).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "작성 중인 글" })).toBeNull();
    // The next test begins without a draft.
    cleanup();
    await draftsOf(testDevice, buildUser().id).remove(id);
  });

  it("tells the age of what the device has kept of the content, and of nothing else that is old", async () => {
    const age = /에 이 기기에 저장한 내용이에요/;
    const keptAt = Date.now() - 3_600_000;
    let isLost = false;
    const first = await open({ get: () => (isLost ? { isLost } : { body: own }) });
    await title();
    first.unmount();
    markStale(api.contents.mine, {}, keptAt);
    const kept = { data: own, nextCursor: undefined, keptAt };
    const stopKeeping = keepResponsesIn(() => ({
      keep: async () => undefined,
      recall: async (address) => (address.includes(own.id) ? kept : undefined),
      forget: async () => undefined,
    }));
    try {
      const { unmount } = renderAt(<EditContentScreen />, at, "/edit-content?/:id?");
      await title();
      expect([oldestStaleAt(), screen.queryByText(age)]).toEqual([keptAt, null]);
      unmount();
      isLost = true;
      renderAt(<EditContentScreen />, at, "/edit-content?/:id?");
      expect(await screen.findByText(age)).toBeInTheDocument();
    } finally {
      stopKeeping();
      setActiveUser(null);
    }
  });

  it("stays when only a file is not found", async () => {
    const message = "업로드한 파일을 찾을 수 없습니다. 다시 업로드해주세요.";
    await open({
      put: () => ({
        status: 404,
        body: { code: "NOT_FOUND", message, fields: { fileUrls: message, "fileUrls[1]": message } },
      }),
    });
    await save();
    expect(await screen.findByRole("button", { name: "부록.pdf 제거", description: message })).toHaveFocus();
  });

  it("says so to who is not the owner, when there is no such content, and without an id", async () => {
    await open({ get: () => ({ body: { ...own, isOwner: false } }) });
    expect(await screen.findByText("수정할 권한이 없습니다")).toBeInTheDocument();
    await server.close();
    await open({ get: () => ({ status: 404, body: { code: "NOT_FOUND", message: "없습니다" } }) });
    expect(await screen.findByText("콘텐츠를 찾을 수 없습니다")).toBeInTheDocument();
    expect(screen.getAllByText("홈으로").at(-1)).toHaveAttribute("href", "/");
    await server.close();
    await open({}, "/");
    expect(await screen.findByText("잘못된 경로입니다")).toBeInTheDocument();
  });
});
