import { reportReasonLabel } from "@knowhow/shared";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { client } from "../client/client.ts";
import { onNews } from "../client/events.ts";
import { platform } from "../client/platform.ts";
import { createRefresher } from "../client/refresher.ts";
import { useInbox } from "./useInbox.ts";
import { useReportCounts } from "./useReports.ts";

/** More of a message than any system shows. */
const longestBody = 200;

const isLookedAt = (path: string): boolean =>
  document.hasFocus() && window.location.pathname + window.location.search === path;

/** Tells of a report that has just come in; one that somebody decided is none. */
const tellReport = async (id: string): Promise<void> => {
  const { reports } = await client.reports.list({ query: { status: "pending", limit: 10 } });
  const report = reports.find((one) => one.id === id);
  if (!report) return;
  platform.notify({
    title: `새 신고: ${reportReasonLabel(report.reportReason)}`,
    body: `${report.reporter.nickname} → ${report.reportedUser.nickname}`,
    path: `/reports/${id}`,
  });
};

/** Tells of a word to the administrators; their own is nothing that waits. */
const tellInquiry = async (roomId: string): Promise<void> => {
  const path = `/admin-chats?room=${roomId}`;
  if (isLookedAt(path)) return;
  const { chatRooms } = await client.inquiries.inbox({ query: { limit: 10 } });
  const room = chatRooms.find(({ id }) => id === roomId);
  if (!room || room.unreadCount === 0) return;
  const body = (room.lastMessage?.message ?? "").slice(0, longestBody);
  platform.notify({ title: `새 문의: ${room.userNickname}`, body, path });
};

/** Without an answer there is nothing to tell of; the lists are asked for anyway. */
const quietly = (telling: Promise<void>): void => {
  telling.catch(() => undefined);
};

const watch = (queryClient: QueryClient): (() => void) => {
  const refreshCounts = createRefresher(() =>
    queryClient.invalidateQueries({ queryKey: [client.reports.list.contract.path] }),
  );
  const stops = [
    onNews("report", ({ id }) => {
      void refreshCounts();
      quietly(tellReport(id));
    }),
    onNews("message", ({ kind, roomId }) => {
      if (kind === "admin") quietly(tellInquiry(roomId));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Tells an administrator of what comes in, wherever they look, and of how much waits; a click leads there. */
export const useAdminNotices = (): void => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const reports = useReportCounts()?.pending;
  const inquiries = useInbox().unread;
  useEffect(() => watch(queryClient), [queryClient]);
  useEffect(() => platform.onGoTo((path) => void navigate(path)), [navigate]);
  useEffect(() => {
    if (reports !== undefined && inquiries !== undefined) platform.showWaiting({ reports, inquiries });
  }, [reports, inquiries]);
};
