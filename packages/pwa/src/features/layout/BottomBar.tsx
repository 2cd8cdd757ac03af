import Box from "@mui/material/Box";
import { Link, useLocation } from "react-router-dom";
import { UnreadBadge } from "@knowhow/ui/features/chats/UnreadBadge.tsx";
import { useMe, usePersonId } from "@knowhow/ui/client/session.ts";
import { placeOf, places } from "@knowhow/ui/features/layout/places.ts";
import { useUnreadTotal } from "./useUnreadTotal.ts";

/** Height of the bottom bar without the safe area: 60 px, more where text is larger. */
export const bottomBarHeight = "calc(28px + 2rem)";

/** The main links of a phone, within reach of the thumb. */
export const BottomBar = () => {
  const current = placeOf(useLocation().pathname);
  const unread = useUnreadTotal(useMe().user);
  const personId = usePersonId();
  const shown = places.filter(({ path }) => path !== (personId === null ? "/library" : "/upload"));
  return (
    <Box
      component="nav"
      aria-label="빠른 메뉴"
      sx={{
        // A screen may have another bar in this place.
        display: { xs: "var(--kh-places, block)", md: "none" },
        position: "fixed",
        insetInline: 0,
        bottom: 0,
        zIndex: "appBar",
        pb: "env(safe-area-inset-bottom)",
        bgcolor: "background.paper",
        borderTop: "1px solid",
        borderColor: "divider",
      }}
    >
      <Box
        component="ul"
        sx={{
          display: "grid",
          gridTemplateColumns: `repeat(${shown.length}, 1fr)`,
          m: 0,
          p: 0,
          listStyle: "none",
        }}
      >
        {shown.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <Box
              component={Link}
              to={path}
              {...(current === path ? { "aria-current": "page" as const } : {})}
              sx={{
                position: "relative",
                display: "flex",
                flexDirection: "column",
                alignItems: "center",
                justifyContent: "center",
                gap: 0.25,
                height: bottomBarHeight,
                typography: "overline",
                // Side by side: their words grow with the text, with tighter letters to keep within their share.
                fontSize: "min(0.8125rem, 7vw)",
                letterSpacing: "clamp(-0.05em, 5vw - 1rem, 0em)",
                lineHeight: 1.2,
                whiteSpace: "nowrap",
                textDecoration: "none",
                color: current === path ? "primary.main" : "text.secondary",
                "&:focus-visible": { outlineOffset: "-3px" },
              }}
            >
              <Icon aria-hidden sx={{ fontSize: 24 }} />
              {label}
              {path === "/chat" ? (
                <Box component="span" sx={{ position: "absolute", top: 4, left: "calc(50% + 4px)" }}>
                  <UnreadBadge count={unread} />
                </Box>
              ) : null}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
};
