import {
  api,
  type InquiryMessage,
  type InquiryRoom,
  type Lease,
  type OutputOf,
  type Penalty,
  type Report,
  type ReportAct,
} from "@knowhow/shared";
import { onResponse } from "../../client/responseCache.ts";
import { sessionEpoch } from "../../client/activeUser.ts";
import { startServer, type FakeAnswer, type RecordedRequest } from "../../testing/server.ts";
import { buildUser } from "../../testing/users.ts";

/** An id that ends in this. */
export const idOf = (end: string): string => `01900000-0000-7000-8000-${end.padStart(12, "0")}`;

const time = "2026-11-20T05:06:00.000Z";

/** The signed-in administrator of these tests. */
export const admin = buildUser({ id: idOf("ad"), userId: "admin1", nickname: "지킴이", isAdmin: true });

type Case = OutputOf<(typeof api)["reports"]["get"]>;

/** A report as the server would send it. */
export const buildReport = (overrides: Partial<Report> = {}): Report => ({
  id: idOf("1"),
  reportType: "content",
  status: "pending",
  reportReason: "fraud",
  reportDetails: "설명과 다른 파일이에요",
  reporter: { id: idOf("a"), nickname: "민수" },
  reportedUser: {
    id: idOf("b"),
    nickname: "지현",
    warningCount: 0,
    suspendedUntil: null,
    isBanned: false,
    openReports: 1,
  },
  contentId: idOf("c"),
  contentTitle: "여행 영어",
  chatRoomId: null,
  commentId: null,
  ratingId: null,
  questionId: null,
  commentText: null,
  nicknamesThen: { reporter: "민수", reportedUser: "지현" },
  voices: 1,
  createdAt: time,
  reviewedAt: null,
  reviewNotes: null,
  lastAct: null,
  ...overrides,
});

/** A penalty as the server would send it. */
export const buildPenalty = (overrides: Partial<Penalty> = {}): Penalty => ({
  id: idOf("d"),
  userId: idOf("b"),
  reportId: null,
  adminId: admin.id,
  penaltyType: "warning",
  duration: null,
  reason: "허위 설명",
  startDate: time,
  endDate: null,
  isActive: true,
  createdAt: time,
  seenAt: null,
  liftedAt: null,
  liftReason: null,
  ...overrides,
});

/** The open case of a report, which nobody else is at. */
export const buildCase = (report: Report, overrides: Partial<Case> = {}): Case => ({
  report,
  lease: null,
  related: [],
  sameTarget: 0,
  acts: [],
  reporter: {
    ...report.reporter,
    joinedAt: time,
    reports: 0,
    dismissed: 0,
    penalty: null,
    warningCount: 0,
    suspendedUntil: null,
    isBanned: false,
  },
  voices: [],
  decidedApart: 0,
  ...overrides,
});

/** The lease of an administrator. */
export const buildLease = (overrides: Partial<Lease> = {}): Lease => ({
  adminId: admin.id,
  nickname: admin.nickname,
  until: "2026-11-20T05:11:00.000Z",
  reason: null,
  ...overrides,
});

type History = OutputOf<(typeof api)["penalties"]["history"]>;

/** The history of the person whom the reports of these tests are about. */
export const buildHistory = (
  user: Partial<History["user"]> = {},
  penalties: readonly Penalty[] = [],
): History => ({
  user: {
    id: idOf("b"),
    userId: "jihyun1",
    nickname: "지현",
    warningCount: 0,
    suspendedUntil: null,
    isBanned: false,
    banReason: null,
    createdAt: time,
    ...user,
  },
  reports: [],
  penalties: [...penalties],
  orders: { count: 3, refunded: 1 },
});

/** A decision about a report as the server would send it. */
export const buildAct = (overrides: Partial<ReportAct> = {}): ReportAct => ({
  kind: "resolved",
  adminId: admin.id,
  adminNickname: admin.nickname,
  notes: null,
  at: "2026-11-20T06:00:00.000Z",
  penalty: null,
  ...overrides,
});

/** A conversation with the administrators as the server would send it. */
export const buildRoom = (overrides: Partial<InquiryRoom> = {}): InquiryRoom => ({
  id: idOf("e"),
  type: "general",
  relatedId: null,
  status: "active",
  userId: idOf("a"),
  userNickname: "민수",
  subject: null,
  lastMessage: { message: "환불하고 싶어요", createdAt: time },
  lastMessageAt: time,
  createdAt: time,
  unreadCount: 0,
  ...overrides,
});

/** A message of such a conversation. */
export const buildMessage = (overrides: Partial<InquiryMessage> = {}): InquiryMessage => ({
  id: idOf("f"),
  senderId: idOf("a"),
  message: "환불하고 싶어요",
  messageType: "text",
  clientId: null,
  isRead: false,
  createdAt: time,
  senderNickname: "민수",
  ...overrides,
});

type Answering = (asked: RecordedRequest) => FakeAnswer | Promise<FakeAnswer>;

/** Answers by the beginning of the path, the longest first; the administrator is signed in. */
export const startAdminServer = (answers: Record<string, Answering>) => {
  const all: Record<string, Answering> = {
    [api.accounts.me.path]: () => ({ body: { user: admin } }),
    [api.alerts.list.path]: () => ({ body: { alerts: [], counts: { open: 0 } } }),
    [api.refunds.list.path]: () => ({ body: { refunds: [], counts: { requested: 0, overdue: 0 } } }),
    [api.inquiries.mine.path]: () => ({ body: { chatRooms: [] } }),
    ...answers,
  };
  const known = Object.entries(all).sort(([one], [other]) => other.length - one.length);
  return startServer((asked) => {
    const found = known.find(([path]) => asked.path.startsWith(path));
    return found ? found[1](asked) : { status: 404, body: { code: "NOT_FOUND", message: asked.path } };
  });
};

/** The server has answered a call. */
export const hearServer = (): void => onResponse(api.health.live, {}, sessionEpoch(), 200);
