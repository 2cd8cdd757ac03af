import { afterEach, expect, it } from "vitest";
import { closeTexts, textsOf } from "../../../device/texts/texts.ts";
import { admin, buildReport, idOf, startAdminServer } from "../testing.ts";
import { draftName, watchDrafts } from "./caseDrafts.ts";

let server: Awaited<ReturnType<typeof startAdminServer>>;
afterEach(async () => {
  closeTexts();
  await server.close();
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
  const stop = watchDrafts(admin.id);
  await expect.poll(() => texts.names()).toEqual([draftName(open), draftName(unknown), "reply:1"]);
  stop();
});
