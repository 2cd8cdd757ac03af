import type { AnyObjectSchema, AnySchema } from "yup";
import type { ErrorCode } from "./errors.ts";
import type { LimitName } from "./limits.ts";

/** GET and HEAD change nothing; every other method is held against the cross-site rule. */
export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Tells whether a call of this method may change something. */
export const isUnsafeMethod = (method: Method): boolean => method !== "GET" && method !== "HEAD";

/** Callers: all, members, administrators. */
export type Access = "public" | "member" | "admin";

/** Names after ":" in a route path: "/api/contents/:id" gives "id". */
export type PathParam<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathParam<Tail>
    : Rest
  : never;

type Params<P extends string> = [PathParam<P>] extends [never]
  ? unknown
  : { params: Record<PathParam<P>, string> };

/** The part of a yup schema that tells its type: comparing all of yup's members doubled the time of every type check. */
interface SchemaType {
  readonly __isYupSchema__: boolean;
  readonly __outputType: unknown;
}

interface ObjectSchemaType extends SchemaType {
  readonly fields: object;
}

/** The schemas of one call, as their types are compared. */
export interface CallSchemaTypes {
  readonly query?: ObjectSchemaType;
  readonly body?: ObjectSchemaType;
  readonly response?: SchemaType;
}

/** The yup schemas of one call. They stand apart from its endpoint, so that the app can start without them. */
export interface CallSchemas extends CallSchemaTypes {
  readonly query?: AnyObjectSchema;
  readonly body?: AnyObjectSchema;
  /** The answer of a success; absent only for `stream`. */
  readonly response?: AnySchema;
}

/** The schemas of a feature's calls, by the names of the calls. */
export type FeatureSchemas = Readonly<Record<string, CallSchemaTypes>>;

/** Names the schemas of a call in its type; no endpoint has this property at run time. */
declare const schemas: unique symbol;

/** The file of a multipart body; its part is called `file`. */
export interface FileRule {
  /** Most bytes that the file may have. */
  readonly maxBytes: number;
}

/** One call of the product without its schemas: plain data, from which everything else about it is derived. */
export interface Endpoint<
  P extends string = string,
  E extends ErrorCode = ErrorCode,
  A extends Access = Access,
  F extends FileRule | undefined = FileRule | undefined,
> {
  readonly method: Method;
  /** Path with ":name" parameters. Those named id, roomId or ending in "Id" are uuids: anything else is 404. */
  readonly path: P;
  readonly access: A;
  /** Whether a suspended person may call it. */
  readonly whileSuspended: boolean;
  /** Whether a banned person may call it. Public reads answer them as they answer a visitor. */
  readonly whileBanned: boolean;
  /** Whether a session that must change its password first may call it. */
  readonly whileMustChangePassword?: boolean;
  /** `stream`: the answer is bytes, a redirect or a page, not JSON, and has no schema. */
  readonly kind?: "json" | "stream";
  /** `raw`: the handler reads the body itself. `multipart`: the fields of `body` and one file, as forms send them. */
  readonly bodyKind?: "json" | "raw" | "multipart";
  /** The file of a `multipart` body. */
  readonly file?: F;
  /** Called by other sites on purpose (webhooks, signed addresses): exempt from the cross-site check. */
  readonly crossSite?: boolean;
  /** Honours `Idempotency-Key`: the first answer is kept and given again. */
  readonly idempotent?: boolean;
  /** A success changes what contents and their pages show: answers kept for a moment are dropped. */
  readonly changesContents?: boolean;
  /** The limits that count this call instead of the general one. */
  readonly limit?: LimitName | readonly LimitName[];
  /** Limits that the handler counts itself, where its input makes the call what they limit. */
  readonly limitInHandler?: readonly LimitName[];
  /** Status of a success, 200 unless said. */
  readonly status?: number;
  /** Status of a success that made nothing new: a message whose `clientId` is known, a room that is open. */
  readonly repeatedStatus?: number;
  /** Codes beside those that every call can give (404 of the route, 401, 403, 429, 400, 5xx). */
  readonly errors: readonly E[];
}

/** An endpoint whose type knows the schemas of the call. */
export type TypedEndpoint<T extends Endpoint, S extends CallSchemaTypes> = Endpoint<
  T["path"],
  T["errors"][number],
  T["access"],
  T extends { file: infer F extends FileRule } ? F : undefined
> & { readonly [schemas]?: S };

export type AnyEndpoint = Endpoint & { readonly [schemas]?: CallSchemaTypes };

/** The features of the product and the calls of each. */
export type Api = Readonly<Record<string, Readonly<Record<string, AnyEndpoint>>>>;

/** Access to the calls of members, those who are suspended too. */
export const forMembers = { access: "member", whileSuspended: true, whileBanned: false } as const;

/** Access to the calls of administrators. */
export const forAdmins = { access: "admin", whileSuspended: true, whileBanned: false } as const;

/** A call that takes something down, or puts it back. */
export const moderating = {
  method: "PUT",
  ...forAdmins,
  idempotent: true,
  errors: ["VALIDATION", "NOT_FOUND", "ALREADY_IN_STATE"],
} as const;

/** The endpoints of a feature: one for each call that has schemas, no more, no fewer. */
export const endpoints =
  <S extends FeatureSchemas>() =>
  <const T extends { readonly [N in keyof S]: Endpoint }>(
    table: T & Readonly<Record<Exclude<keyof T, keyof S>, never>>,
  ): { readonly [N in keyof S]: TypedEndpoint<T[N], S[N]> } =>
    table;

type SchemaOf<T extends AnyEndpoint, K extends keyof CallSchemas> = T extends {
  readonly [schemas]?: infer S;
}
  ? S extends Readonly<Record<K, infer X extends SchemaType>>
    ? X
    : never
  : never;
type Part<T extends AnyEndpoint, K extends "query" | "body"> = [SchemaOf<T, K>] extends [never]
  ? unknown
  : { [key in K]: SchemaOf<T, K>["__outputType"] };

/** What a caller gives: path parameters, query and body, after validation. */
export type InputOf<T extends AnyEndpoint> = Params<T["path"]> & Part<T, "query"> & Part<T, "body">;

/** The file that a call takes, as its side handles files; nothing for calls without one. */
export type FileOf<T extends AnyEndpoint, V> = [NonNullable<T["file"]>] extends [never]
  ? unknown
  : { file: V };

/** What a success answers. */
export type OutputOf<T extends AnyEndpoint> = [SchemaOf<T, "response">] extends [never]
  ? // oxlint-disable-next-line typescript/no-invalid-void-type -- a handler of bytes returns nothing
    void
  : SchemaOf<T, "response">["__outputType"];

/** Codes that the handler of this call may fail with. */
export type ErrorOf<T extends AnyEndpoint> = T["errors"][number];
