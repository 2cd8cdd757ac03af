import type { AnyEndpoint } from "@knowhow/shared";
import type { Context } from "koa";
import type { Trx } from "../database/BaseModel.ts";
import type { ReceivedFile } from "./multipart.ts";

/** The signed-in person of a request, read afresh from the database each time. */
export interface Viewer {
  id: string;
  userId: string;
  nickname: string;
  isAdmin: boolean;
  suspendedUntil: Date | null;
  isSuspended: boolean;
  isBanned: boolean;
  banReason: string | null;
  mustChangePassword: boolean;
  /** The password was entered in this session a short while ago. */
  isPasswordFresh: boolean;
}

/** What a handler answered, before it is sent. */
export interface HandlerAnswer {
  status: number;
  body: unknown;
}

interface RequestState {
  requestId: string;
  viewer: Viewer | undefined;
  /** The call of the contract that the request is. */
  call: AnyEndpoint | undefined;
  /** What the schemas of the call left of path, query and JSON body. */
  input: { params: Record<string, string>; query: unknown; body: unknown } | undefined;
  /** Receives the form of the call. */
  receive: (() => Promise<{ body: unknown; file: ReceivedFile }>) | undefined;
  answer: HandlerAnswer | undefined;
  /** What the viewer bought, liked and wished for among the contents that the address shows, where it was asked with the session. */
  flags:
    | Map<string, { hasPurchased: boolean; hasPaid: boolean; hasLiked: boolean; isWished: boolean }>
    | undefined;
  /** Hash of the session's id, when there is a session. */
  sessionHash: string | undefined;
  /** The transaction that the session began in. */
  sessionTrx: Trx | undefined;
}

const states = new WeakMap<object, RequestState>();

/** What the middleware found out about a request. */
export const stateOf = (ctx: Context): RequestState => {
  const known = states.get(ctx.req);
  if (known) return known;
  const fresh: RequestState = {
    requestId: "",
    viewer: undefined,
    call: undefined,
    input: undefined,
    receive: undefined,
    answer: undefined,
    flags: undefined,
    sessionHash: undefined,
    sessionTrx: undefined,
  };
  states.set(ctx.req, fresh);
  return fresh;
};

/** Origin under which this request reached us: the configured one, else what the client asked for. */
export const originOf = (ctx: Context, publicUrl: string | undefined): string =>
  // Not ctx.origin: Koa 3 gives the Origin header there, which is what the sender says of itself.
  publicUrl ?? `${ctx.protocol}://${ctx.host}`;
