import { object, string, type InferType } from "yup";
import { endpoint } from "./endpoint.ts";
import { idValue, textValue } from "./fields.ts";

/** What the stream tells: never the thing itself, only that it is worth asking for. */
export const eventData = {
  message: object({
    roomId: idValue,
    kind: string().oneOf(["purchase", "admin"]).required(),
    id: idValue,
  }).noUnknown(),
  room: object({ roomId: idValue }).noUnknown(),
  report: object({ id: idValue }).noUnknown(),
  /** An administrator came to a report, or left it. */
  lease: object({ reportId: idValue }).noUnknown(),
  sanction: object({}).noUnknown(),
  /** An order was paid, asked back, given back …: for its buyer and its seller. */
  order: object({ orderNumber: textValue, status: textValue }).noUnknown(),
  /** For its seller. Several settlements that change at once are told as one of them. */
  settlement: object({ orderNumber: textValue, status: textValue }).noUnknown(),
  /** A comment was written or taken away: for the content's seller and its author. */
  comment: object({ contentId: idValue, id: idValue }).noUnknown(),
  /** What was missed is too long ago: ask for everything again. */
  resync: object({}).noUnknown(),
};
export type EventName = keyof typeof eventData;
export type EventData<N extends EventName> = InferType<(typeof eventData)[N]>;

/** News as they happen. */
export const events = {
  stream: endpoint({
    method: "GET",
    path: "/api/events",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    kind: "stream",
    errors: ["UNAVAILABLE"],
  }),
};
