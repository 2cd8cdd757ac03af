import { alertLabel } from "@knowhow/shared";
import { useEffect, useRef } from "react";
import { client } from "../../client/client.ts";
import { platform } from "../../client/platform.ts";
import { useEndpoint } from "../../client/queries.ts";
import { useMe } from "../../client/session.ts";
import { useOnline } from "../../components/useOnline.ts";

/** What calls for a person is seldom: no news tell of it. */
const everyMs = 30_000;
/** More at once are not told one by one. */
const most = 3;

const useOpenCalls = () => {
  const isOnline = useOnline();
  const { user } = useMe();
  const { data } = useEndpoint(
    client.alerts.list,
    { query: { status: "open", limit: 20 } },
    // Heard of in a hidden window too.
    {
      enabled: user?.isAdmin === true,
      refetchInterval: isOnline ? everyMs : false,
      refetchIntervalInBackground: true,
      refetchOnMount: "always",
    },
  );
  return data;
};

/** How many calls nobody has looked at; undefined while it is not known. */
export const useAlertCount = (): number | undefined => useOpenCalls()?.counts.open;

/** Tells an administrator of what has begun to call for a person since they came. */
export const useAlertNotices = (): void => {
  const calls = useOpenCalls()?.alerts;
  const told = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!calls) return;
    const fresh = told.current ? calls.filter(({ id }) => !told.current?.has(id)) : [];
    told.current = new Set([...(told.current ?? []), ...calls.map(({ id }) => id)]);
    for (const { kind } of fresh.slice(0, most))
      platform.notify({ title: "새 알림", body: alertLabel(kind), path: "/alerts" });
  }, [calls]);
};
