import Box from "@mui/material/Box";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";

interface RevealProps {
  /** Each new value brings it into view again: the same error may happen twice. */
  cause?: unknown;
  /** Set when another one above it is revealed at the same moment: the first keeps the focus. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** Brings what has just appeared into view and moves the focus there, wherever the button was that caused it. */
export const Reveal = ({ cause, isQuiet = false, children }: RevealProps) => {
  const box = useRef<HTMLDivElement>(null);
  const reveal = useEffectEvent(() => {
    if (!isQuiet) box.current?.focus();
  });
  useEffect(() => reveal(), [cause]);
  return (
    <Box ref={box} tabIndex={-1} sx={{ outline: "none", scrollMarginBlock: "160px" }}>
      {children}
    </Box>
  );
};
