import { endpoints } from "./endpoint.ts";
import type { eventsSchemas } from "./schemas/events.ts";
import { isUuid } from "./text.ts";

type RoomKind = "purchase" | "admin";
const isRoomKind = (value: string): value is RoomKind => value === "purchase" || value === "admin";
const isText = (): boolean => true;

/**
 * What the stream tells: never the thing itself, only that it is worth asking for. Each field is a text, with its rule;
 * not a schema, since every start of the app listens.
 */
const eventFields = {
  message: { roomId: isUuid, kind: isRoomKind, id: isUuid },
  room: { roomId: isUuid },
  report: { id: isUuid },
  /** An administrator came to a report, or left it. */
  lease: { reportId: isUuid },
  sanction: {},
  /** An alert was raised or answered: for administrators. */
  alert: {},
  /** The person's own account data were changed, on any of their devices. */
  account: {},
  /** An order was paid, asked back, given back …: for its buyer and its seller. */
  order: { orderNumber: isText, status: isText },
  /** For its seller. Several settlements that change at once are told as one of them. */
  settlement: { orderNumber: isText, status: isText },
  /** A content was taken down or put back: for all open screens, since any may show it. */
  content: { id: isUuid },
  /**
   * A comment was written or deleted: for the content's seller and its author; taken down or put back: as of a content.
   */
  comment: { contentId: isUuid, id: isUuid },
  /**
   * A rating was given, changed, answered or deleted: for the content's seller and its author; taken down or put back: as
   * of a content.
   */
  rating: { contentId: isUuid, id: isUuid },
  /** A content that the person keeps in mind costs less, or has a new version. */
  wish: { contentId: isUuid },
  /** A question was asked: for the content's seller; or answered: for its author. */
  question: { contentId: isUuid, act: isText },
  /** A question was taken back or edited, for the content's seller; taken down or put back: as of a content. */
  questions: { contentId: isUuid },
  /** Missed news are gone: ask for everything again. */
  resync: {},
};
export type EventName = keyof typeof eventFields;
type Fields<N extends EventName> = (typeof eventFields)[N];
export type EventData<N extends EventName> = {
  [F in keyof Fields<N>]: Fields<N>[F] extends typeof isRoomKind ? RoomKind : string;
};

// Object.keys forgets which keys there are.
export const eventNames = Object.keys(eventFields) as EventName[];

/** Tells whether something is the data of this kind of news. */
export const isEventData = <N extends EventName>(name: N, data: unknown): data is EventData<N> =>
  typeof data === "object" &&
  data !== null &&
  Object.entries<(value: string) => boolean>(eventFields[name]).every(([field, isRight]) => {
    const value: unknown = Reflect.get(data, field);
    return typeof value === "string" && isRight(value);
  });

/** News as they happen. */
export const events = endpoints<typeof eventsSchemas>()({
  stream: {
    method: "GET",
    path: "/api/events",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    kind: "stream",
    errors: ["UNAVAILABLE"],
  },
});
