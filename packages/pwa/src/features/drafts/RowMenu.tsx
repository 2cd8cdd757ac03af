import MoreVertRounded from "@mui/icons-material/MoreVertRounded";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useId, useRef, useState } from "react";

/** One act of a row that is not its main one. */
export interface RowAct {
  label: string;
  onPress: () => void;
}

/** The acts of a row besides its main one, behind one button. */
export const RowMenu = ({ title, acts }: { title: string; acts: readonly RowAct[] }) => {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const chosen = useRef<RowAct>(undefined);
  const isOpen = anchor !== undefined;
  return (
    <>
      <IconButton
        aria-label={`${title} 다른 작업`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen ? { "aria-controls": id } : {})}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertRounded />
      </IconButton>
      <Menu
        id={id}
        open={isOpen}
        anchorEl={anchor ?? null}
        onClose={() => setAnchor(undefined)}
        transitionDuration={0}
        slotProps={{
          transition: {
            // A dialog that an act opens gives the focus back to the button, not to an entry that is gone.
            onExited: () => {
              chosen.current?.onPress();
              chosen.current = undefined;
            },
          },
        }}
      >
        {acts.map((act) => (
          <MenuItem
            key={act.label}
            aria-label={`${title} ${act.label}`}
            onClick={() => {
              chosen.current = act;
              setAnchor(undefined);
            }}
            sx={{ minHeight: 44 }}
          >
            {act.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
