import { afterEach, expect, it } from "vitest";
import { admin, buildAct, buildCase, buildReport, idOf, startAdminServer } from "../testing.ts";
import { draftName, endDraft, groupName, watchDrafts } from "./caseDrafts.ts";
import { testDevice } from "../../../testing/platform.ts";

const { closeTexts, textsOf } = testDevice;

const byColleague = buildAct({ kind: "dismissed", adminId: idOf("ae"), adminNickname: "돌봄이" });
const byOneself = buildAct({ kind: "dismissed", adminId: admin.id, adminNickname: admin.nickname });
/** What the server knows of a report that was decided. */
const decided = (id: string, lastAct = byColleague) => ({
  body: buildCase(buildReport({ id, status: "dismissed", lastAct })),
});

let server: Awaited<ReturnType<typeof startAdminServer>>;
afterEach(async () => {
  const texts = textsOf(admin.id);
  for (const name of texts.names()) texts.keep(name, undefined);
  closeTexts();
  await server.close();
});

it("sets aside what was typed about a report that another decided, but not what is on its way", async () => {
  const [typed, chosen, made] = [idOf("1"), idOf("2"), idOf("3")];
  server = await startAdminServer(
    Object.fromEntries([typed, chosen, made].map((id) => [`/api/admin/reports/${id}`, () => decided(id)])),
  );
  const texts = textsOf(admin.id);
  texts.keep(draftName(typed), {
    status: "resolved",
    reason: " 광고를 반복했습니다. ",
    reviewNotes: "세 번째",
  });
  texts.keep(draftName(chosen), { status: "dismissed", reason: " ", reviewNotes: null });
  texts.keep(draftName(made), { status: "dismissed", reviewNotes: "보내는 중" });
  const stop = watchDrafts(admin.id, texts, (id) => id === made);
  await expect.poll(() => texts.names()).toEqual([draftName(made), `overtaken:${typed}`]);
  expect(texts.read(`overtaken:${typed}`)).toBe("광고를 반복했습니다.\n\n세 번째");
  // Looked at once more, nothing is lost.
  endDraft(admin.id, texts, decided(typed).body.report);
  expect(texts.read(`overtaken:${typed}`)).toBe("광고를 반복했습니다.\n\n세 번째");
  stop();
});

it("at the start, forgets what was begun about reports that are decided or gone, and nothing else", async () => {
  const [open, decided, gone, unknown] = [idOf("1"), idOf("2"), idOf("3"), idOf("4")];
  const found = (id: string, status: "reviewed" | "dismissed") => ({
    body: buildCase(buildReport({ id, status })),
  });
  server = await startAdminServer({
    [`/api/admin/reports/${open}`]: () => found(open, "reviewed"),
    [`/api/admin/reports/${decided}`]: () => found(decided, "dismissed"),
    [`/api/admin/reports/${unknown}`]: () => ({ status: 500, body: {} }),
  });
  const texts = textsOf(admin.id);
  for (const id of [open, decided, gone, unknown]) texts.keep(draftName(id), { status: "dismissed" });
  texts.keep("reply:1", "답변");
  const stop = watchDrafts(admin.id, texts, () => false);
  await expect.poll(() => texts.names()).toEqual([draftName(open), draftName(unknown), "reply:1"]);
  stop();
});

it("forgets what was typed about a report that one has decided oneself, and sets nothing of it aside", async () => {
  const [own, taken] = [idOf("1"), idOf("2")];
  server = await startAdminServer({
    [`/api/admin/reports/${own}`]: () => decided(own, byOneself),
    // The name alone says nothing: a colleague who has left may have had it.
    [`/api/admin/reports/${taken}`]: () =>
      decided(taken, buildAct({ kind: "dismissed", adminId: null, adminNickname: admin.nickname })),
  });
  const texts = textsOf(admin.id);
  texts.keep(draftName(own), { status: "dismissed", reviewNotes: "내가 쓴 메모" });
  texts.keep(groupName(own), [taken]);
  texts.keep(draftName(taken), { status: "dismissed", reviewNotes: "보내지 못한 메모" });
  const stop = watchDrafts(admin.id, texts, () => false);
  await expect.poll(() => texts.names()).toEqual([`overtaken:${taken}`]);
  expect(texts.read(`overtaken:${taken}`)).toBe("보내지 못한 메모");
  stop();
});

it("keeps what was set aside before when a report that was taken up again is overtaken once more", async () => {
  server = await startAdminServer({});
  const [again, other] = [idOf("1"), idOf("2")];
  const texts = textsOf(admin.id);
  const overtake = (id: string, reviewNotes: string) => {
    texts.keep(draftName(id), { status: "dismissed", reviewNotes });
    endDraft(admin.id, texts, decided(id).body.report);
  };
  overtake(again, "처음 메모");
  overtake(other, "다른 신고의 메모");
  overtake(again, "다음 메모");
  expect(texts.read(`overtaken:${again}`)).toBe("처음 메모\n\n다음 메모");
  // A tab that is left keeps the draft that another tab has set aside: it is the same text.
  overtake(again, "다음 메모");
  expect(texts.read(`overtaken:${again}`)).toBe("처음 메모\n\n다음 메모");
  expect(texts.read(`overtaken:${other}`)).toBe("다른 신고의 메모");
});
