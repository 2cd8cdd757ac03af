import CloudOffRounded from "@mui/icons-material/CloudOffRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import { useSyncExternalStore, type ComponentType } from "react";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { usePlatform, type Platform } from "@knowhow/ui/client/platform.tsx";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { takeUpdate } from "../update/updates.ts";

type Load = () => Promise<ComponentType>;

interface LoadState {
  Screen?: ComponentType;
  isTrying: boolean;
}

/** The loading state of a screen whose first load failed, over all its visits. */
const createLate = (load: Load) => {
  const listeners = new Set<() => void>();
  let state: LoadState = { isTrying: false };
  /** In the present visit: an immediate retry would fail too. */
  let hasJustFailed = true;
  const become = (next: LoadState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  /** Loads the screen; returns whether it is there. */
  const attempt = async (): Promise<boolean> => {
    if (state.Screen) return true;
    become({ isTrying: true });
    try {
      become({ Screen: await load(), isTrying: false });
      return true;
    } catch (error) {
      console.warn(error);
      become({ isTrying: false });
      return false;
    }
  };
  const handleOnline = () => void attempt();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    window.addEventListener("online", handleOnline);
    if (!hasJustFailed) void attempt();
    return () => {
      listeners.delete(listener);
      window.removeEventListener("online", handleOnline);
      hasJustFailed = false;
    };
  };
  return { attempt, subscribe, read: () => state };
};

/** After a new version the file's old name is gone: only a reloaded page knows the present one. */
const reloadIfServed = async ({ leaveFor }: Platform): Promise<void> => {
  try {
    await client.health.live();
  } catch {
    // Without a server a reload would lose the page too.
    return;
  }
  // With a service worker the page comes from the device and is as old: the new version is activated first.
  if (await takeUpdate()) return;
  leaveFor(window.location.pathname + window.location.search);
};

const Trying = () => (
  <Box role="status" aria-label="화면을 불러오는 중" sx={{ display: "grid", justifyItems: "center", py: 12 }}>
    <CircularProgress aria-hidden />
  </Box>
);

const Missing = ({ onRetry }: { onRetry: () => void }) => {
  const isOnline = useOnline();
  useDocumentTitle("화면을 불러오지 못했습니다");
  return (
    <EmptyState
      role="alert"
      icon={CloudOffRounded}
      component="h1"
      title="화면을 불러오지 못했습니다"
      description={
        isOnline ? "잠시 후 다시 시도해주세요." : "인터넷에 다시 연결되면 이 화면을 자동으로 불러와요."
      }
      action={
        <>
          <Button variant="contained" onClick={onRetry}>
            다시 시도
          </Button>
          <Button variant="outlined" component={Link} to="/">
            홈으로
          </Button>
        </>
      }
    />
  );
};

const LateScreen = ({ late: { attempt, subscribe, read } }: { late: ReturnType<typeof createLate> }) => {
  const platform = usePlatform();
  const { Screen, isTrying } = useSyncExternalStore(subscribe, read);
  const retry = async () => {
    if (!(await attempt())) await reloadIfServed(platform);
  };
  if (Screen) return <Screen />;
  return isTrying ? <Trying /> : <Missing onRetry={() => void retry()} />;
};

/**
 * Loads a screen for its route and never fails, since the router keeps a failure until the page is reloaded: a failed
 * load is tried again by a button, when the network is back, and on each visit.
 */
export const loadScreen = async (load: Load): Promise<ComponentType> => {
  try {
    return await load();
  } catch (error) {
    console.warn(error);
    const late = createLate(load);
    return () => <LateScreen late={late} />;
  }
};
