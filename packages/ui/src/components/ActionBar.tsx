import Box from "@mui/material/Box";
import GlobalStyles from "@mui/material/GlobalStyles";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";

/** Height of the bar in px, where its content needs no more. */
const minHeight = 76;

/** Height of the bar: text may be larger, or take a second line. */
const useHeight = (bar: RefObject<HTMLElement | null>): number => {
  const [height, setHeight] = useState(minHeight);
  useEffect(() => {
    const element = bar.current;
    if (!element || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [bar]);
  return height;
};

/**
 * The primary action of a screen on a phone: always at the bottom edge, above the bottom bar. Notices and what floats
 * stay above it, and the page leaves room for it. Nothing is shown on a desk, where the action has its own place.
 */
export const ActionBar = ({ children }: { children: ReactNode }) => {
  const bar = useRef<HTMLDivElement>(null);
  const height = useHeight(bar);
  return (
    <>
      <GlobalStyles
        styles={{ "@media (max-width:899.95px)": { ":root": { "--kh-actions": `${height}px` } } }}
      />
      <Box
        ref={bar}
        sx={{
          display: { xs: "flex", md: "none" },
          // In very large text the price stands above the button.
          flexWrap: "wrap",
          alignItems: "center",
          columnGap: 2,
          rowGap: 0.5,
          position: "fixed",
          insetInline: 0,
          bottom: "var(--kh-bars)",
          zIndex: "mobileStepper",
          minHeight,
          px: 2,
          py: 1,
          bgcolor: "background.paper",
          borderTop: "1px solid",
          borderColor: "divider",
        }}
      >
        {children}
      </Box>
    </>
  );
};
