import { AppError, leaseMinutes, type Lease } from "@knowhow/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { client } from "../../../client/client.ts";
import { onNews } from "../../../client/events.ts";
import { hasCode } from "../../../components/failure.ts";
import { invalidate, useEndpoint } from "../../../client/queries.ts";
import { createRefresher } from "../../../client/refresher.ts";
import { inLeaseTurn } from "./leaseTurn.ts";

/** A report that is only passed by takes no lease. */
const dwellMs = 400;
/** Long before the lease is over. */
const renewMs = (leaseMinutes * 60_000) / 3;

/** The present lease in a refusal that names it; of several reports with the one that is leased. */
export const holderIn = (error: unknown): (Lease & { reportId?: string }) | undefined =>
  hasCode(error, "LEASED") && error instanceof AppError
    ? (error.details.extra?.["lease"] as (Lease & { reportId?: string }) | undefined) // the server's, as told there
    : undefined;

interface Staying {
  isWanted: boolean;
  /** Whether a decision about the report waits to be sent: other administrators need not look at it. */
  isHeld: () => boolean;
  /** The other administrator's lease when the list was read. */
  listed: Lease | undefined;
}

/** Leases the report for the administrator while it is on the screen; gives another administrator's lease. */
export const useLease = (reportId: string, { isWanted, isHeld, listed }: Staying) => {
  /** The other administrator's lease by the server's answer; `null`: none. */
  const [other, setOther] = useState<Lease | null>();
  const [seen, setSeen] = useState(reportId);
  if (seen !== reportId) {
    setSeen(reportId);
    setOther(undefined);
  }
  const take = useCallback(
    async (body: { takeOver: boolean; reason?: string }) => {
      await inLeaseTurn(() => client.reports.lease({ params: { reportId }, body }));
      setOther(null);
    },
    [reportId],
  );
  const held = useRef(isHeld);
  useEffect(() => {
    held.current = isHeld;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    let isMounted = true;
    let isAsked = false;
    const stay = createRefresher(async () => {
      if (!isMounted) return;
      isAsked = true;
      await take({ takeOver: false }).catch((error: unknown) => {
        if (isMounted) setOther(holderIn(error));
      });
    });
    const begin = setTimeout(() => void stay(), dwellMs);
    const timer = setInterval(() => void stay(), renewMs);
    const stop = onNews("lease", (data) => {
      if (data.reportId === reportId) void stay();
    });
    return () => {
      isMounted = false;
      clearTimeout(begin);
      clearInterval(timer);
      stop();
      if (held.current()) {
        // Decided before the first lease: takes it now. A refusal shows when the decision is sent.
        if (!isAsked)
          inLeaseTurn(() => client.reports.lease({ params: { reportId }, body: { takeOver: false } })).catch(
            () => undefined,
          );
        return;
      }
      // Another's lease, or one that could not be released without a network, ends by itself.
      inLeaseTurn(() => client.reports.release({ params: { reportId } })).catch(() => undefined);
    };
  }, [reportId, isWanted, take]);
  const takeOver = useMutation({ mutationFn: (reason: string) => take({ takeOver: true, reason }) });
  return { other: other === undefined ? listed : (other ?? undefined), takeOver };
};

/** The leases, by the report's id. */
export const useLeases = (): ReadonlyMap<string, Lease> => {
  const queryClient = useQueryClient();
  const { data } = useEndpoint(
    client.reports.leases,
    {},
    { refetchInterval: renewMs, refetchOnMount: "always" },
  );
  useEffect(() => {
    const refresh = createRefresher(() => invalidate(queryClient, client.reports.leases));
    const stops = [
      onNews("lease", () => void refresh()),
      onNews("report", () => void refresh()),
      onNews("resync", () => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
  return new Map(data?.leases.map((lease) => [lease.reportId, lease]));
};
