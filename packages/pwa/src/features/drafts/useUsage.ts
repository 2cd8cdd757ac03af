import { useEffect, useState } from "react";
import { entriesOf, type Draft } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";

type Room = Awaited<ReturnType<Drafts["usage"]>>;

/** The used room of the device, as far as it is known. */
export interface Usage {
  room: Room | undefined;
  isFailed: boolean;
  reload: () => void;
}

/** Reads the used room of the device, again whenever a file came or went. */
export const useUsage = (drafts: Drafts, rows: readonly Draft[]): Usage => {
  const [room, setRoom] = useState<Room>();
  const [isFailed, setIsFailed] = useState(false);
  const [count, setCount] = useState(0);
  const kept = JSON.stringify(
    rows.map((draft) => [
      draft.id,
      entriesOf(draft).map(({ key, isKept, objectPath }) => [key, isKept, objectPath]),
    ]),
  );
  useEffect(() => {
    let isOver = false;
    drafts.usage().then(
      (next) => {
        if (isOver) return;
        setRoom(next);
        setIsFailed(false);
      },
      () => {
        if (!isOver) setIsFailed(true);
      },
    );
    return () => {
      isOver = true;
    };
  }, [drafts, kept, count]);
  return { room, isFailed, reload: () => setCount((before) => before + 1) };
};
