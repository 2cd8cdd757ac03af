import { useLiveValue } from "../../client/liveValue.ts";
import CloudOffRounded from "@mui/icons-material/CloudOffRounded";
import ScheduleSendRounded from "@mui/icons-material/ScheduleSendRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { ageMark } from "../../client/keptViews.ts";
import { onOldestStaleAt, oldestStaleAt } from "../../client/responseCache.ts";
import { isNothingKept, onNothingKept } from "../../client/nothingKept.ts";
import { useMe } from "../../client/session.ts";
import { formatRelative } from "../../components/format.ts";
import { tellHeight } from "../../components/tellHeight.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { useOnline } from "../../components/useOnline.ts";
import type { Draft } from "../drafts/draft.ts";
import { usePublishing } from "../drafts/usePublishing.ts";
import type { Job } from "../jobs/job.ts";
import { bannerWords } from "./bannerWords.ts";
import { closeSheet, openSheet, sheet } from "./sheet.ts";
import { useOutbox } from "./useOutbox.ts";
import { useSendingPerson } from "./useSendingPerson.ts";

type Sheet = ComponentType<{ personId: string }>;

/** The list of waiting acts. Rarely needed, so the first page does not carry it, and a device may not have it yet. */
const LateSheet = ({ personId, isUnkept }: { personId: string; isUnkept: boolean }) => {
  const toast = useToast();
  const [Found, setFound] = useState<Sheet>();
  useEffect(() => {
    import("./WaitingSheet.tsx").then(
      ({ WaitingSheet }) => setFound(() => WaitingSheet),
      () => {
        closeSheet();
        toast({
          title: "보낼 예정 목록을 열지 못했습니다",
          description: isUnkept
            ? "보낼 것이 이 창에만 있어요. 창을 닫지 말고 잠시 후 다시 열어주세요."
            : navigator.onLine
              ? "쓴 것은 이 기기에 그대로 있어요. 잠시 후 다시 열어주세요."
              : "쓴 것은 이 기기에 그대로 있고, 연결되면 보내요.",
          variant: "destructive",
        });
      },
    );
  }, [toast, isUnkept]);
  return Found ? <Found personId={personId} /> : null;
};

/** Acts to mention while there is a network: refused ones, those that failed once, and those behind them. */
const leftOf = (rows: readonly Job[]): readonly Job[] => {
  const isLeft = ({ status, attempts }: Job) => status === "parked" || attempts > 0;
  const lanes = new Set(rows.filter(isLeft).map(({ lane }) => lane));
  return rows.filter(({ lane }) => lanes.has(lane));
};

/** The same of drafts to publish. */
const isLate = ({ publishing }: Draft): boolean =>
  publishing !== undefined && (publishing.refusal !== undefined || publishing.attempts > 0);

const heightName = "--kh-banner";

/** Gives the banner's height to full-screen content below it. */
const measure = tellHeight(heightName);

/** The banner's look. */
const Banner = ({
  icon: Icon,
  count,
  children,
}: {
  icon: typeof CloudOffRounded;
  count: number;
  children: ReactNode;
}) => (
  <Box
    sx={{
      display: "flex",
      // Beside the count on a phone too, below it in very large text.
      flexWrap: "wrap",
      alignItems: "center",
      justifyContent: "center",
      columnGap: 1.5,
      px: 2,
      py: count > 0 ? 0.5 : 1,
      bgcolor: "warning.main",
      color: "warning.contrastText",
      typography: "body1",
      lineHeight: 1.5,
    }}
  >
    <Box
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1,
        flex: { xs: "1 1 9.5rem", md: "0 1 auto" },
      }}
    >
      <Icon fontSize="small" aria-hidden />
      {children}
    </Box>
    {count > 0 ? (
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        onClick={openSheet}
        sx={{ px: 1, borderColor: "currentColor" }}
      >
        보낼 예정 {count}건
      </Button>
    ) : null}
  </Box>
);

/** A banner while there is no network or something could not be sent, with a link to the waiting acts. */
export const WaitingNotice = () => {
  const isOnline = useOnline();
  const { pathname } = useLocation();
  const { user } = useMe();
  const personId = useSendingPerson();
  const { outbox, rows } = useOutbox(personId);
  const isUnkept = rows.some(({ id }) => outbox?.isUnkept(id));
  const { publishing } = usePublishing(personId);
  const isOpen = useLiveValue(sheet);
  const since = useSyncExternalStore(onOldestStaleAt, oldestStaleAt, oldestStaleAt);
  const drafts = isOnline ? publishing.filter(isLate) : publishing;
  const count = (isOnline ? leftOf(rows) : rows).length + drafts.length;
  const age = since === undefined ? undefined : formatRelative(new Date(since));
  const isBare = useSyncExternalStore(onNothingKept, isNothingKept, isNothingKept);
  const words = bannerWords({ pathname, isOnline, age, count, isUnkept, isBare });
  const keptWords = bannerWords({ pathname, isOnline: false, age: ageMark, count });
  return (
    <>
      <div role="status" ref={measure}>
        {words === undefined ? null : (
          <Banner
            icon={isOnline && since === undefined ? ScheduleSendRounded : CloudOffRounded}
            count={count}
          >
            <span data-words={keptWords}>{words}</span>
          </Banner>
        )}
      </div>
      {user && words === undefined ? (
        // The kept view is shown without a network.
        <div data-kept="only" hidden>
          <Banner icon={CloudOffRounded} count={0}>
            <span data-words={keptWords} />
          </Banner>
        </div>
      ) : null}
      {personId && isOpen ? <LateSheet personId={personId} isUnkept={isUnkept} /> : null}
    </>
  );
};
