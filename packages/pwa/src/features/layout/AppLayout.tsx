import Box from "@mui/material/Box";
import GlobalStyles from "@mui/material/GlobalStyles";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatch, useNavigation } from "react-router-dom";
import { DraftKeeper } from "../drafts/DraftKeeper.tsx";
import { PushKeeper } from "../notifications/PushKeeper.tsx";
import { OutboxKeeper } from "@knowhow/ui/device/outbox/OutboxKeeper.tsx";
import { WaitingNotice } from "@knowhow/ui/device/outbox/WaitingNotice.tsx";
import { useMe } from "@knowhow/ui/client/session.ts";
import { contentWidth } from "@knowhow/ui/theme/tokens.ts";
import { BottomBar, bottomBarHeight } from "./BottomBar.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { Notices } from "./Notices.tsx";
import { scrollKey } from "./scrollKey.ts";
import { SessionKeeper } from "@knowhow/ui/features/layout/SessionKeeper.tsx";

/** A window too low for a sticky banner. */
const low = "@media (max-height: 26rem)";

/** Height of the bars at the bottom edge, for elements above them; the banner counts nothing in a low window. */
const bars = (
  <GlobalStyles
    styles={{
      ":root": { "--kh-bars": `calc(${bottomBarHeight} + env(safe-area-inset-bottom))` },
      "@media (min-width:900px)": { ":root": { "--kh-bars": "0px" } },
      // The banner writes its height on the element itself.
      [low]: { ":root": { "--kh-banner": "0px !important" } },
    }}
  />
);

const SkipLink = () => (
  <Box
    component="a"
    href="#main"
    sx={{
      position: "fixed",
      top: 8,
      left: 8,
      zIndex: "tooltip",
      px: 2,
      py: 1,
      borderRadius: 1,
      bgcolor: "primary.main",
      color: "primary.contrastText",
      "&:not(:focus)": { transform: "translateY(-200%)" },
    }}
  >
    본문으로 건너뛰기
  </Box>
);

/** A light that runs along the top edge; the library's own bar is too much code for a first page. */
const loadingBar = {
  position: "fixed",
  insetInline: 0,
  top: 0,
  zIndex: "tooltip",
  height: 3,
  bgcolor: "primary.main",
  transformOrigin: "left",
  animation: "kh-loading 1.6s ease-in-out infinite",
  "@keyframes kh-loading": {
    from: { transform: "translateX(-100%) scaleX(0.2)" },
    to: { transform: "translateX(100%) scaleX(0.8)" },
  },
} as const;

/** The top bar and the banner below it stick; in a low window the bar alone, which sticks by itself. */
const top = {
  position: "sticky",
  top: 0,
  zIndex: "appBar",
  [low]: { display: "contents" },
} as const;

/** Moves the focus to the new screen after a change of path, so that screen readers go on there. */
const useRouteFocus = () => {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};

const Loading = () => <Box role="progressbar" aria-label="화면을 불러오는 중" sx={loadingBar} />;

const QuestionKeeper = lazy(() =>
  import("../questions/QuestionKeeper.tsx").then(
    (file) => ({ default: file.QuestionKeeper }),
    // Where the file can not be loaded, questions are not told and all else goes on.
    () => ({ default: () => null }),
  ),
);

/** Visitors are told nothing, and load nothing for it; nor may all members ask, or a page that ends the session. */
const MemberNews = () => {
  const { user } = useMe();
  const isLeaving = useMatch("/logout");
  return user && !user.isBanned && !user.mustChangePassword && !isLeaving ? (
    <Suspense>
      <QuestionKeeper />
    </Suspense>
  ) : null;
};

/** Work on the device that goes on whichever screen is shown. */
const keepers = (
  <>
    <SessionKeeper />
    <OutboxKeeper />
    <DraftKeeper />
    <PushKeeper />
    <MemberNews />
  </>
);

/** The frame of all screens: top, bottom, notices; the screen itself in the middle. The reader has the whole window. */
export const AppLayout = () => {
  const main = useRouteFocus();
  const isLoading = useNavigation().state === "loading";
  if (useMatch("/read/:contentId/:index"))
    return (
      <Box sx={{ display: "flex", flexDirection: "column", height: "100dvh" }}>
        {keepers}
        <WaitingNotice />
        {isLoading ? <Loading /> : null}
        <Box
          component="main"
          id="main"
          ref={main}
          tabIndex={-1}
          sx={{ flex: 1, minHeight: 0, outline: "none" }}
        >
          <Outlet />
        </Box>
      </Box>
    );
  return (
    <Box
      sx={{
        display: "flex",
        flexDirection: "column",
        minHeight: "100dvh",
        pb: "calc(var(--kh-bars) + var(--kh-actions, 0px))",
      }}
    >
      {bars}
      {keepers}
      <SkipLink />
      <Box sx={top}>
        <Header />
        <WaitingNotice />
      </Box>
      {isLoading ? <Loading /> : null}
      <Box
        component="main"
        id="main"
        ref={main}
        tabIndex={-1}
        sx={{
          flex: "1 0 auto",
          // The footer begins below the first screen, so that nothing moves it while the screen fills.
          minHeight: "calc(100dvh - 56px)",
          width: "100%",
          maxWidth: contentWidth,
          mx: "auto",
          px: { xs: 2, md: 3 },
          py: { xs: 2.5, md: 4 },
          outline: "none",
        }}
      >
        <Outlet />
      </Box>
      <Footer />
      <BottomBar />
      <Notices />
      <ScrollRestoration getKey={scrollKey} />
    </Box>
  );
};
