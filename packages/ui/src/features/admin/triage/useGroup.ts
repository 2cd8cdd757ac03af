import { useCallback, useEffect, useState } from "react";
import { useDevice } from "../../../client/platform.tsx";
import { groupName } from "./caseDrafts.ts";

const noneChosen: ReadonlySet<string> = new Set();

/** The kept choice; empty for anything else. */
const readGroup = (kept: unknown): ReadonlySet<string> =>
  Array.isArray(kept) ? new Set(kept.filter((id) => typeof id === "string")) : noneChosen;

/**
 * The reports that are chosen to be decided with one. They are kept like typed text until the decision has arrived:
 * after a group was taken back, the next press decides about the same group.
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
    (ids: ReadonlySet<string>) => {
      setChosen(ids);
      textsOf(personId).keep(name, ids.size === 0 ? undefined : [...ids]);
    },
    [textsOf, personId, name],
  );
  return { chosen, choose };
};
