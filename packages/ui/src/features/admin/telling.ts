import { pageSize, reportReasonLabel, type InquiryRoom, type Report } from "@knowhow/shared";
import type { QueryClient } from "@tanstack/react-query";
import { client } from "../../client/client.ts";
import type { Attention, Notice, Platform } from "../../client/platform.tsx";

/** More of a message than any system shows. */
const maxBodyLength = 200;
/** Most people named in one notice. */
const maxNamed = 3;
const firstWaitMs = 2_000;

/** The newest report and message that were announced, or were there at the beginning. */
interface Told {
  report: string;
  message: string;
}

const newest = (times: readonly string[]): string =>
  times.reduce((latest, time) => (time > latest ? time : latest), "");

const namesOf = ({ reporter, reportedUser }: Report): string =>
  `${reporter.nickname} → ${reportedUser.nickname}`;
const writtenAt = ({ lastMessage }: InquiryRoom): string => lastMessage?.createdAt ?? "";
const pathOf = (roomId: string): string => `/admin-chats?room=${roomId}`;

const isOnScreen = ({ id }: InquiryRoom): boolean =>
  window.location.pathname + window.location.search === pathOf(id);

const ofReport = (report: Report): Notice => ({
  title: `새 신고: ${reportReasonLabel(report.reportReason)}`,
  body: namesOf(report),
  path: `/reports/${report.id}`,
});

const ofRoom = (room: InquiryRoom): Notice => ({
  title: `새 문의: ${room.userNickname}`,
  body: (room.lastMessage?.message ?? "").slice(0, maxBodyLength),
  path: pathOf(room.id),
});

const countOf = (what: string, { length }: readonly unknown[]): string[] =>
  length === 0 ? [] : [`${what} ${length}건${length < pageSize.max ? "" : " 이상"}`];

/** One notice for all that was missed; undefined where nothing was. */
const ofMissed = (reports: readonly Report[], rooms: readonly InquiryRoom[]): Notice | undefined => {
  const [report, room] = [reports[0], rooms[0]];
  if (reports.length + rooms.length < 2) return report ? ofReport(report) : room && ofRoom(room);
  const names = [...reports.map(namesOf), ...rooms.map(({ userNickname }) => userNickname)];
  return {
    title: `연결이 끊긴 동안 ${[...countOf("새 신고", reports), ...countOf("새 문의", rooms)].join(", ")}`,
    body: names.slice(0, maxNamed).join(", ") + (names.length > maxNamed ? " 외" : ""),
    path: reports.length > 0 ? "/admin" : "/admin-chats",
  };
};

const readPending = async (limit: number): Promise<Report[]> =>
  (await client.reports.list({ query: { status: "pending", limit } })).reports;
const readRooms = async (limit: number): Promise<InquiryRoom[]> =>
  (await client.inquiries.inbox({ query: { limit } })).chatRooms;

/** Shows notices of new reports and inquiries, each once, also of those that came while no news could be heard. */
export const createTelling = (
  queryClient: QueryClient,
  { isAttended, notify: show }: Pick<Attention, "isAttended"> & Pick<Platform, "notify">,
) => {
  let isOver = false;
  /** An answer may come after the administrator has left. */
  const notify = (notice: Notice): void => {
    if (!isOver) show(notice);
  };
  /** An administrator's own message does not wait, and the conversation on the screen needs no notice. */
  const isWaiting = (room: InquiryRoom): boolean =>
    room.unreadCount > 0 && !(isAttended() && isOnScreen(room));
  let told: Told | undefined;
  let isBehind = true;
  const summed = new Set<string>();
  const nameOf = (room: InquiryRoom): string => `${room.id} ${writtenAt(room)}`;

  const tellReport = async (id: string): Promise<void> => {
    // A decided report needs no notice.
    const report = (await readPending(10)).find((one) => one.id === id);
    if (!report || summed.has(id)) return;
    if (told) told.report = newest([told.report, report.createdAt]);
    notify(ofReport(report));
  };
  const tellInquiry = async (roomId: string): Promise<void> => {
    const room = (await readRooms(10)).find(({ id }) => id === roomId);
    if (!room || !isWaiting(room) || summed.has(nameOf(room))) return;
    if (told) told.message = newest([told.message, writtenAt(room)]);
    notify(ofRoom(room));
  };
  /** The first time nothing counts as missed: waiting items are already counted on the app's badge. */
  const tellMissed = async (): Promise<void> => {
    isBehind = true;
    const [pending, known] = await queryClient.query({
      queryKey: ["missed"],
      queryFn: () => Promise.all([readPending(pageSize.max), readRooms(pageSize.max)]),
      retry: 3,
      retryDelay: (failures) => firstWaitMs * 2 ** failures,
      staleTime: 0,
      gcTime: 0,
    });
    isBehind = false;
    const before = told;
    told = {
      report: newest([before?.report ?? "", ...pending.map(({ createdAt }) => createdAt)]),
      message: newest([before?.message ?? "", ...known.map(writtenAt)]),
    };
    if (!before) return;
    const reports = pending.filter(({ createdAt }) => createdAt > before.report);
    const rooms = known.filter((room) => isWaiting(room) && writtenAt(room) > before.message);
    const notice = ofMissed(reports, rooms);
    if (!notice) return;
    // Their own news may still be on the way.
    summed.clear();
    for (const name of [...reports.map(({ id }) => id), ...rooms.map(nameOf)]) summed.add(name);
    notify(notice);
  };

  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: nothing is announced twice. Without an answer there is no notice now. */
  const inTurn = (work: () => Promise<void>): void => {
    turn = turn.then(() => (isOver ? undefined : work())).catch(() => undefined);
  };
  /** Missed ones come first: an announced one is not announced again. */
  const after = async (tell: () => Promise<void>): Promise<void> => {
    if (isBehind) await tellMissed();
    await tell();
  };
  return {
    report: (id: string): void => inTurn(() => after(() => tellReport(id))),
    inquiry: (roomId: string): void => inTurn(() => after(() => tellInquiry(roomId))),
    missed: (): void => inTurn(tellMissed),
    stop: (): void => {
      isOver = true;
    },
  };
};
