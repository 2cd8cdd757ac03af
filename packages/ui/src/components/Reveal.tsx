import Box from "@mui/material/Box";
import { useEffect, useRef, type ReactNode } from "react";

/** Brings what has just appeared into view and moves the focus there, wherever the button was that caused it. */
export const Reveal = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <Box ref={box} tabIndex={-1} sx={{ outline: "none", scrollMarginBlock: "160px" }}>
      {children}
    </Box>
  );
};
