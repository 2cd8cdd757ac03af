import { alertLabel } from "@knowhow/shared";
import { useEffect, useRef } from "react";
import { client } from "../../client/client.ts";
import { usePlatform } from "../../client/platform.tsx";
import { useEndpoint } from "../../client/queries.ts";
import { useMe } from "../../client/session.ts";
import { useOnline } from "../../components/useOnline.ts";

/** Beneath the news of them. */
const everyMs = 30_000;
/** Most notices at once; further alerts only count. */
const maxToasts = 3;

const useOpenCalls = () => {
  const isOnline = useOnline();
  const { user } = useMe();
  const { data } = useEndpoint(
    client.alerts.list,
    { query: { status: "open", limit: 20 } },
    // Polled in a hidden window too.
    {
      enabled: user?.isAdmin === true,
      refetchInterval: isOnline ? everyMs : false,
      refetchIntervalInBackground: true,
      refetchOnMount: "always",
    },
  );
  return data;
};

/** How many alerts are open; undefined while it is not known. */
export const useAlertCount = (): number | undefined => useOpenCalls()?.counts.open;

/** Announces alerts to an administrator that were raised since they came. */
export const useAlertNotices = (): void => {
  const calls = useOpenCalls()?.alerts;
  const { notify } = usePlatform();
  const told = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!calls) return;
    const fresh = told.current ? calls.filter(({ id }) => !told.current?.has(id)) : [];
    told.current = new Set([...(told.current ?? []), ...calls.map(({ id }) => id)]);
    for (const { kind } of fresh.slice(0, maxToasts))
      notify({ title: "새 알림", body: alertLabel(kind), path: "/alerts" });
  }, [calls, notify]);
};
