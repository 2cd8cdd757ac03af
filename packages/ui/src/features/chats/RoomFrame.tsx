import Box from "@mui/material/Box";
import GlobalStyles from "@mui/material/GlobalStyles";
import { useEffect, type ReactNode } from "react";

/** How many px less than the window count as a keyboard. */
const keyboardFrom = 120;

/** Sets how much of the window is left beside a phone's keyboard, which covers the page without an event of its own. */
const useViewHeight = (): void => {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      const isTyping = window.innerHeight - view.height * view.scale > keyboardFrom;
      if (isTyping) {
        style.setProperty("--kh-view", `${view.height}px`);
        // The bottom bar is behind the keyboard.
        style.setProperty("--kh-below", "0px");
      } else for (const name of ["--kh-view", "--kh-below"]) style.removeProperty(name);
    };
    measure();
    view.addEventListener("resize", measure);
    return () => {
      view.removeEventListener("resize", measure);
      for (const name of ["--kh-view", "--kh-below"]) style.removeProperty(name);
    };
  }, []);
};

/** On a phone the conversation has the whole window between the bars; the page itself does not scroll. */
const whole = (
  <GlobalStyles
    styles={{
      // Notices stay above the box to write in.
      ":root": { "--kh-float": "64px" },
      "@media (max-width:899.95px)": {
        "div:has(> #main)": {
          height: "var(--kh-view, 100dvh)",
          minHeight: "0 !important",
          paddingBottom: "var(--kh-below, var(--kh-bars)) !important",
        },
        "#main": { flex: "1 1 0 !important", minHeight: "0 !important", padding: "0 !important" },
        // The room has its own head; the legal notice is on every other page.
        "div:has(> #main) > div > header, #main ~ footer": { display: "none" },
      },
    }}
  />
);

/** The frame of a conversation: head, messages, and the box to write in. */
export const RoomFrame = ({ children, label }: { children: ReactNode; label: string }) => {
  useViewHeight();
  return (
    <>
      {whole}
      <Box
        component="section"
        aria-label={label}
        sx={{
          display: "flex",
          flexDirection: "column",
          overflow: "hidden",
          height: { xs: "100%", md: "calc(100dvh - 68px - 64px - var(--kh-banner, 0px))" },
          minHeight: { md: 420 },
          maxWidth: 860,
          mx: "auto",
          bgcolor: "background.default",
          borderRadius: { md: "12px" },
          border: { md: "1px solid" },
          borderColor: { md: "divider" },
        }}
      >
        {children}
      </Box>
    </>
  );
};
