import type { Report } from "@knowhow/shared";
import { useSyncExternalStore } from "react";
import { client } from "../../../client/client.ts";
import { onNews } from "../../../client/events.ts";
import { createLiveValue } from "../../../client/liveValue.ts";
import { hasCode } from "../../../components/failure.ts";
import type { StaffTextName } from "../../../device/texts/staffTexts.ts";
import { useDevice } from "../../../client/platform.tsx";
import type { Texts } from "../../../device/texts/texts.ts";
import { isOpen, type Decision } from "../decision.ts";

const start = "case:";
const groupStart = "group:";

/** The name of the draft of a decision about a report. */
export const draftName = (reportId: string): StaffTextName => `${start}${reportId}`;

/** The name of the reports that were chosen to be decided with one. */
export const groupName = (reportId: string): StaffTextName => `${groupStart}${reportId}`;

/** Forgets the draft of a decision about a report, and the reports chosen with it. */
export const forgetDraft = (texts: Texts, reportId: string): void => {
  for (const name of [draftName(reportId), groupName(reportId)])
    if (texts.read(name) !== undefined) texts.keep(name, undefined);
};

const asideName = (reportId: string): StaffTextName => `overtaken:${reportId}`;

/** What a report has set aside; empty where it has nothing. */
const readAside = (texts: Texts, reportId: string): string => {
  const text = texts.read(asideName(reportId));
  return typeof text === "string" ? text : "";
};

/** Changes whenever something is set aside or thrown away. */
const asides = createLiveValue(0);
const tellAsides = () => asides.set(asides.getSnapshot() + 1);

/** Texts typed about a report that another administrator has decided, joined; empty where there are none. */
export const useSetAside = (personId: string, reportId: string): string => {
  const texts = useDevice().textsOf(personId);
  return useSyncExternalStore(
    (listener) => {
      const stops = [asides.subscribe(listener), texts.onRead(listener)];
      return () => stops.forEach((stop) => stop());
    },
    () => readAside(texts, reportId),
  );
};

/** Whether the last act of a report is of this administrator: the page may have gone before its answer came. */
export const isDecidedBy = (personId: string, { lastAct }: Pick<Report, "lastAct">): boolean =>
  lastAct?.adminId === personId;

/** Sets aside what was typed about a report, behind what an earlier decision of a colleague has left. */
const setAside = (texts: Texts, reportId: string): void => {
  const { reason, reviewNotes } = (texts.read(draftName(reportId)) ?? {}) as Partial<Decision>; // kept by the form
  const typed = [reason, reviewNotes]
    .flatMap((text) => (typeof text === "string" ? text.trim() || [] : []))
    .join("\n\n");
  const earlier = readAside(texts, reportId);
  // A tab that is left may bring back a draft that another tab has set aside.
  if (typed === "" || `\n\n${earlier}`.endsWith(`\n\n${typed}`)) return;
  texts.keep(asideName(reportId), earlier === "" ? typed : `${earlier}\n\n${typed}`);
  tellAsides();
};

/** Ends the draft about a decided report; what was typed is set aside where a colleague has decided. */
export const endDraft = (personId: string, texts: Texts, report: Pick<Report, "id" | "lastAct">): void => {
  if (!isDecidedBy(personId, report)) setAside(texts, report.id);
  forgetDraft(texts, report.id);
};

/** Discards the text that was set aside. */
export const dropAside = (texts: Texts, reportId: string): void => {
  texts.keep(asideName(reportId), undefined);
  tellAsides();
};

/**
 * Ends drafts about reports that have been decided meanwhile, or are gone. Drafts of decisions from here (`isMade`) end
 * when those are sent.
 */
export const watchDrafts = (
  personId: string,
  texts: Texts,
  isMade: (reportId: string) => boolean,
): (() => void) => {
  const look = async (reportId: string) => {
    try {
      const { report } = await client.reports.get({ params: { reportId } }, { personId });
      if (!isOpen(report) && !isMade(reportId)) endDraft(personId, texts, report);
    } catch (error) {
      // After any other failure the report's state is unknown.
      if (hasCode(error, "NOT_FOUND")) forgetDraft(texts, reportId);
    }
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
