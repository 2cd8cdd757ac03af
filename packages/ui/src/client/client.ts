import {
  addressOf, api, maskPhoneNumber, nextCursorIn, personHeader, type AskedOf, type AnyEndpoint, type Api, type FileOf, type InputOf, type OutputOf,
} from "@knowhow/shared"; // oxfmt-ignore
import { ConnectionError, failureOf, hasCode, HttpError, isSanction } from "../components/failure.ts";
import { finishLeaving, pendingSignOut } from "./leaving.ts";
import { tellLoginRequired, tellSanctioned } from "./refusals.ts";
import {
  fetchWithStaleFallback,
  onResponse,
  cacheResponse,
  onUnreachable,
  evict,
  readCachedResponse,
} from "./responseCache.ts";
import { confirmationCount, confirmPassword } from "./passwordPrompt.ts";
import { isForActiveUser, setActiveUser, sessionEpoch } from "./activeUser.ts";
import { withEtagCache } from "./etagCache.ts";
import { noteServerTime } from "./serverClock.ts";
import { markSessionUncertain, isAttributable, expectedUserId } from "./sender.ts";

/** Input of a call: as the contract says, with every part of the query optional, and the file where one is taken. */
export type CallInput<T extends AnyEndpoint> = FileOf<T, File> &
  (InputOf<T> extends { query: infer Q } ? Omit<InputOf<T>, "query"> & { query?: Partial<Q> } : InputOf<T>);

/** One request, ready to be sent. */
export interface OutgoingRequest {
  method: string;
  credentials: "include" | "omit" | "same-origin";
  headers: Record<string, string>;
  keepalive?: boolean;
  body?: string | Blob | FormData;
  signal?: AbortSignal;
}

/** The whole response, of any status. */
export interface Answered {
  status: number;
  statusText: string;
  text: string;
  headers: { get: (name: string) => string | null };
}

/** Sends a request; fails only where no response came. */
export type Transport = (address: string, request: OutgoingRequest) => Promise<Answered>;

/** What belongs to one sending, not to the call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** How it is sent, where the caller wants to follow the progress; else by fetch. */
  transport?: Transport;
  /** Sent where the contract honours it: the same key gives the first answer again. */
  idempotencyKey?: string;
  /** The `updatedAt` that the caller has seen; sent as `If-Match`. */
  ifMatch?: string;
  /**
   * Author of the request: refused with LOGIN_REQUIRED where another user is signed in by now. Without it the request
   * is made for the active user.
   */
  personId?: string;
  /** The request survives leaving the page, which a browser allows to small ones. */
  keepalive?: boolean;
  /** Throws a sanction like any other failure: for requests of screens that may not be in view. */
  sanctionIsFailure?: boolean;
}

/** One page of a list and where the next one starts; without a cursor it was the last. */
export interface Page<D> {
  data: D;
  nextCursor: string | undefined;
  /** When the device kept it, in milliseconds, where the server gave no answer. */
  keptAt?: number;
}

/** A call of the contract, ready to be made. */
export interface Sender<T extends AnyEndpoint> {
  (input: CallInput<T>, options?: CallOptions): Promise<OutputOf<T>>;
  readonly contract: T;
  /** The same call, with the cursor of the next page. */
  readonly page: (input: CallInput<T>, options?: CallOptions) => Promise<Page<OutputOf<T>>>;
}

/** A call whose input may be left out where nothing in it is required. */
export type Call<T extends AnyEndpoint> = Sender<T> &
  (object extends CallInput<T>
    ? (input?: CallInput<T>, options?: CallOptions) => Promise<OutputOf<T>>
    : unknown);

export type Client<A extends Api> = {
  readonly [F in keyof A]: { readonly [N in keyof A[F]]: Call<A[F][N]> };
};

interface Wire extends AskedOf {
  body?: unknown;
  file?: File;
}

/** Fields and file as a form sends them; the fields come first, so that they are known while the file arrives. */
const formOf = (fields: object, file: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set("file", file);
  return form;
};

const bodyOf = ({ body, file }: Wire): Pick<OutgoingRequest, "body"> => {
  if (file) return { body: formOf(body ?? {}, file) };
  return body === undefined ? {} : { body: JSON.stringify(body) };
};

/** What begins or ends a session. */
const doors: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  api.accounts.login,
  api.accounts.register,
  api.accounts.logout,
]);

const requestOf = (contract: AnyEndpoint, input: Wire, options: CallOptions): OutgoingRequest => ({
  method: contract.method,
  // A signed-out person is a visitor, also while the server still has the session.
  credentials: pendingSignOut() === undefined || doors.has(contract) ? "include" : "omit",
  headers: {
    // The browser itself names the type of a form, with what separates its parts.
    ...(input.body === undefined || input.file ? {} : { "content-type": "application/json" }),
    ...(contract.idempotent && options.idempotencyKey ? { "idempotency-key": options.idempotencyKey } : {}),
    ...(options.personId === undefined ? {} : { [personHeader]: options.personId }),
    ...(options.ifMatch === undefined ? {} : { "if-match": `"${options.ifMatch}"` }),
  },
  ...bodyOf(input),
  ...(options.keepalive ? { keepalive: true } : {}),
  ...(options.signal ? { signal: options.signal } : {}),
});

/** Makes the text of an answer into its value; a page of something else in its place is a failure. */
const valueOf = (contract: AnyEndpoint, status: number, text: string): unknown => {
  if (contract.kind === "stream") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(status, text.slice(0, 200));
  }
};

/** The whole phone number reaches the form that edits it, and stays neither in the page nor on the device. */
const maskNumber = (address: string, text: string): string =>
  address === api.accounts.openProfile.path
    ? text
    : text.replace(
        /"phoneNumber":"([-+\d]+)"/,
        (_, number: string) => `"phoneNumber":"${maskPhoneNumber(number)}"`,
      );

const byFetch: Transport = withEtagCache(async (address, request) => {
  const response = await fetch(address, request);
  const { status, statusText, headers } = response;
  // An answer out of the browser's own cache is as old as its date.
  if (headers.get("cache-control")?.includes("no-store")) noteServerTime(headers.get("date"));
  return { status, statusText, headers, text: maskNumber(address, await response.text()) };
});

/** Without a response by then, the server counts as not told. */
const leavingMs = 10_000;

/** Ends the session of a pending sign-out. */
export const endLeftSession = (): Promise<void> =>
  finishLeaving(
    () => send(api.accounts.logout, {}, { signal: AbortSignal.timeout(leavingMs) }),
    () => setActiveUser(null),
  );

const send = (contract: AnyEndpoint, input: Wire, options: CallOptions): Promise<Page<unknown>> =>
  contract.method === "GET"
    ? fetchWithStaleFallback(contract, input, () => ask(contract, input, options))
    : askWithPassword(contract, input, options);

/** Sends a call again, once, where it was refused for want of a fresh password and the person enters it. */
const askWithPassword = async (
  contract: AnyEndpoint,
  input: Wire,
  options: CallOptions,
): Promise<Page<unknown>> => {
  const turn = sessionEpoch();
  const before = confirmationCount();
  try {
    return await ask(contract, input, options);
  } catch (error) {
    if (!hasCode(error, "PASSWORD_REQUIRED")) throw error;
    const isConfirmed = confirmationCount() > before || (await confirmPassword(contract));
    if (!isConfirmed || !isForActiveUser(turn) || options.signal?.aborted) throw error;
    return ask(contract, input, options);
  }
};

const ask = async (contract: AnyEndpoint, input: Wire, options: CallOptions): Promise<Page<unknown>> => {
  // The pending sign-out must not end the session that is about to begin.
  if (pendingSignOut() !== undefined && doors.has(contract) && contract !== api.accounts.logout)
    await endLeftSession().catch(() => undefined);
  const personId = expectedUserId(contract);
  if (options.personId !== undefined || personId === undefined) return askOnce(contract, input, options);
  const turn = sessionEpoch();
  try {
    return await askOnce(contract, input, { ...options, personId });
  } catch (error) {
    if (!hasCode(error, "LOGIN_REQUIRED")) throw error;
    markSessionUncertain(turn);
    // No change is made in another user's name; a read is shown to that user, and not kept.
    if (contract.method !== "GET") throw error;
    return askOnce(contract, input, options, false);
  }
};

const askOnce = async (
  contract: AnyEndpoint,
  input: Wire,
  options: CallOptions,
  isKept = isAttributable(contract, options.personId),
): Promise<Page<unknown>> => {
  const { transport = byFetch } = options;
  const turn = sessionEpoch();
  let answered: Answered;
  try {
    answered = await transport(addressOf(contract, input), requestOf(contract, input, options));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const kept = await readCachedResponse(contract, input, turn);
    if (kept) return kept;
    onUnreachable();
    throw new ConnectionError(error);
  }
  const { status, statusText, text, headers } = answered;
  onResponse(contract, input, turn, status);
  if (status >= 200 && status < 300) {
    const page = { data: valueOf(contract, status, text), nextCursor: nextCursorIn(headers.get("link")) };
    if (isKept) void cacheResponse(contract, input, page.data, page.nextCursor, turn);
    return page;
  }
  const failure = failureOf(status, statusText, text, headers.get("retry-after"));
  if (isKept) void evict(contract, input, failure, turn);
  // This tab's idea of the session is wrong: the session is read again.
  if (hasCode(failure, "LOGIN_REQUIRED") && contract.path !== api.accounts.me.path) tellLoginRequired();
  if (hasCode(failure, "MUST_CHANGE_PASSWORD")) tellLoginRequired();
  if (!isSanction(failure) || options.sanctionIsFailure) throw failure;
  tellSanctioned();
  // The page is left, so this call never ends.
  return new Promise<never>(() => undefined);
};

const callOf = (contract: AnyEndpoint) =>
  Object.assign(
    async (input: Wire = {}, options: CallOptions = {}) => (await send(contract, input, options)).data,
    { contract, page: (input: Wire = {}, options: CallOptions = {}) => send(contract, input, options) },
  );

/** Derives a client from a contract: one typed function for each entry. */
export const createClient = <A extends Api>(contracts: A): Client<A> =>
  Object.fromEntries(
    Object.entries(contracts).map(([feature, entries]) => [
      feature,
      Object.fromEntries(Object.entries(entries).map(([name, contract]) => [name, callOf(contract)])),
    ]),
    // The mapped type can not be followed through Object.fromEntries; both walk the same contract.
  ) as unknown as Client<A>;

/** Every call of the product. */
export const client = createClient(api);

/** A fresh key for one act of the user, also where the page is not a secure context. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
