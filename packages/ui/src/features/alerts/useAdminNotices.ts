import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { useAlertCount } from "./useAlertNotices.ts";
import { client } from "../../client/client.ts";
import { onNews } from "../../client/events.ts";
import { usePlatform } from "../../client/platform.tsx";
import { invalidate } from "../../client/queries.ts";
import { createRefresher } from "../../client/refresher.ts";
import { useAttention } from "../admin/attention.ts";
import { createTelling } from "../admin/telling.ts";
import { useInbox } from "../admin/useInbox.ts";
import { useReportCounts } from "../admin/useReports.ts";

const watch = (queryClient: QueryClient, means: Parameters<typeof createTelling>[1]): (() => void) => {
  const refreshCounts = createRefresher(() =>
    queryClient.invalidateQueries({ queryKey: [client.reports.list.contract.path] }),
  );
  // What gives an order back ends or holds its payout too.
  const refreshMoney = createRefresher(() =>
    Promise.all([
      invalidate(queryClient, client.refunds.list),
      invalidate(queryClient, client.adminSettlements.list),
    ]),
  );
  const refreshAlerts = createRefresher(() => invalidate(queryClient, client.alerts.list));
  const telling = createTelling(queryClient, means);
  const stops = [
    onNews("order", () => void refreshMoney()),
    onNews("alert", () => void refreshAlerts()),
    telling.stop,
    onNews("report", ({ id }) => {
      void refreshCounts();
      telling.report(id);
    }),
    onNews("message", ({ kind, roomId }) => {
      if (kind === "admin") telling.inquiry(roomId);
    }),
    onNews("resync", () => {
      void refreshCounts();
      void refreshMoney();
      void refreshAlerts();
      telling.missed();
    }),
  ];
  // Items that are there already are not new later.
  telling.missed();
  return () => {
    for (const stop of stops) stop();
  };
};

/** Announces new items to an administrator on every screen, and shows how many wait; a click leads to them. */
export const useAdminNotices = (): void => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const reports = useReportCounts()?.pending;
  const inquiries = useInbox().unread;
  const alerts = useAlertCount();
  const { notify, onGoTo, showWaiting } = usePlatform();
  const { isAttended } = useAttention();
  useEffect(() => watch(queryClient, { isAttended, notify }), [queryClient, isAttended, notify]);
  useEffect(() => onGoTo((path) => void navigate(path)), [onGoTo, navigate]);
  useEffect(() => {
    if (reports !== undefined && inquiries !== undefined && alerts !== undefined)
      showWaiting({ reports, inquiries, alerts });
  }, [showWaiting, reports, inquiries, alerts]);
};
