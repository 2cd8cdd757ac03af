import CloudOffRounded from "@mui/icons-material/CloudOffRounded";
import ScheduleSendRounded from "@mui/icons-material/ScheduleSendRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { onShownSince, shownSince } from "../client/mirror.ts";
import { useMe } from "../client/session.ts";
import { formatRelative } from "../components/format.ts";
import { useOnline } from "../components/useOnline.ts";
import type { Draft } from "../drafts/draft.ts";
import { usePublishing } from "../drafts/usePublishing.ts";
import type { Waiting } from "./acts.ts";
import { isSheetOpen, onSheet, openSheet } from "./sheet.ts";
import { useOutbox } from "./useOutbox.ts";

// Few ever need it: the first page does not carry it.
const WaitingSheet = lazy(async () => ({ default: (await import("./WaitingSheet.tsx")).WaitingSheet }));

/** Worth a line while there is a network: what was refused, and what did not get through at once. */
const isLeft = ({ refusal, attempts }: Waiting): boolean => refusal !== undefined || attempts > 0;

/** The same of what was to be published. */
const isLate = ({ publishing }: Draft): boolean =>
  publishing !== undefined && (publishing.refusal !== undefined || publishing.attempts > 0);

/** What the banner says; nothing where all is well. */
const wordsOf = (isOnline: boolean, since: number | undefined, count: number): string | undefined => {
  const age = since === undefined ? undefined : `${formatRelative(new Date(since))}에 저장한 내용이에요.`;
  if (!isOnline) return `인터넷에 연결되어 있지 않습니다. ${age ?? "연결되면 다시 이용할 수 있습니다."}`;
  if (age !== undefined) return `연결이 원활하지 않아요. ${age}`;
  return count > 0 ? "아직 보내지 못한 것이 있어요." : undefined;
};

const heightName = "--kh-banner";

/** Says how high the banner is, for what fills the screen below it. */
const measure = (banner: HTMLElement | null) => {
  if (!banner || typeof ResizeObserver === "undefined") return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(heightName, `${banner.offsetHeight}px`));
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty(heightName);
  };
};

/** A banner while there is no network or something could not be sent, with the way to what waits. */
export const WaitingNotice = () => {
  const isOnline = useOnline();
  const { user } = useMe();
  const { rows } = useOutbox(user?.id);
  // With a temporary password nothing is asked for but a new one.
  const { publishing } = usePublishing(user?.mustChangePassword ? undefined : user?.id);
  const isOpen = useSyncExternalStore(onSheet, isSheetOpen);
  const since = useSyncExternalStore(onShownSince, shownSince);
  const drafts = isOnline ? publishing.filter(isLate) : publishing;
  const count = (isOnline ? rows.filter(isLeft) : rows).length + drafts.length;
  const words = wordsOf(isOnline, since, count);
  const Icon = isOnline && since === undefined ? ScheduleSendRounded : CloudOffRounded;
  return (
    <>
      <div role="status" ref={measure}>
        {words === undefined ? null : (
          <Box
            sx={{
              display: "flex",
              flexWrap: "wrap",
              alignItems: "center",
              justifyContent: "center",
              columnGap: 1,
              px: 2,
              py: count > 0 ? 0.25 : 1,
              bgcolor: "warning.main",
              color: "warning.contrastText",
              typography: "body1",
            }}
          >
            <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
              <Icon fontSize="small" aria-hidden />
              {words}
            </Box>
            {count > 0 ? (
              <Button size="small" color="inherit" variant="outlined" onClick={openSheet}>
                보낼 예정 {count}건
              </Button>
            ) : null}
          </Box>
        )}
      </div>
      {user && isOpen ? (
        <Suspense>
          <WaitingSheet personId={user.id} />
        </Suspense>
      ) : null}
    </>
  );
};
