import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newActId } from "../outbox/actId.ts";
import { emptyState } from "../selling/sellingForm.ts";
import { startDraftServer, type Heard } from "../testing/draftServer.ts";
import type { Draft } from "./draft.ts";
import { createDrafts, type Drafts } from "./drafts.ts";
import { createTabDraftStore, type DraftOutcome, type DraftStore } from "./store.ts";

/** On a busy machine, and after a pause or two. */
const patient = { timeout: 20_000 };
const megabyte = 1024 * 1024;
const bytesOf = (size: number) =>
  Uint8Array.from({ length: size }, (_, index) => (index * 7 + (index >> 8)) % 251);
const fileOf = (name: string, size: number) => new File([bytesOf(size)], name, { type: "application/pdf" });

describe("drafts", () => {
  let server: Awaited<ReturnType<typeof startDraftServer>>;
  let store: DraftStore;
  let drafts: Drafts;
  let outcomes: DraftOutcome[];
  let stop: () => void;
  let id: string;
  let person: string;

  const reopen = () => {
    drafts = createDrafts(store, person);
    drafts.hear((outcome) => outcomes.push(outcome));
    stop = drafts.start();
  };
  const goes = (isOnline: boolean) => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  };
  const save = (title: string, fileKeys: string[] = [], draftId = id) =>
    drafts.save({
      id: draftId,
      contentId: null,
      contentVersion: null,
      values: { ...emptyState.values, title, description: "설명", category: "language" },
      fileKeys,
      previewKeys: [],
    });
  const own = (draftId = id): Draft | undefined => drafts.read().find((draft) => draft.id === draftId);
  const asked = (method: string, path: string): Heard[] =>
    server.heard.filter((one) => one.method === method && one.path.startsWith(path));

  beforeEach(async () => {
    sessionStorage.clear();
    server = await startDraftServer();
    id = newActId();
    person = newActId();
    store = createTabDraftStore(person);
    outcomes = [];
    reopen();
  });
  afterEach(async () => {
    stop();
    drafts.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
    await server.close();
  });

  it("keep what is typed, newest first, with their files in order", async () => {
    goes(false);
    await save("하나");
    await drafts.addFile(id, "file", fileOf("가.pdf", 10), "a");
    await drafts.addFile(id, "file", fileOf("나.pdf", 10), "b");
    await save("하나 더", ["b", "a"]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await save("둘", [], newActId());
    expect(drafts.read().map(({ values }) => values.title)).toEqual(["둘", "하나 더"]);
    expect(own()?.files.map(({ key, name, isKept }) => [key, name, isKept])).toEqual([
      ["b", "나.pdf", true],
      ["a", "가.pdf", true],
    ]);
    const before = drafts.transferOf(id, "a");
    expect(before).toEqual({ as: "waiting" });
    expect(drafts.transferOf(id, "a")).toBe(before);
    drafts.close();
    reopen();
    await vi.waitFor(() => expect(own()?.values.title).toBe("하나 더"));
    expect((await drafts.blobOf(id, "a"))?.size).toBe(10);
    await drafts.removeFile(id, "a");
    expect(own()?.files.map(({ key }) => key)).toEqual(["b"]);
  });

  it("send files when the network is back, and go on where they were cut off", async () => {
    goes(false);
    await save("큰 파일");
    const size = 3 * megabyte;
    await drafts.addFile(id, "file", fileOf("큰.pdf", size), "big");
    expect(server.heard).toEqual([]);
    let cuts = 0;
    server.spoil(({ method }) => {
      if (method !== "PATCH" || cuts === 1) return undefined;
      cuts += 1;
      return { after: 2 * megabyte };
    });
    goes(true);
    await vi.waitFor(() => expect(drafts.transferOf(id, "big")).toEqual({ as: "done" }), patient);
    const objectPath = own()?.files[0]?.objectPath ?? "";
    expect(Buffer.compare(await server.bytesOf(objectPath), Buffer.from(bytesOf(size)))).toBe(0);
    expect(asked("POST", "/api/uploads")).toHaveLength(1);
    expect(asked("HEAD", "/api/uploads")).toHaveLength(1);
    const sent = asked("PATCH", "/api/uploads").reduce((sum, { bytes }) => sum + bytes, 0);
    // What was on its way when it was cut off may come twice.
    expect(sent).toBeLessThan(size + megabyte);
  });

  it("say no for good where the server does, and try again where it only can not", async () => {
    await save("둘");
    server.spoil(({ method, path }) =>
      method === "POST" && path === "/api/uploads" ? { status: 415, code: "UNSUPPORTED_TYPE" } : undefined,
    );
    await drafts.addFile(id, "file", fileOf("가.pdf", 100), "refused");
    await vi.waitFor(
      () => expect(drafts.transferOf(id, "refused")).toEqual({ as: "refused", message: "안 됩니다" }),
      patient,
    );
    server.spoil(({ method, path }) =>
      method === "POST" && path === "/api/uploads" ? { status: 503, code: "UNAVAILABLE" } : undefined,
    );
    await drafts.addFile(id, "file", fileOf("나.pdf", 100), "later");
    await vi.waitFor(
      () => expect(drafts.transferOf(id, "later")).toEqual({ as: "failed", message: "안 됩니다" }),
      patient,
    );
    server.spoil();
    drafts.resume(id, "later");
    await vi.waitFor(() => expect(drafts.transferOf(id, "later")).toEqual({ as: "done" }), patient);
    expect(drafts.transferOf(id, "refused")?.as).toBe("refused");
  });

  it("begin an upload anew that the server has forgotten, and stop one that is paused", async () => {
    await save("하나");
    server.spoil(({ method }) => (method === "PATCH" ? { status: 503, code: "UNAVAILABLE" } : undefined));
    await drafts.addFile(id, "file", fileOf("가.pdf", 1_000), "a");
    await vi.waitFor(() => expect(drafts.transferOf(id, "a")?.as).toBe("failed"), patient);
    drafts.pause(id, "a");
    expect(drafts.transferOf(id, "a")).toEqual({ as: "paused" });
    server.spoil(({ method }) => (method === "HEAD" ? { status: 410, code: "NOT_FOUND" } : undefined));
    const before = server.heard.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(asked("HEAD", "/api/uploads")).toEqual([]);
    expect(server.heard.slice(before).filter(({ method }) => method === "PATCH")).toEqual([]);
    drafts.resume(id, "a");
    await vi.waitFor(() => expect(drafts.transferOf(id, "a")).toEqual({ as: "done" }), patient);
    expect(asked("POST", "/api/uploads")).toHaveLength(2);
  });

  it("are published at once when all is there", async () => {
    await save("지금");
    await drafts.addFile(id, "file", fileOf("가.pdf", 100), "a");
    await vi.waitFor(() => expect(drafts.transferOf(id, "a")?.as).toBe("done"), patient);
    const published = await drafts.publish(id);
    expect(published).toMatchObject({ as: "stored", content: { title: "지금" } });
    expect(server.contents).toHaveLength(1);
    expect(server.contents[0]?.body).toMatchObject({ title: "지금", fileNames: ["가.pdf"], price: 1_500 });
    await vi.waitFor(() => expect(drafts.read()).toEqual([]));
    // Who asked knows already.
    expect(outcomes).toEqual([]);
  });

  it("are published once when the network is back, whatever answers are lost", async () => {
    goes(false);
    await save("나중에");
    await drafts.addFile(id, "file", fileOf("가.pdf", 100), "a");
    expect(await drafts.publish(id)).toEqual({ as: "waiting" });
    expect(own()?.publishing).toMatchObject({ attempts: 0 });
    let lost = 0;
    server.spoil(({ path }) => {
      if (path !== "/api/contents" || lost === 2) return undefined;
      lost += 1;
      return "lost";
    });
    goes(true);
    await vi.waitFor(() => expect(outcomes.map(({ as }) => as)).toEqual(["stored"]), patient);
    expect(server.contents).toHaveLength(1);
    const keys = asked("POST", "/api/contents").map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(drafts.read()).toEqual([]);
    // Whoever else has signed in meanwhile: nothing of it is taken from them.
    expect(new Set(server.heard.map(({ person: whose }) => whose))).toEqual(new Set([person]));
  });

  it("become one content, also when the form is changed after an answer was lost", async () => {
    await save("처음");
    server.spoil(({ path }) => (path.startsWith("/api/contents") ? "lost" : undefined));
    expect(await drafts.publish(id)).toEqual({ as: "waiting" });
    await drafts.cancelPublishing(id);
    await save("고친 뒤");
    server.spoil();
    expect(await drafts.publish(id)).toMatchObject({ as: "stored" });
    expect(server.contents.map(({ body }) => body.title)).toEqual(["고친 뒤"]);
  });

  it("ask their person when what was sent had no answer for so long that the server may have forgotten it", async () => {
    await save("오래된 것");
    server.spoil(({ path }) => (path.startsWith("/api/contents") ? "lost" : undefined));
    expect(await drafts.publish(id)).toEqual({ as: "waiting" });
    await store.change(id, (row) =>
      row?.unsettled
        ? { ...row, unsettled: { ...row.unsettled, sentAt: Date.now() - 31 * 86_400_000 } }
        : row,
    );
    await vi.waitFor(() => expect(own()?.publishing?.refusal).toContain("30일이 지나"), patient);
    const sent = asked("POST", "/api/contents").length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(asked("POST", "/api/contents")).toHaveLength(sent);
    server.spoil();
    expect(await drafts.publish(id)).toMatchObject({ as: "stored" });
  });

  it("keep what was changed while they were sent, as a change of what they have become", async () => {
    await save("보낸 것");
    let typed: Promise<void> | undefined;
    server.spoil(({ path }) => {
      if (path === "/api/contents")
        typed = drafts.cancelPublishing(id).then(() => save("보내는 동안 고친 것"));
      return undefined;
    });
    expect(await drafts.publish(id)).toMatchObject({ as: "stored", content: { title: "보낸 것" } });
    await typed;
    expect(own()).toMatchObject({
      contentId: server.contents[0]?.id,
      values: { title: "보내는 동안 고친 것" },
    });
    expect(own()?.publishing).toBeUndefined();
    expect(server.contents.map(({ body }) => body.title)).toEqual(["보낸 것"]);
    // The form that is still open does not know.
    await save("더 고친 것");
    expect(await drafts.publish(id)).toMatchObject({ as: "stored" });
    expect(server.contents.map(({ body }) => body.title)).toEqual(["더 고친 것"]);
  });

  it("keep what another tab has changed while they were sent", async () => {
    await save("보낸 것");
    const other = createDrafts(store, person);
    const stopOther = other.start();
    await vi.waitFor(() => expect(other.read()).toHaveLength(1), patient);
    // What this tab has not heard of yet.
    vi.spyOn(store, "onChange").mockReturnValue(() => undefined);
    stop();
    stop = drafts.start();
    server.spoil(({ path }) => {
      if (path === "/api/contents") {
        const values = { ...emptyState.values, title: "다른 탭에서 고친 것" };
        const about = { id, contentId: null, contentVersion: null, fileKeys: [], previewKeys: [] };
        void other.save({ ...about, values });
        void other.cancelPublishing(id);
      }
      return undefined;
    });
    expect(await drafts.publish(id)).toMatchObject({ as: "stored", content: { title: "보낸 것" } });
    expect(await store.read()).toMatchObject([
      { id, contentId: server.contents[0]?.id, values: { title: "다른 탭에서 고친 것" } },
    ]);
    stopOther();
    other.close();
  });

  it("stay with the reason when the server refuses them", async () => {
    goes(false);
    await save("안 되는 것");
    await drafts.publish(id);
    server.spoil(({ path }) =>
      path === "/api/contents" ? { status: 400, code: "BANK_ACCOUNT_REQUIRED" } : undefined,
    );
    goes(true);
    await vi.waitFor(() => expect(own()?.publishing?.refusal).toBe("안 됩니다"), patient);
    expect(outcomes).toMatchObject([{ as: "refused", error: { code: "BANK_ACCOUNT_REQUIRED" } }]);
    // Asked while somebody waits: told to them, and not kept as waiting.
    expect(await drafts.publish(id)).toMatchObject({ as: "refused" });
    expect(own()?.publishing).toBeUndefined();
    server.spoil();
    expect(await drafts.publish(id)).toMatchObject({ as: "stored" });
  });

  it("do nothing more when the session has ended, until somebody signs in", async () => {
    goes(false);
    await save("로그인");
    await drafts.publish(id);
    server.spoil(({ path }) =>
      path === "/api/contents" ? { status: 401, code: "LOGIN_REQUIRED" } : undefined,
    );
    goes(true);
    await vi.waitFor(() => expect(asked("POST", "/api/contents")).toHaveLength(1), patient);
    server.spoil();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(asked("POST", "/api/contents")).toHaveLength(1);
    stop();
    stop = drafts.start();
    await vi.waitFor(() => expect(outcomes.map(({ as }) => as)).toEqual(["stored"]), patient);
  });
});
