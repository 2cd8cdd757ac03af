import { api, clientHeader, consoleClient, type AnyEndpoint } from "@knowhow/shared";
import { object, string } from "yup";
import type { Owner } from "./memory.ts";
import type { ConsoleSession } from "./session.ts";

/** Request headers of one connection, or about the browser: never passed on. */
const dropped = /^(host|connection|keep-alive|transfer-encoding|te|upgrade|cookie|origin|referer|user-agent|content-length|expect|sec-.*|proxy-.*|access-control-.*)$/; // oxfmt-ignore

/** Response headers that do not describe the content; cookies stay in this process. */
const droppedOfAnswers = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|set-cookie|strict-transport-security|content-security-policy.*|clear-site-data|alt-svc|cross-origin-.*|report-.*)$/; // oxfmt-ignore

/** A response is data, whatever its type: as a page it may do nothing. */
const answerPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

const without = (headers: Headers, names: RegExp): Headers => {
  const left = new Headers();
  for (const [name, value] of headers) if (!names.test(name)) left.append(name, value);
  return left;
};

/** With the field that Node wants for a streamed body. */
type Sent = RequestInit & { duplex?: "half" };

const bodyOf = async (request: Request): Promise<Sent> => {
  if (!request.body) return {};
  // Small, and the server knows its length beforehand.
  if (request.headers.get("content-type")?.startsWith("application/json"))
    return { body: await request.arrayBuffer() };
  return { body: request.body, duplex: "half" };
};

/** Longest wait for the beginning of a response. */
const answerMs = 60_000;

/** Sends a request; the limit ends with the beginning of the response, and a streamed body has none. */
const sendInTime = async (
  send: (address: string, init: Sent) => Promise<Response>,
  address: string,
  init: Sent,
): Promise<Response> => {
  if (init.duplex) return send(address, init);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error("no answer")), answerMs);
  const signals = [limit.signal, ...(init.signal ? [init.signal] : [])];
  try {
    return await send(address, { ...init, signal: AbortSignal.any(signals) });
  } finally {
    clearTimeout(timer);
  }
};

/** The field that is read of a sign-in's response. */
const signInSchema = object({ user: object({ id: string().required() }).required() });

const isOf = ({ method, path }: AnyEndpoint, asked: { method: string }, pathname: string): boolean =>
  asked.method === method && pathname === path;

interface Options {
  readServer: () => string | null;
  session: ConsoleSession;
  /** Forgets a person's unsent words. */
  onSignedOut: (owner: Owner) => Promise<void>;
  agent: string;
  send?: (address: string, init: Sent) => Promise<Response>;
  log: (text: string) => void;
}

/** A request and its session: the response may come after the next sign-in. */
interface Asked {
  request: Request;
  address: string;
  turn: number;
  owner: Owner | undefined;
}

/** False when another sign-in was quicker. */
const beginBy = async (
  { session, log }: Pick<Options, "session" | "log">,
  { address, turn }: Asked,
  answer: Response,
): Promise<boolean> => {
  try {
    const { user } = await signInSchema.validate(await answer.clone().json());
    return await session.begin(address, user.id, answer.headers.getSetCookie(), turn);
  } catch (error) {
    log(`a sign-in was answered with something else: ${String(error)}`);
    return true;
  }
};

/** Updates the session by a response: begun, renewed, or over. False for a sign-in that came too late. */
const follow = async (options: Options, asked: Asked, answer: Response): Promise<boolean> => {
  const { session, onSignedOut } = options;
  const { request, address, turn, owner } = asked;
  const { pathname } = new URL(address);
  if (answer.ok && isOf(api.accounts.login, request, pathname)) return beginBy(options, asked, answer);
  await session.hear(address, answer.headers.getSetCookie(), turn);
  if (answer.status === 401 && isOf(api.accounts.me, request, pathname)) await session.lose(turn);
  if (answer.ok && isOf(api.accounts.logout, request, pathname)) {
    await session.end(turn);
    const { person } = session;
    const isBack = person?.personId === owner?.personId && person?.server === owner?.server;
    if (owner && !isBack) await onSignedOut(owner);
  }
  return true;
};

/**
 * Passes the window's requests on to the server in use: without `Origin`, as no browser sends it, and with the session
 * that this process keeps. Responses come through as they arrive, streams too.
 */
export const createApiProxy = (options: Options) => {
  const { readServer, session, agent, send = fetch, log } = options;
  return async (request: Request): Promise<Response> => {
    const server = readServer();
    if (server === null) return Response.error();
    const { pathname, search } = new URL(request.url);
    const address = `${server}${pathname}${search}`;
    const headers = without(request.headers, dropped);
    const cookie = await session.cookieFor(address);
    const asked = { request, address, turn: session.turn, owner: session.owner };
    if (cookie !== "") headers.set("cookie", cookie);
    headers.set("user-agent", agent);
    // The server ends what the console begins sooner than what a browser does.
    headers.set(clientHeader, consoleClient);
    let answer: Response;
    try {
      answer = await sendInTime(send, address, {
        method: request.method,
        headers,
        signal: request.signal,
        redirect: "manual",
        ...(await bodyOf(request)),
      });
    } catch (error) {
      if (!request.signal.aborted) log(`${request.method} ${pathname}: ${String(error)}`);
      // To the window it is a lost connection.
      return Response.error();
    }
    if (!(await follow(options, asked, answer))) {
      await answer.body?.cancel();
      return Response.error();
    }
    // The window follows no redirect of a server.
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
      await answer.body?.cancel();
      return new Response(null, { status: 502, headers: { "content-security-policy": answerPolicy } });
    }
    const passed = without(answer.headers, droppedOfAnswers);
    passed.set("content-security-policy", answerPolicy);
    passed.set("x-content-type-options", "nosniff");
    return new Response(answer.body, { status: answer.status, headers: passed });
  };
};
