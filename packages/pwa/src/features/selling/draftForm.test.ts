import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDrafts, type Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { NoRoomError } from "@knowhow/ui/device/drafts/draft.ts";
import { recoverLastTyped } from "../drafts/lastTyped.ts";
import { createTabDraftStore } from "@knowhow/ui/device/drafts/store.ts";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { createDraftForm } from "./draftForm.ts";
import { emptyState } from "@knowhow/ui/device/drafts/sellingForm.ts";

describe("the form of a draft", () => {
  const personId = newActId();
  let drafts: Drafts;
  let ids: (string | undefined)[];
  let values: typeof emptyState.values;
  const type = (title: string) => {
    values = { ...emptyState.values, title };
  };
  const about = (draftId: string) => ({
    user: { id: personId },
    contentId: null,
    draftId,
    draft: drafts.read().find(({ id }) => id === draftId),
    saved: emptyState,
    version: null,
    notify: () => undefined,
  });
  const open = (id = newActId()) =>
    createDraftForm({
      ...about(id),
      drafts,
      onDraftId: (next) => ids.push(next),
      readValues: () => values,
      showFields: () => undefined,
    });
  const titles = () => drafts.read().map(({ values }) => values.title);

  beforeEach(() => {
    sessionStorage.clear();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    drafts = createDrafts(createTabDraftStore(personId), personId);
    ids = [];
    type("");
  });
  afterEach(() => {
    drafts.close();
    vi.restoreAllMocks();
  });

  it("keeps nothing of an untouched form, and lets go of what was typed and taken back", async () => {
    const keeping = open();
    await keeping.keep();
    expect(titles()).toEqual([]);
    type("글");
    await keeping.keep();
    expect(titles()).toEqual(["글"]);
    expect(keeping.getSnapshot().keptAt).toBeGreaterThan(0);
    const id = keeping.getSnapshot().draftId;
    type("");
    await keeping.keep();
    expect(titles()).toEqual([]);
    expect(keeping.getSnapshot().keptAt).toBeUndefined();
    // Further typing begins another draft: the old one does not come back.
    expect(keeping.getSnapshot().draftId).not.toBe(id);
    expect(ids).toEqual([keeping.getSnapshot().draftId]);
  });

  it("writes only what has changed", async () => {
    const save = vi.spyOn(drafts, "save");
    const keeping = open();
    type("글");
    await keeping.keep();
    await keeping.keep();
    expect(save).toHaveBeenCalledTimes(1);
    await keeping.begin();
    expect(save).toHaveBeenCalledTimes(1);
  });

  it("takes what is changed out of what waits to be published", async () => {
    const keeping = open();
    type("글");
    await keeping.keep();
    await drafts.publish(keeping.getSnapshot().draftId);
    expect(drafts.read()[0]?.publishing).toBeDefined();
    type("글 더");
    await keeping.keep();
    expect(drafts.read()[0]?.publishing).toBeUndefined();
    expect(keeping.getSnapshot().isHeldBack).toBe(true);
  });

  it("keeps what two tabs write in different fields of one draft, and shows each what the other has written", async () => {
    const store = createTabDraftStore(personId);
    const openTab = async (id: string) => {
      const own = createDrafts(store, personId);
      const stop = own.start();
      await expect.poll(() => own.isRead()).toBe(true);
      const [draft] = own.read();
      const fields = { ...(draft?.values ?? emptyState.values) };
      const keeping = createDraftForm({
        ...about(id),
        drafts: own,
        draft,
        onDraftId: () => undefined,
        readValues: () => fields,
        showFields: (names, there) => {
          Object.assign(fields, Object.fromEntries(names.map((name) => [name, there[name]])));
        },
      });
      const stopFollowing = keeping.start();
      const close = () => {
        stopFollowing();
        stop();
        own.close();
      };
      return { values: fields, keeping, own, close };
    };
    const id = newActId();
    const one = await openTab(id);
    one.values.title = "제목";
    await one.keeping.keep();
    const two = await openTab(id);
    expect(two.values.title).toBe("제목");
    // Both at the same time: neither knows of the other's change yet.
    one.values.title = "제목 하나";
    two.values.description = "설명 둘";
    await Promise.all([one.keeping.keep(), two.keeping.keep()]);
    for (const { values } of [one, two])
      await expect.poll(() => values).toMatchObject({ title: "제목 하나", description: "설명 둘" });
    // A field taken from the other tab is no change: the queued draft stays queued.
    await one.own.publish(id);
    await two.keeping.keep();
    await one.keeping.keep();
    expect(await store.read()).toMatchObject([
      { values: { title: "제목 하나", description: "설명 둘" }, publishing: { attempts: 0 } },
    ]);
    one.close();
    two.close();
  });

  it("keeps what is typed while the page goes away, for whoever opens it next", async () => {
    const keeping = open();
    type("글");
    await keeping.keep();
    vi.spyOn(drafts, "save").mockReturnValue(new Promise(() => undefined));
    type("글의 마지막 말");
    keeping.keepAtOnce();
    // The page is gone: its last write never ended.
    const next = createDrafts(createTabDraftStore(personId), personId);
    const stop = next.start();
    await expect.poll(() => next.isRead()).toBe(true);
    expect(next.read().map(({ values }) => values.title)).toEqual(["글"]);
    await recoverLastTyped(personId, next);
    expect(next.read().map(({ values }) => values.title)).toEqual(["글의 마지막 말"]);
    await recoverLastTyped(newActId(), next);
    expect(next.read()).toHaveLength(1);
    stop();
    next.close();
  });

  it("forgets what was sent", async () => {
    const keeping = open();
    type("글");
    keeping.keepAtOnce();
    keeping.release();
    await recoverLastTyped(personId, drafts);
    type("글 더");
    await keeping.keep();
    expect(titles()).toEqual(["글"]);
    expect(ids).toEqual([undefined]);
  });

  it("is a draft again where its draft is deleted elsewhere while it is typed on, as no other deleted one is", async () => {
    const store = createTabDraftStore(personId);
    drafts.close();
    drafts = createDrafts(store, personId);
    const [keeping, bystander] = [open(), open()];
    for (const [at, one] of [bystander, keeping].entries()) {
      type(`글 ${at}`);
      await one.keep();
      const { draftId } = one.getSnapshot();
      // The server has a copy, which is still to be deleted after this device's row.
      await store.change(draftId, (row) => row && { ...row, version: 1 });
      await drafts.remove(draftId);
    }
    expect(titles()).toEqual([]);
    type("글 1, 그리고 더");
    await keeping.keep();
    expect(titles()).toEqual(["글 1, 그리고 더"]);
    expect((await store.read()).map(({ version, isGone = false }) => [version, isGone]).sort()).toEqual([
      [1, false],
      [1, true],
    ]);
  });

  it("says so when the device has no room, and goes on with what is in memory", async () => {
    const store = createTabDraftStore(personId);
    drafts = createDrafts({ ...store, change: () => Promise.reject(new NoRoomError()) }, personId);
    const keeping = open();
    type("글");
    await keeping.keep();
    expect(keeping.getSnapshot()).toMatchObject({ isFailed: true });
    expect(titles()).toEqual(["글"]);
  });
});
