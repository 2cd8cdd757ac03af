import type { Report } from "@knowhow/shared";
import { useState } from "react";
import { useDialogEntry } from "@knowhow/ui/components/useDialogEntry.ts";

interface Shown {
  kind: "talk" | "history" | "process";
  report: Report;
  /** A new number each time, so that the next dialog keeps no state of the last. */
  turn: number;
}

/** Which dialog about which report is open. */
export const useReportDialogs = () => {
  const { isOpen, open, close } = useDialogEntry("report");
  const [shown, setShown] = useState<Shown>();
  const show = (kind: Shown["kind"], report: Report) => {
    setShown((before) => ({ kind, report, turn: (before?.turn ?? 0) + 1 }));
    open();
  };
  return { shown, isOpen, show, close };
};
