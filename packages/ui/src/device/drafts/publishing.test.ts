import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { client } from "../../client/client.ts";
import { setTabItem } from "../../client/tabItems.ts";
import { without } from "../../client/without.ts";
import { newActId } from "../jobs/actId.ts";
import { emptyState } from "./sellingForm.ts";
import { toTombstone, type DraftRow } from "./draft.ts";
import { phaseOf } from "./draftPhase.ts";
import { fileOf, setUpDevice, type TestDevice } from "./testing.ts";

describe("publishing drafts", () => {
  let at: TestDevice;
  let id: string;
  beforeEach(async () => {
    at = await setUpDevice();
    ({ id } = at);
  });
  afterEach(() => at.close());
  /** Tries all again that still waits, and publishes another one behind it. */
  const publishLater = async (title: string) => {
    const other = newActId();
    at.goes(false);
    at.goes(true);
    await at.save(title, [], other);
    expect(await at.drafts().publish(other, true)).toMatchObject({ status: "stored" });
  };
  /** Requests to publish the person's draft. */
  const tries = () => at.asked("POST", "/api/contents").filter(({ key }) => key === id).length;

  it("are published at once when all is there", async () => {
    await at.save("지금");
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")?.status).toBe("done");
    const published = await at.drafts().publish(id, true);
    expect(published).toMatchObject({ status: "stored", content: { title: "지금" } });
    expect(at.server.contents).toHaveLength(1);
    expect(at.server.contents[0]?.body).toMatchObject({ title: "지금", fileNames: ["가.pdf"], price: 1_500 });
    await expect.poll(() => at.drafts().read()).toEqual([]);
    // The caller knows already.
    expect(at.outcomes).toEqual([]);
  });

  it("are published once when the network is back, whatever answers are lost", async () => {
    at.goes(false);
    await at.save("나중에");
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    expect(await at.drafts().publish(id, true)).toEqual({ status: "waiting" });
    expect(at.own()?.publishing).toMatchObject({ attempts: 0 });
    let lost = 0;
    at.server.spoil(({ path }) => {
      if (path !== "/api/contents" || lost === 2) return undefined;
      lost += 1;
      return "lost";
    });
    at.goes(true);
    await expect.poll(() => at.outcomes.map(({ status }) => status)).toEqual(["stored"]);
    expect(at.server.contents).toHaveLength(1);
    const keys = at.asked("POST", "/api/contents").map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(at.drafts().read()).toEqual([]);
    // No request was made in the name of another user who has signed in meanwhile.
    expect(new Set(at.server.heard.map(({ person }) => person))).toEqual(new Set([at.person]));
  });

  it("become one content, also when the form is changed after an answer was lost", async () => {
    await at.save("처음");
    at.server.spoil(({ path }) => (path.startsWith("/api/contents") ? "lost" : undefined));
    expect(await at.drafts().publish(id, true)).toEqual({ status: "waiting" });
    await at.drafts().cancelPublishing(id);
    await at.save("고친 뒤");
    at.server.spoil();
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "stored" });
    expect(at.server.contents.map(({ body }) => body.title)).toEqual(["고친 뒤"]);
  });

  it("wait, and are no failure, while the server is still at the first try of the same", async () => {
    await at.save("아직 하는 중");
    let isBusy = true;
    at.server.spoil(({ path }) =>
      path === "/api/contents" && isBusy ? { status: 409, code: "IN_PROGRESS" } : undefined,
    );
    expect(await at.drafts().publish(id, true)).toEqual({ status: "waiting" });
    // A reason would make the form treat it as failed.
    expect(at.own()?.publishing).toMatchObject({ isCut: true });
    isBusy = false;
    await expect.poll(() => at.outcomes.map(({ status }) => status)).toEqual(["stored"]);
    expect(new Set(at.asked("POST", "/api/contents").map(({ key }) => key)).size).toBe(1);
  });

  it("ask their person when what was sent had no answer for so long that the server may have forgotten it", async () => {
    await at.save("오래된 것");
    at.server.spoil(({ key }) => (key === id ? "lost" : undefined));
    expect(await at.drafts().publish(id, true)).toEqual({ status: "waiting" });
    await at.store.change(id, (row) =>
      row?.unsettled
        ? { ...row, unsettled: { ...row.unsettled, sentAt: Date.now() - 31 * 86_400_000 } }
        : row,
    );
    await expect.poll(() => at.own()?.publishing?.refusal).toContain("30일이 지나");
    const sent = tries();
    await publishLater("그 뒤의 것");
    expect(tries()).toBe(sent);
    at.server.spoil();
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "stored" });
  });

  it("keep what was changed while they were sent, as a change of what they have become", async () => {
    await at.save("보낸 것");
    let typed: Promise<void> | undefined;
    at.server.spoil(({ path }) => {
      if (path === "/api/contents")
        typed = at
          .drafts()
          .cancelPublishing(id)
          .then(() => at.save("보내는 동안 고친 것"));
      return undefined;
    });
    expect(await at.drafts().publish(id, true)).toMatchObject({
      status: "stored",
      content: { title: "보낸 것" },
    });
    await typed;
    expect(at.own()).toMatchObject({
      contentId: at.server.contents[0]?.id,
      values: { title: "보내는 동안 고친 것" },
    });
    expect(at.own()?.publishing).toBeUndefined();
    expect(at.server.contents.map(({ body }) => body.title)).toEqual(["보낸 것"]);
    // The form that is still open does not know.
    await at.save("더 고친 것");
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "stored" });
    expect(at.server.contents.map(({ body }) => body.title)).toEqual(["더 고친 것"]);
  });

  it("keep what another tab has changed while they were sent", async () => {
    await at.save("보낸 것");
    const { drafts: other, kill } = at.open();
    await expect.poll(() => other.read()).toHaveLength(1);
    // This tab has not heard of it yet.
    vi.spyOn(at.store, "onChange").mockReturnValue(() => undefined);
    at.restart();
    at.server.spoil(({ path }) => {
      if (path === "/api/contents") {
        const values = { ...emptyState.values, title: "다른 탭에서 고친 것" };
        const about = { id, contentId: null, contentVersion: null, fileKeys: [], previewKeys: [] };
        void other.save({ ...about, values });
        void other.cancelPublishing(id);
      }
      return undefined;
    });
    expect(await at.drafts().publish(id, true)).toMatchObject({
      status: "stored",
      content: { title: "보낸 것" },
    });
    expect(await at.store.read()).toMatchObject([
      { id, contentId: at.server.contents[0]?.id, values: { title: "다른 탭에서 고친 것" } },
    ]);
    kill();
  });

  it("become one content when a sanction follows a lost answer", async () => {
    await at.save("하나");
    let asks = 0;
    at.server.spoil(({ path }) => {
      if (path !== "/api/contents") return undefined;
      asks += 1;
      return asks === 1 ? "lost" : { status: 403, code: "SUSPENDED", type: "suspension" };
    });
    await at.drafts().publish(id, true);
    await expect.poll(() => at.own()?.publishing?.refusal).toBeDefined();
    await at.drafts().cancelPublishing(id);
    await at.save("둘");
    at.server.spoil();
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "stored" });
    expect(at.server.contents.map(({ body }) => body.title)).toEqual(["둘"]);
  });

  it("are refused once when a sanction meets what was sent before they were changed", async () => {
    await at.save("하나");
    at.server.spoil(({ key }) => {
      if (key !== id) return undefined;
      return tries() === 1 ? "lost" : { status: 403, code: "SUSPENDED", type: "suspension" };
    });
    await at.drafts().publish(id, true);
    await at.drafts().cancelPublishing(id);
    await at.save("둘");
    expect(await at.drafts().publish(id, true)).toMatchObject({
      status: "refused",
      error: { code: "SUSPENDED" },
    });
    await publishLater("그 뒤의 것");
    expect(tries()).toBe(2);
    at.server.spoil();
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "stored" });
    expect(at.server.contents.map(({ body }) => body.title)).toEqual(["둘", "그 뒤의 것"]);
  });

  it("keep a file that was added while they were sent, as a change of what they have become", async () => {
    await at.save("보낸 것");
    let adding: Promise<void> | undefined;
    at.server.spoil(({ path }) => {
      if (path === "/api/contents")
        adding ??= at.drafts().addFile(id, "file", fileOf("나중.pdf", 10), "late");
      return path.startsWith("/api/uploads") ? { status: 503, code: "UNAVAILABLE" } : undefined;
    });
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "stored" });
    await adding;
    expect(at.own()).toMatchObject({ contentId: at.server.contents[0]?.id, files: [{ name: "나중.pdf" }] });
    expect((await at.drafts().blobOf(id, "late"))?.size).toBe(10);
    expect(at.own()?.publishing).toBeUndefined();
  });

  it("keep the reason where no form shows it, and offer no second try in vain", async () => {
    await at.save("고친 것", [], id, "01900000-0000-7000-8000-000000000001");
    at.server.spoil(({ path }) =>
      path.startsWith("/api/contents/") ? { status: 409, code: "EDIT_CONFLICT" } : undefined,
    );
    expect(await at.drafts().publish(id)).toMatchObject({ status: "refused" });
    const draft = at.own();
    expect(draft?.publishing).toMatchObject({ refusal: "안 됩니다", isConflict: true });
    expect(draft && phaseOf(draft, at.drafts(), true)).toMatchObject({ isTrouble: true, canRetry: false });
  });

  it.each([
    ["taken back", (row: DraftRow) => without(row, "publishing")],
    ["deleted", toTombstone],
  ])("are not sent where another tab has %s what is about to be", async (_, how) => {
    await at.save("그만둔 것");
    const { change, read } = at.store;
    at.store.change = async (draftId, make) => {
      const rows = await read();
      // Right before the send is noted, while this tab has not heard of it.
      if (rows.some(({ publishing }) => publishing))
        setTabItem(
          `drafts:${at.person}`,
          rows.flatMap((row) => how(row) ?? []),
        );
      return change(draftId, make);
    };
    expect(await at.drafts().publish(id, true)).toEqual({ status: "waiting" });
    expect(at.asked("POST", "/api/contents")).toEqual([]);
    expect((await at.store.read())[0]?.unsettled).toBeUndefined();
  });

  it("are let go where their page is frozen meanwhile, and sent again under the same key", async () => {
    await at.save("얼어붙은 것");
    at.server.spoil(({ path }) => {
      if (path !== "/api/contents") return undefined;
      document.dispatchEvent(new Event("freeze"));
      return "lost";
    });
    expect(await at.drafts().publish(id, true)).toEqual({ status: "waiting" });
    const isFree = () => at.store.runInLane(`publish:${id}`, async () => undefined);
    await expect.poll(isFree).toBe(true);
    // Such a page may not see the end of a write.
    expect(at.own()?.publishing).toMatchObject({ attempts: 0 });
    at.server.spoil();
    document.dispatchEvent(new Event("resume"));
    await expect.poll(() => at.outcomes.map(({ status }) => status)).toEqual(["stored"]);
    expect(new Set(at.asked("POST", "/api/contents").map(({ key }) => key))).toEqual(new Set([id]));
    expect(at.server.contents).toHaveLength(1);
  });

  it("go on where another one has no answer yet", async () => {
    const other = newActId();
    await at.save("먼저");
    await at.save("다음", [], other);
    let end: () => void = () => undefined;
    void at.store.runInLane(`publish:${id}`, () => new Promise((resolve) => (end = resolve)));
    void at.drafts().publish(id);
    expect(await at.drafts().publish(other, true)).toMatchObject({ status: "stored" });
    expect(at.server.contents.map(({ body }) => body.title)).toEqual(["다음"]);
    end();
    await expect.poll(() => at.server.contents.map(({ body }) => body.title)).toEqual(["다음", "먼저"]);
  });

  it("answer both who press twice", async () => {
    await at.save("두 번");
    const both = await Promise.all([at.drafts().publish(id, true), at.drafts().publish(id)]);
    expect(both.map(({ status }) => status)).toEqual(["stored", "stored"]);
    expect(at.server.contents).toHaveLength(1);
  });

  it("bring a file once more that the server has kept no longer", async () => {
    await at.save("오래 기다린 것");
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")?.status).toBe("done");
    const before = at.own()?.files[0]?.objectPath;
    const fields = { fileUrls: "안 됩니다", "fileUrls[0]": "안 됩니다" };
    let isGone = true;
    at.server.spoil(({ path }) => {
      if (path !== "/api/contents" || !isGone) return undefined;
      isGone = false;
      return { status: 404, code: "NOT_FOUND", fields };
    });
    expect(await at.drafts().publish(id, true)).toEqual({ status: "waiting" });
    await expect.poll(() => at.server.contents).toHaveLength(1);
    expect(at.server.contents[0]?.body.fileUrls).not.toEqual([before]);
    expect(at.asked("POST", "/api/uploads")).toHaveLength(2);
  });

  it("say so where the server has kept a file no longer, and the device has not either", async () => {
    await at.save("오래 기다린 것");
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")?.status).toBe("done");
    // Only files that the server's copy of the draft names are freed.
    await expect
      .poll(async () => (await at.store.read())[0]?.pushed)
      .toContain(at.own()?.files[0]?.objectPath);
    await at.drafts().free(id);
    expect(at.own()?.files).toMatchObject([{ isKept: false }]);
    const fields = { "fileUrls[0]": "안 됩니다" };
    at.server.spoil(({ path }) =>
      path === "/api/contents" ? { status: 404, code: "NOT_FOUND", fields } : undefined,
    );
    expect(await at.drafts().publish(id, true)).toMatchObject({
      status: "refused",
      error: { code: "NOT_FOUND" },
    });
  });

  it("become one content where there was no room to note what was sent", async () => {
    at.goes(false);
    await at.save("하나");
    await at.drafts().publish(id, true);
    const full = vi
      .spyOn(at.store, "change")
      .mockRejectedValue(new DOMException("full", "QuotaExceededError"));
    at.server.spoil(({ path }) => (path === "/api/contents" ? "lost" : undefined));
    at.goes(true);
    await expect.poll(() => at.server.contents).toHaveLength(1);
    at.kill();
    full.mockRestore();
    at.server.spoil();
    at.reopen();
    await expect.poll(() => at.outcomes.map(({ status }) => status)).toEqual(["stored"]);
    expect(at.server.contents).toHaveLength(1);
  });

  it("become one content unasked where another device has published them otherwise", async () => {
    await at.save("저기");
    const rest = await at.store.read();
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "stored" });
    // The same draft, as another device has it.
    for (const row of rest) await at.store.change(id, () => row);
    await at.save("여기");
    expect(await at.drafts().publish(id, true)).toMatchObject({
      status: "refused",
      error: { code: "IDEMPOTENCY_KEY_REUSED" },
    });
    expect(at.own()?.values.title).toBe("여기");
    expect(at.server.contents).toHaveLength(1);
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "stored" });
    expect(at.server.contents.map(({ body }) => body.title)).toEqual(["저기", "여기"]);
  });

  it("stay with the reason when the server refuses them", async () => {
    at.goes(false);
    await at.save("안 되는 것");
    await at.drafts().publish(id, true);
    at.server.spoil(({ path }) =>
      path === "/api/contents" ? { status: 400, code: "BANK_ACCOUNT_REQUIRED" } : undefined,
    );
    at.goes(true);
    await expect.poll(() => at.own()?.publishing?.refusal).toBe("안 됩니다");
    expect(at.outcomes).toMatchObject([{ status: "refused", error: { code: "BANK_ACCOUNT_REQUIRED" } }]);
    // Asked by a form that waits: the form shows the reason, and the draft does not stay waiting.
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "refused" });
    expect(at.own()?.publishing).toBeUndefined();
    at.server.spoil();
    expect(await at.drafts().publish(id, true)).toMatchObject({ status: "stored" });
  });

  it("do nothing more when the session has ended, until somebody signs in", async () => {
    at.goes(false);
    await at.save("로그인");
    await at.drafts().publish(id, true);
    at.server.spoil(({ path }) =>
      path === "/api/contents" ? { status: 401, code: "LOGIN_REQUIRED" } : undefined,
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
    const isFree = () => at.store.runInLane(`publish:${id}`, async () => undefined);
    at.goes(true);
    await expect.poll(() => at.asked("POST", "/api/contents")).toHaveLength(1);
    // Its answer has been read.
    await expect.poll(isFree).toBe(true);
    at.server.spoil();
    at.goes(false);
    at.goes(true);
    vi.advanceTimersByTime(600_000);
    // Sent after all that began by then.
    await client.drafts.list({ query: { limit: 1 } }, { personId: at.person });
    expect(at.asked("POST", "/api/contents")).toHaveLength(1);
    at.restart();
    await expect.poll(() => at.outcomes.map(({ status }) => status)).toEqual(["stored"]);
  });
});
