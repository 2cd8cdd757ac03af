import type { AnyObjectSchema, AnySchema, InferType } from "yup";
import type { ErrorCode } from "./errors.ts";
import type { LimitName } from "./limits.ts";

/** GET and HEAD change nothing; every other method is held against the cross-site rule. */
export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Tells whether a call of this method may change something. */
export const isUnsafeMethod = (method: Method): boolean => method !== "GET" && method !== "HEAD";

/** Who may call: anyone, anyone signed in, administrators. */
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
type Part<K extends string, S> = [NonNullable<S>] extends [never]
  ? unknown
  : NonNullable<S> extends infer X extends AnySchema
    ? { [key in K]: InferType<X> }
    : never;

/** The file of a multipart body; its part is called `file`. */
export interface FileRule {
  /** Most bytes that the file may have. */
  readonly maxBytes: number;
}

/** One call of the product, complete: everything else about it is derived from this entry. */
export interface Endpoint<
  P extends string,
  R extends AnySchema | undefined,
  E extends ErrorCode,
  Q extends AnyObjectSchema | undefined,
  B extends AnyObjectSchema | undefined,
  A extends Access = Access,
  F extends FileRule | undefined = FileRule | undefined,
> {
  readonly method: Method;
  /** Path with ":name" parameters. Those named id, roomId or ending in "Id" are uuids: anything else is 404. */
  readonly path: P;
  readonly access: A;
  /** Whether someone suspended may call it. */
  readonly whileSuspended: boolean;
  /** Whether someone banned may call it. Public reads answer them as they answer a visitor. */
  readonly whileBanned: boolean;
  /** Whether a session that must change its password first may call it. */
  readonly whileMustChangePassword?: boolean;
  /** `stream`: the answer is bytes, a redirect or a page, not JSON. */
  readonly kind?: "json" | "stream";
  /** `raw`: the handler reads the body itself. `multipart`: the fields of `body` and one file, as forms send them. */
  readonly bodyKind?: "json" | "raw" | "multipart";
  /** The file of a `multipart` body. */
  readonly file?: F;
  /** Called by other sites on purpose (webhooks, signed addresses): exempt from the cross-site check. */
  readonly crossSite?: boolean;
  /** Honours `Idempotency-Key`: the first answer is kept and given again. */
  readonly idempotent?: boolean;
  /** A success changes what lists of contents show: answers kept for a moment are dropped. */
  readonly changesContents?: boolean;
  /** The limits that count this call instead of the general one. */
  readonly limit?: LimitName | readonly LimitName[];
  readonly query?: Q;
  readonly body?: B;
  /** The answer of a success; absent only for `stream`. */
  readonly response?: R;
  /** Status of a success, 200 unless said. */
  readonly status?: number;
  /** Codes beside those that every call can give (404 of the route, 401, 403, 429, 400, 5xx). */
  readonly errors: readonly E[];
}

export type AnyEndpoint = Endpoint<
  string,
  AnySchema | undefined,
  ErrorCode,
  AnyObjectSchema | undefined,
  AnyObjectSchema | undefined
>;

/** The features of the product and the calls of each. */
export type Api = Readonly<Record<string, Readonly<Record<string, AnyEndpoint>>>>;

/** Who may make the calls of administrators. */
export const forAdmins = { access: "admin", whileSuspended: true, whileBanned: false } as const;

/** Keeps the literal types of one entry. */
export const endpoint = <
  const P extends string,
  const E extends ErrorCode,
  R extends AnySchema | undefined = undefined,
  Q extends AnyObjectSchema | undefined = undefined,
  B extends AnyObjectSchema | undefined = undefined,
  A extends Access = Access,
  F extends FileRule | undefined = undefined,
>(
  definition: Endpoint<P, R, E, Q, B, A, F>,
): Endpoint<P, R, E, Q, B, A, F> => definition;

/** What a caller gives: path parameters, query and body, after validation. */
export type InputOf<T extends AnyEndpoint> = Params<T["path"]> &
  Part<"query", T["query"]> &
  Part<"body", T["body"]>;

/** The file that a call takes, as its side handles files; nothing for calls without one. */
export type FileOf<T extends AnyEndpoint, V> = [NonNullable<T["file"]>] extends [never]
  ? unknown
  : { file: V };

/** What a success answers. */
export type OutputOf<T extends AnyEndpoint> = [NonNullable<T["response"]>] extends [never]
  ? // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a handler of bytes returns nothing
    void
  : NonNullable<T["response"]> extends infer S extends AnySchema
    ? InferType<S>
    : never;

/** Codes that the handler of this call may fail with. */
export type ErrorOf<T extends AnyEndpoint> = T["errors"][number];
