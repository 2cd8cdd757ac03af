import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { useDevice } from "@knowhow/ui/client/platform.tsx";
import { invalidate, keyOf, useEndpoint } from "@knowhow/ui/client/queries.ts";
import {
  keepPlace,
  newerPlace,
  placeKey,
  readPlace,
  sendPlace,
  type Place,
} from "../../offline/readingPlaces.ts";

/** Shares of a file that are the same place: screens differ by a few lines. */
const sameShare = 0.002;

/** Pause in reading after which the account is told. */
const restMs = 2_000;

interface ReadFile {
  personId: string;
  contentId: string;
  index: string;
}

/**
 * The place at which a file is opened, of the device or the account, whichever is newer, and the way to keep another.
 * `isKnown`: nothing more is waited for.
 */
export const useReadingPlace = ({ personId, contentId, index }: ReadFile) => {
  const texts = useDevice().textsOf(personId);
  const queryClient = useQueryClient();
  const input = { params: { contentId, index } };
  const { data, isFetching } = useEndpoint(client.reading.get, input, {
    staleTime: 0,
    refetchOnMount: "always",
  });
  const key = placeKey(contentId, index);
  const [start, setStart] = useState<{ place: Place | undefined }>();
  if (!start && !isFetching) setStart({ place: newerPlace(data, readPlace(texts, key)) });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useCallback(async () => {
    clearTimeout(timer.current);
    const place = await sendPlace(texts, key);
    // The next opening on this page begins with it.
    if (!place) return;
    queryClient.setQueryData(keyOf(client.reading.get, { params: { contentId, index } }), place);
    await invalidate(queryClient, client.reading.list);
  }, [texts, key, queryClient, contentId, index]);
  const shown = useRef<Place>(undefined);
  const opened = start?.place;
  const keep = useCallback(
    (place: Place) => {
      // Opened, not read on: a newer place of another device still counts.
      shown.current ??= opened;
      const { page, position = -1 } = shown.current ?? {};
      if (page === place.page && Math.abs(position - place.position) < sameShare) return;
      shown.current = place;
      keepPlace(texts, key, place);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void send(), restMs);
    },
    [texts, key, send, opened],
  );
  useEffect(() => {
    const handleHidden = () => {
      if (document.visibilityState === "hidden") void send();
    };
    document.addEventListener("visibilitychange", handleHidden);
    return () => {
      document.removeEventListener("visibilitychange", handleHidden);
      void send();
    };
  }, [send]);
  return { isKnown: start !== undefined, place: start?.place, keep };
};
