import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router-dom";
import { UnreadBadge } from "@knowhow/ui/features/chats/UnreadBadge.tsx";
import { ownSignOut } from "@knowhow/ui/client/ownSignOut.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { useIsLoggingOut } from "@knowhow/ui/device/signOut.ts";
import { productName } from "@knowhow/ui/components/PageTitle.tsx";
import { contentWidth } from "@knowhow/ui/theme/tokens.ts";
import { useNext, withNext } from "@knowhow/ui/features/accounts/entry/useNext.ts";
import { Late } from "@knowhow/ui/features/layout/Late.tsx";
import { honorificOf, placeOf } from "@knowhow/ui/features/layout/places.ts";
import { SearchPlace } from "../contents/SearchPlace.tsx";
import { SchemeButton } from "./SchemeButton.tsx";
import { useUnreadTotal } from "./useUnreadTotal.ts";

/**
 * Narrower than this, in units of the text size, the logo has room for its sign alone. A container query is used, since
 * media queries do not know how large the page's text is.
 */
const wordFrom = { withBack: "18rem", alone: "14rem" } as const;
/** Narrower than this only the login link has room; the login screen leads to signing up. */
const joinFrom = "17rem";

const Logo = ({ hasBack }: { hasBack: boolean }) => (
  <Box
    component={Link}
    to="/"
    aria-label={`${productName} 홈`}
    sx={{
      display: "inline-flex",
      alignItems: "center",
      gap: 1,
      color: "text.primary",
      textDecoration: "none",
      typography: "h3",
      fontWeight: 800,
      letterSpacing: "-0.04em",
      whiteSpace: "nowrap",
      flexShrink: 0,
    }}
  >
    <Box
      component="svg"
      viewBox="0 0 32 32"
      aria-hidden
      sx={{ width: 30, height: 30, color: "primary.main", display: "block" }}
    >
      <rect width="32" height="32" rx="9" fill="currentColor" />
      <path
        d="M9.5 7.5v17M9.5 17.5 20 7.5M13.5 14l9 10.5"
        fill="none"
        stroke="var(--kh-palette-primary-contrastText)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Box>
    <Box
      component="span"
      sx={{
        [`@container header (max-width: ${hasBack ? wordFrom.withBack : wordFrom.alone})`]: {
          display: "none",
        },
      }}
    >
      {productName}
    </Box>
  </Box>
);

const HeaderLink = ({ to, children, after }: { to: string; children: string; after?: ReactNode }) => (
  <Button
    component={NavLink}
    to={to}
    color="inherit"
    sx={{
      "&.active": { color: "primary.main" },
      "&.active::after": {
        content: '""',
        position: "absolute",
        insetInline: 12,
        bottom: 2,
        height: 3,
        borderRadius: 999,
        bgcolor: "currentColor",
      },
    }}
  >
    {children}
    {after ? (
      <Box component="span" sx={{ ml: 0.75, "&:empty": { display: "none" } }}>
        {after}
      </Box>
    ) : null}
  </Button>
);

const LogoutButton = () => {
  const navigate = useNavigate();
  const isPending = useIsLoggingOut();
  // Only /logout signs out: it asks first where something is on this device only.
  return (
    <Button
      variant="outlined"
      color="inherit"
      loading={isPending}
      loadingPosition="start"
      onClick={() => void navigate("/logout", ownSignOut)}
    >
      {isPending ? "로그아웃 중..." : "로그아웃"}
    </Button>
  );
};

/** Right side of the header: the signed-in user, or login and sign-up. */
const Account = ({ isCompact }: { isCompact: boolean }) => {
  const { user, isPending } = useMe();
  const { pathname, search } = useLocation();
  const wanted = useNext();
  if (isPending) return <Skeleton variant="rounded" width={isCompact ? 120 : 180} height={40} aria-hidden />;
  if (user)
    return (
      <>
        <Button
          component={Link}
          to="/profile"
          color="inherit"
          sx={{ minWidth: 0, maxWidth: isCompact ? "9rem" : "12.5rem" }}
        >
          <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis" }}>
            {honorificOf(user)}
          </Box>
        </Button>
        {isCompact ? null : <LogoutButton />}
      </>
    );
  const isEntry = pathname === "/login" || pathname === "/register";
  const next = isEntry ? wanted : pathname + search;
  const narrow = isCompact ? { minWidth: 0, px: 1, whiteSpace: "nowrap" } : {};
  return (
    <>
      <Button component={Link} to={withNext("/login", next)} color="inherit" sx={narrow}>
        로그인
      </Button>
      <Button
        component={Link}
        to={withNext("/register", next)}
        variant={isCompact ? "text" : "contained"}
        sx={{ ...narrow, [`@container header (max-width: ${joinFrom})`]: { display: "none" } }}
      >
        회원가입
      </Button>
    </>
  );
};

const BackButton = () => {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <IconButton
      edge="start"
      color="inherit"
      aria-label="뒤로 가기"
      // Before the first history entry of this visit there is no page of ours.
      onClick={() => void (key === "default" ? navigate("/", { replace: true }) : navigate(-1))}
    >
      <ArrowBackRounded />
    </IconButton>
  );
};

const bar = {
  position: "sticky",
  top: 0,
  zIndex: "appBar",
  flexShrink: 0,
  bgcolor: "color-mix(in srgb, var(--kh-palette-background-default) 92%, transparent)",
  backdropFilter: "blur(12px)",
  color: "text.primary",
  borderBottom: "1px solid",
  borderColor: "divider",
} as const;

const loadAdminLink = async () => (await import("@knowhow/ui/features/alerts/AdminLink.tsx")).AdminLink;

/** Top of every page: all links on a desk, logo and one action on a phone. */
export const Header = () => {
  const { user } = useMe();
  const unread = useUnreadTotal(user);
  const { pathname } = useLocation();
  // The form of /upload has its own bar where the places are.
  const hasBack = placeOf(pathname) !== pathname || pathname === "/upload";
  return (
    <Box component="header" sx={bar}>
      <Box
        sx={{
          display: "flex",
          alignItems: "center",
          gap: 1,
          width: "100%",
          maxWidth: contentWidth,
          minHeight: { xs: 56, md: 68 },
          mx: "auto",
          px: { xs: 2, md: 3 },
          container: "header / inline-size",
        }}
      >
        <Box sx={{ display: { xs: "contents", md: "none" } }}>{hasBack ? <BackButton /> : null}</Box>
        <Logo hasBack={hasBack} />
        <Box
          component="nav"
          aria-label="주요 메뉴"
          sx={{ display: { xs: "none", md: "flex" }, gap: 0.5, ml: 3 }}
        >
          <HeaderLink to="/market">마켓</HeaderLink>
          <HeaderLink to="/upload">콘텐츠 올리기</HeaderLink>
          {user ? (
            <>
              <HeaderLink to="/library">서재</HeaderLink>
              <HeaderLink to="/chat" after={<UnreadBadge count={unread} />}>
                채팅
              </HeaderLink>
            </>
          ) : null}
        </Box>
        <Box sx={{ flex: 1, minWidth: 0, maxWidth: { md: "26rem" }, ml: { md: 2 }, mr: "auto" }}>
          {pathname === "/market" ? null : (
            <Box sx={{ display: { xs: "none", md: "block" } }}>
              <SearchPlace key={pathname} isOfDesk />
            </Box>
          )}
        </Box>
        <Late isWanted={user?.isAdmin === true} load={loadAdminLink} />
        <SchemeButton />
        <Box sx={{ display: { xs: "none", md: "flex" }, alignItems: "center", gap: 1 }}>
          <Account isCompact={false} />
        </Box>
        <Box sx={{ display: { xs: "flex", md: "none" }, alignItems: "center", minWidth: 0, mr: -1 }}>
          <Account isCompact />
        </Box>
      </Box>
    </Box>
  );
};
