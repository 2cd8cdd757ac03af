import { afterEach, expect, it } from "vitest";
import { closeTexts, textsOf } from "../../../device/texts/texts.ts";
import { admin, buildReport, idOf, startAdminServer } from "../testing.ts";
import { draftName, setAside, watchDrafts } from "./caseDrafts.ts";

let server: Awaited<ReturnType<typeof startAdminServer>>;
afterEach(async () => {
  const texts = textsOf(admin.id);
  for (const name of texts.names()) texts.keep(name, undefined);
  closeTexts();
  await server.close();
});

it("sets aside what was typed about a report that another decided, but not what is on its way", async () => {
  const [typed, chosen, made] = [idOf("1"), idOf("2"), idOf("3")];
  const decided = (id: string) => () => ({
    body: { report: buildReport({ id, status: "dismissed" }), lease: null, related: [], sameTarget: 0 },
  });
  server = await startAdminServer(
    Object.fromEntries([typed, chosen, made].map((id) => [`/api/admin/reports/${id}`, decided(id)])),
  );
  const texts = textsOf(admin.id);
  texts.keep(draftName(typed), {
    status: "resolved",
    reason: " 광고를 반복했습니다. ",
    reviewNotes: "세 번째",
  });
  texts.keep(draftName(chosen), { status: "dismissed", reason: " ", reviewNotes: null });
  texts.keep(draftName(made), { status: "dismissed", reviewNotes: "보내는 중" });
  const stop = watchDrafts(admin.id, (id) => id === made);
  await expect.poll(() => texts.names()).toEqual([draftName(made), `overtaken:${typed}`]);
  expect(texts.read(`overtaken:${typed}`)).toBe("광고를 반복했습니다.\n\n세 번째");
  // Looked at once more, nothing is lost.
  setAside(admin.id, typed);
  expect(texts.read(`overtaken:${typed}`)).toBe("광고를 반복했습니다.\n\n세 번째");
  stop();
});

it("at the start, forgets what was begun about reports that are decided or gone, and nothing else", async () => {
  const [open, decided, gone, unknown] = [idOf("1"), idOf("2"), idOf("3"), idOf("4")];
  const found = (id: string, status: "reviewed" | "dismissed") => ({
    body: { report: buildReport({ id, status }), lease: null, related: [], sameTarget: 0 },
  });
  server = await startAdminServer({
    [`/api/admin/reports/${open}`]: () => found(open, "reviewed"),
    [`/api/admin/reports/${decided}`]: () => found(decided, "dismissed"),
    [`/api/admin/reports/${unknown}`]: () => ({ status: 500, body: {} }),
  });
  const texts = textsOf(admin.id);
  for (const id of [open, decided, gone, unknown]) texts.keep(draftName(id), { status: "dismissed" });
  texts.keep("reply:1", "답변");
  const stop = watchDrafts(admin.id, () => false);
  await expect.poll(() => texts.names()).toEqual([draftName(open), draftName(unknown), "reply:1"]);
  stop();
});
