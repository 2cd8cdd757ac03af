import type { ReadingEntry } from "@knowhow/shared";
import { useEffect, useMemo, useReducer } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { readNote, writeNote } from "@knowhow/ui/client/notes.ts";
import { readingsKey } from "@knowhow/ui/client/activeUser.ts";
import { useDevice } from "@knowhow/ui/client/platform.tsx";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { placeKey, readPlace } from "../../offline/readingPlaces.ts";

/** The note on a person who has read nothing. */
const noneOf = (personId: string): string => `-${personId}`;

/** Whether this person has read something, as the device knows it before the first answer. */
export const hasReadings = (personId: string): boolean => readNote(readingsKey) === personId;

/** Whether the device knows it: it has had an answer for this person before. */
export const knowsReadings = (personId: string): boolean =>
  hasReadings(personId) || readNote(readingsKey) === noneOf(personId);

/** What a person read last, the newest first, with the places of this device where those are newer. */
export const useReadings = (personId: string): ReadingEntry[] | undefined => {
  const texts = useDevice().textsOf(personId);
  const [readTimes, noteRead] = useReducer((count: number) => count + 1, 0);
  useEffect(() => texts.onRead(noteRead), [texts]);
  const { data, isError } = useEndpoint(client.reading.list, {}, { staleTime: 0, refetchOnMount: "always" });
  const count = data?.readings.length;
  useEffect(() => {
    if (count !== undefined) writeNote(readingsKey, count > 0 ? personId : noneOf(personId));
  }, [count, personId]);
  return useMemo(
    () =>
      (data?.readings ?? (isError ? [] : undefined))
        ?.map((entry) => {
          const here = readPlace(texts, placeKey(entry.contentId, String(entry.index)));
          if (!here || Date.parse(here.at) <= Date.parse(entry.at)) return entry;
          return { ...entry, position: here.position, page: here.page, at: here.at };
        })
        .sort((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    // oxlint-disable-next-line react/exhaustive-deps -- the device has been read again
    [data, isError, texts, readTimes],
  );
};
