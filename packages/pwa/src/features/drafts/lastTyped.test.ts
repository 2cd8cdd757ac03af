import { beforeEach, describe, expect, it } from "vitest";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { emptyState } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { createDrafts, type Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { keepLastTyped, recoverLastTyped } from "./lastTyped.ts";
import { createTabDraftStore } from "@knowhow/ui/device/drafts/store.ts";

describe("what was typed last", () => {
  let personId: string;
  let drafts: Drafts;
  const id = newActId();
  const fields = (title: string, description = "설명") => ({ ...emptyState.values, title, description });
  const save = (values: ReturnType<typeof fields>) =>
    drafts.save({ id, contentId: null, contentVersion: null, values, fileKeys: [], previewKeys: [] });
  const keep = (values: ReturnType<typeof fields>, base: ReturnType<typeof fields> | undefined) =>
    keepLastTyped(personId, {
      id,
      contentId: null,
      contentVersion: null,
      values,
      base,
      typedAt: Date.now() - 1_000,
    });
  const kept = () => drafts.read().map(({ values }) => [values.title, values.description]);

  beforeEach(() => {
    sessionStorage.clear();
    personId = newActId();
    drafts = createDrafts(createTabDraftStore(personId), personId);
    return () => drafts.close();
  });

  it("comes into the draft beside what another tab has written in it since", async () => {
    keep(fields("제목, 마지막 낱말"), fields("제목"));
    await save(fields("제목", "다른 창의 설명"));
    await recoverLastTyped(personId, drafts);
    expect(kept()).toEqual([["제목, 마지막 낱말", "다른 창의 설명"]]);
  });

  it("gives way where another tab has written in the same field since", async () => {
    keep(fields("여기 제목"), fields("제목"));
    await save(fields("다른 창의 제목"));
    await recoverLastTyped(personId, drafts);
    expect(kept()).toEqual([["다른 창의 제목", "설명"]]);
  });

  it("is a draft of its own where its draft was published or deleted meanwhile", async () => {
    keep(fields("제목, 마지막 낱말"), fields("제목"));
    await recoverLastTyped(personId, drafts);
    expect(kept()).toEqual([["제목, 마지막 낱말", "설명"]]);
    expect(drafts.read()[0]?.id).not.toBe(id);
    await recoverLastTyped(personId, drafts);
    expect(drafts.read()).toHaveLength(1);
  });

  it("brings nothing back that was kept, and all that never was", async () => {
    keep(fields("제목"), fields("제목"));
    await recoverLastTyped(personId, drafts);
    expect(kept()).toEqual([]);
    keep(fields("첫 글자"), undefined);
    await recoverLastTyped(personId, drafts);
    expect(drafts.read()).toMatchObject([{ id, values: { title: "첫 글자" } }]);
  });
});
