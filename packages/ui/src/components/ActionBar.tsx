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

interface ActionBarProps {
  children: ReactNode;
  /** Stands in the place of the bottom bar: for a form, whose fields need the room. */
  isOnly?: boolean;
}

/**
 * The primary action of a screen on a phone: always at the bottom edge, above the bottom bar. Notices and what floats
 * stay above it, and the page leaves room for it. Nothing is shown on a desk, where the action has its own place.
 */
export const ActionBar = ({ children, isOnly = false }: ActionBarProps) => {
  const bar = useRef<HTMLDivElement>(null);
  const height = useHeight(bar);
  return (
    <>
      <GlobalStyles
        styles={{
          "@media (max-width:899.95px)": {
            // Over the heights that the page's frame has set.
            ":root:root": {
              "--kh-actions": `${height}px`,
              ...(isOnly ? { "--kh-bars": "0px", "--kh-places": "none" } : {}),
            },
            // A keyboard leaves no room for it.
            ":root:root[data-keyboard]": { "--kh-actions": "0px" },
          },
        }}
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
          ...(isOnly ? { pb: "calc(8px + env(safe-area-inset-bottom))" } : {}),
          ":root[data-keyboard] &": { display: "none" },
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
