import { shelvesKey } from "@knowhow/ui/client/activeUser.ts";
import { readNote } from "@knowhow/ui/client/notes.ts";
import { usePersonId } from "@knowhow/ui/client/session.ts";
import { ContentShelf } from "./ContentShelf.tsx";

/** Number of shelves that this person's home had the last time on this device. */
export const shelfCountOf = (personId: string | null): number | undefined => {
  const [person, count] = (readNote(shelvesKey) ?? "").split(" ");
  return person === personId ? Number(count) : undefined;
};

/** The places of a member's shelves, until these are read. */
export const ShelfPlaces = () => {
  const count = shelfCountOf(usePersonId());
  if (count === 0) return <div hidden />;
  return Array.from({ length: count ?? 0 }, (_, position) => (
    <ContentShelf key={position} title="" contents={undefined} skeletons={4} />
  ));
};
