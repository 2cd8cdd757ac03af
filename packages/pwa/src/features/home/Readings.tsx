import Box from "@mui/material/Box";
import { readingsKey } from "@knowhow/ui/client/activeUser.ts";
import { readNote } from "@knowhow/ui/client/notes.ts";
import { useMe, usePersonId } from "@knowhow/ui/client/session.ts";
import { Late } from "@knowhow/ui/features/layout/Late.tsx";

const loadReadings = async () => (await import("../library/ContinueReadingAtHome.tsx")).ContinueReadingAtHome;

/** Content below an empty place waits a moment: whether something comes there is not known yet. */
export const holdBack = {
  "&:empty ~ *": { animation: "kh-wait 2s" },
  "@keyframes kh-wait": { "from, to": { visibility: "hidden" } },
};

/** What a member may go on reading; those who have read something find its place kept free. */
export const Readings = () => {
  const { user } = useMe();
  const personId = usePersonId();
  if (personId === null || user?.isBanned) return null;
  const note = readNote(readingsKey) ?? "";
  const place =
    note === personId
      ? // The row's title and cards.
        { minHeight: "calc(52px + 6.5rem)", "&:has(> [hidden])": { display: "none" } }
      : {
          "&:empty, &:has(> [hidden])": { display: "none" },
          // The first time on a device.
          ...(note.endsWith(personId) ? {} : holdBack),
        };
  return (
    <Box sx={{ minWidth: 0, ...place }}>
      <Late isWanted load={loadReadings} />
    </Box>
  );
};
