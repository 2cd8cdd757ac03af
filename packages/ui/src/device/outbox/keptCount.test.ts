import { afterEach, expect, it, vi } from "vitest";
import { blankRow, type Publishing } from "../drafts/draft.ts";
import { draftsOf } from "../drafts/openDrafts.ts";
import { buildUser } from "../../testing/users.ts";
import type { Job } from "../jobs/job.ts";
import { knownKeptCount, readKeptCount } from "./keptCount.ts";
import { tabStores } from "../tabStores.ts";
import { testDevice, testStores } from "../../testing/platform.ts";

const { eraseOutbox, outboxOf } = testDevice;

const { id: me } = buildUser();

afterEach(async () => {
  vi.restoreAllMocks();
  await testDevice.drafts.erase(me);
  await eraseOutbox(me);
});

it("counts what a sign-in sends: neither what was refused, nor drafts that nobody has published", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const asked: Publishing = { askedAt: 1, attempts: 0 };
  const drafts = testStores.openDraftStore(me);
  await drafts.change("d1", () => ({ ...blankRow("d1"), publishing: asked }));
  await drafts.change("d2", () => ({
    ...blankRow("d2"),
    publishing: { ...asked, refusal: "제목이 길어요." },
  }));
  await drafts.change("d3", () => ({ ...blankRow("d3"), publishing: asked, isGone: true }));
  await drafts.change("d4", () => blankRow("d4"));
  const acts = testStores.openJobStore(me);
  const put = (job: Job) => acts.change(job.id, () => job);
  const job: Job = {
    id: "a1",
    userId: me,
    kind: "comment",
    payload: { contentId: "c1", text: "소감" },
    lane: "comments:c1",
    status: "queued",
    createdAt: 1,
    attempts: 0,
    notBefore: 0,
  };
  await put(job);
  await put({
    ...job,
    id: "a2",
    createdAt: 2,
    status: "parked",
    lastFailure: { message: "쓸 수 없어요." },
  });
  expect(await readKeptCount(testDevice, me)).toBe(2);
  // One of them is sealed during the count.
  let sealed = 0;
  testStores.countSealed = async () => {
    if (sealed === 0) await acts.change("a1", () => undefined);
    const before = sealed;
    sealed = 1;
    return before;
  };
  expect(await readKeptCount(testDevice, me)).toBe(2);
  testStores.countSealed = tabStores.countSealed;
  await put(job);

  // The same on a page that has read them.
  await outboxOf(me).reread();
  await draftsOf(testDevice, me).leftBehind();
  expect(knownKeptCount(testDevice, me)).toBe(2);
});
