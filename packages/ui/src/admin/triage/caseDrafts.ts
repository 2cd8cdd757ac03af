import { client } from "../../client/client.ts";
import { onNews } from "../../client/events.ts";
import { hasCode } from "../../client/failure.ts";
import { textsOf } from "../../texts/texts.ts";
import { isOpen } from "../decision.ts";

const start = "case:";

/** Under which name stands what is being decided about a report. */
export const draftName = (reportId: string): string => start + reportId;

/** Forgets what somebody was deciding about a report. */
export const forgetDraft = (personId: string, reportId: string): void => {
  const texts = textsOf(personId);
  if (texts.read(draftName(reportId)) !== undefined) texts.keep(draftName(reportId), undefined);
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
    for (const name of texts.names()) if (name.startsWith(start)) await look(name.slice(start.length));
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
