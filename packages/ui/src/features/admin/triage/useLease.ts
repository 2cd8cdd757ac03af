import { AppError, leaseMinutes, type Lease } from "@knowhow/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { client } from "../../../client/client.ts";
import { onNews } from "../../../client/events.ts";
import { hasCode } from "../../../components/failure.ts";
import { invalidate, useEndpoint } from "../../../client/queries.ts";
import { createRefresher } from "../../../client/refresher.ts";
import { inLeaseTurn } from "./leaseTurn.ts";

/** Whoever only passes by is not at a report. */
const dwellMs = 400;
/** Long before it is over. */
const renewMs = (leaseMinutes * 60_000) / 3;

/** Who is at a report, of a refusal that says so. */
export const holderIn = (error: unknown): Lease | undefined =>
  hasCode(error, "LEASED") && error instanceof AppError
    ? (error.details.extra?.["lease"] as Lease | undefined) // the server's, as the contract has it
    : undefined;

interface Staying {
  isWanted: boolean;
  /** Whether the report is decided and only waits to be sent: nobody else need look at it. */
  isHeld: () => boolean;
  /** Who else was there when the list was read. */
  listed: Lease | undefined;
}

/** Puts the administrator at a report while it is on the screen; tells who else is there. */
export const useLease = (reportId: string, { isWanted, isHeld, listed }: Staying) => {
  /** As the server has answered here; `null`: nobody else. */
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
    let isHere = true;
    let isAsked = false;
    const stay = createRefresher(async () => {
      if (!isHere) return;
      isAsked = true;
      await take({ takeOver: false }).catch((error: unknown) => {
        if (isHere) setOther(holderIn(error));
      });
    });
    const begin = setTimeout(() => void stay(), dwellMs);
    const timer = setInterval(() => void stay(), renewMs);
    const stop = onNews("lease", (data) => {
      if (data.reportId === reportId) void stay();
    });
    return () => {
      isHere = false;
      clearTimeout(begin);
      clearInterval(timer);
      stop();
      if (held.current()) {
        // Decided at a glance: nobody has been told yet whose it is. A refusal is told when it is sent.
        if (!isAsked)
          inLeaseTurn(() => client.reports.lease({ params: { reportId }, body: { takeOver: false } })).catch(
            () => undefined,
          );
        return;
      }
      // Of somebody else's, or without a network, it ends by itself.
      inLeaseTurn(() => client.reports.release({ params: { reportId } })).catch(() => undefined);
    };
  }, [reportId, isWanted, take]);
  const takeOver = useMutation({ mutationFn: (reason: string) => take({ takeOver: true, reason }) });
  return { other: other === undefined ? listed : (other ?? undefined), takeOver };
};

/** Who is at which report, by the report's id. */
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
