import { client } from "../../../client/client.ts";
import { onNews } from "../../../client/events.ts";
import { hasCode } from "../../../components/failure.ts";
import { textsOf } from "../../../device/texts/texts.ts";
import { isOpen } from "../decision.ts";

const start = "case:";
const groupStart = "group:";

/** Under which name stands what is being decided about a report. */
export const draftName = (reportId: string): string => start + reportId;

/** Under which name stand the reports that were chosen to be decided with one. */
export const groupName = (reportId: string): string => groupStart + reportId;

/** Forgets what somebody was deciding about a report, and which ones went with it. */
export const forgetDraft = (personId: string, reportId: string): void => {
  const texts = textsOf(personId);
  for (const name of [draftName(reportId), groupName(reportId)])
    if (texts.read(name) !== undefined) texts.keep(name, undefined);
};

/** Forgets what was being decided about reports that somebody has decided meanwhile, or that are gone. */
export const watchDrafts = (personId: string): (() => void) => {
  const texts = textsOf(personId);
  const look = async (reportId: string) => {
    const isDecided = await client.reports.get({ params: { reportId } }, { personId }).then(
      ({ report }) => !isOpen(report),
      // Of a report that could not be read nothing is known.
      (error: unknown) => hasCode(error, "NOT_FOUND"),
    );
    if (isDecided) forgetDraft(personId, reportId);
  };
  const lookAtAll = async () => {
    const begun = texts
      .names()
      .flatMap((name) =>
        [start, groupStart].flatMap((at) => (name.startsWith(at) ? [name.slice(at.length)] : [])),
      );
    for (const reportId of new Set(begun)) await look(reportId);
  };
  void lookAtAll();
  const stops = [
    texts.onRead(() => void lookAtAll()),
    onNews("resync", () => void lookAtAll()),
    onNews("report", ({ id }) => {
      if (texts.read(draftName(id)) !== undefined) void look(id);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
