import { useCallback, useEffect, useState } from "react";
import { useDevice } from "../../../client/platform.tsx";
import { groupName } from "./caseDrafts.ts";

/** The kept choice; undefined for anything else. */
const readGroup = (kept: unknown): ReadonlySet<string> | undefined =>
  Array.isArray(kept) ? new Set(kept.filter((id) => typeof id === "string")) : undefined;

/**
 * The reports that are chosen to be decided with one; undefined without a choice, where all about the same thing are.
 * A choice is kept like typed text until the decision has arrived: after a group was taken back, the next press decides
 * about the same group.
 */
export const useGroup = (personId: string, reportId: string) => {
  const name = groupName(reportId);
  const { textsOf } = useDevice();
  const [chosen, setChosen] = useState(() => readGroup(textsOf(personId).read(name)));
  useEffect(() => {
    const texts = textsOf(personId);
    return texts.onRead(() => setChosen(readGroup(texts.read(name))));
  }, [textsOf, personId, name]);
  const choose = useCallback(
    (ids: ReadonlySet<string> | undefined) => {
      setChosen(ids);
      textsOf(personId).keep(name, ids && [...ids]);
    },
    [textsOf, personId, name],
  );
  return { chosen, choose };
};
