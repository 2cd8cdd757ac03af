import { reportReasons, reportTypes, type Report } from "@knowhow/shared";
import { useCallback } from "react";
import { useMatch, useNavigate, useSearchParams } from "react-router-dom";
import type { QueueRequest } from "./queue.ts";

/** The names of the queue's parameters in the address. */
const nameOf = { filter: "tab", type: "type", reason: "reason", q: "q" } as const;

const read = (search: URLSearchParams): QueueRequest => ({
  filter: search.get("tab") === "processed" ? "processed" : "pending",
  type: reportTypes.find((type) => type === search.get("type")) ?? "",
  reason: reportReasons.find(({ code }) => code === search.get("reason"))?.code ?? "",
  q: search.get("q") ?? "",
});

const withAsked = (search: URLSearchParams, to: Partial<QueueRequest>): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(to)) {
    const name = nameOf[key as keyof QueueRequest]; // the keys of `to`
    if (value === "" || value === "pending") next.delete(name);
    else next.set(name, value);
  }
  return next;
};

/** Drawn at once, not in a transition: the next key begins from the drawn address. */
const navigateOptions = { flushSync: true, preventScrollReset: true } as const;

/** The listed reports and the open one, both in the address. `home` is the queue's path without a case. */
export const usePlace = (home: string) => {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const selectedId = useMatch("/reports/:reportId")?.params.reportId;
  const select = useCallback(
    (report: Report | undefined) => {
      const pathname = report === undefined ? home : `/reports/${report.id}`;
      void navigate(
        { pathname, search: search.toString() },
        { ...navigateOptions, replace: selectedId !== undefined },
      );
    },
    [home, navigate, search, selectedId],
  );
  const change = useCallback(
    (to: Partial<QueueRequest>) => {
      const options = { ...navigateOptions, replace: true };
      // A case of the other list would stand beside this one.
      if (to.filter !== undefined && to.filter !== read(search).filter && selectedId !== undefined)
        void navigate({ pathname: home, search: withAsked(search, to).toString() }, options);
      else setSearch((before) => withAsked(before, to), options);
    },
    [home, navigate, search, selectedId, setSearch],
  );
  return { asked: read(search), selectedId, select, change };
};
