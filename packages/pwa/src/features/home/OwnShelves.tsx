import Box from "@mui/material/Box";
import { useMe, usePersonId } from "@knowhow/ui/client/session.ts";
import { Late } from "@knowhow/ui/features/layout/Late.tsx";
import { holdBack } from "./Readings.tsx";
import { ShelfPlaces, shelfCountOf } from "../contents/ShelfPlaces.tsx";

const loadShelves = async () => (await import("../mentors/MemberShelves.tsx")).MemberShelves;

/** A member's own shelves. While a device does not know their number, content below waits a moment and then moves no more. */
export const OwnShelves = () => {
  const { user } = useMe();
  const personId = usePersonId();
  return (
    <Box sx={{ display: "contents", ...(shelfCountOf(personId) === undefined && holdBack) }}>
      <Late isWanted={user !== null} load={loadShelves}>
        <ShelfPlaces />
      </Late>
    </Box>
  );
};
