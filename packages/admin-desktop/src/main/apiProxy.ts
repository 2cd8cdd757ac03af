import { api, clientHeader, consoleClient, type AnyEndpoint } from "@knowhow/shared";
import { object, string } from "yup";
import type { Owner } from "./memory.ts";
import type { ConsoleSession } from "./session.ts";

/** What belongs to the way between two parties, or says who the browser is: never handed on. */
const dropped = /^(host|connection|keep-alive|transfer-encoding|te|upgrade|cookie|origin|referer|user-agent|content-length|expect|sec-.*|proxy-.*|access-control-.*)$/; // prettier-ignore

/** What describes the answer on its way, not what was answered; cookies stay in this process. */
const droppedOfAnswers = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|set-cookie|strict-transport-security|content-security-policy.*|clear-site-data|alt-svc|cross-origin-.*|report-.*)$/; // prettier-ignore

/** What a server answers is data, whatever it says it is: as a page it may do nothing. */
const answerPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

const without = (headers: Headers, names: RegExp): Headers => {
  const left = new Headers();
  for (const [name, value] of headers) if (!names.test(name)) left.append(name, value);
  return left;
};

/** With what Node wants said of a body that is still on its way. */
type Sent = RequestInit & { duplex?: "half" };

const bodyOf = async (request: Request): Promise<Sent> => {
  if (!request.body) return {};
  // Small, and the server knows its length beforehand.
  if (request.headers.get("content-type")?.startsWith("application/json"))
    return { body: await request.arrayBuffer() };
  return { body: request.body, duplex: "half" };
};

/** A server that takes a question and says nothing is not waited for any longer. */
const answerMs = 60_000;

/** Sends it; the limit ends with the beginning of the answer, and what is long in sending has none. */
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

/** What is wanted to know of the answer to a sign-in. */
const whoSchema = object({ user: object({ id: string().required() }).required() });

const isOf = ({ method, path }: AnyEndpoint, asked: { method: string }, pathname: string): boolean =>
  asked.method === method && pathname === path;

interface Options {
  readServer: () => string | null;
  session: ConsoleSession;
  /** What goes with whoever signs out. */
  onSignedOut: (who: Owner) => Promise<void>;
  agent: string;
  send?: (address: string, init: Sent) => Promise<Response>;
  log: (text: string) => void;
}

/** What was asked, and in whose session: an answer may come after the next person has signed in. */
interface Asked {
  request: Request;
  address: string;
  turn: number;
  who: Owner | undefined;
}

/** False when the sign-in is nobody's: somebody else was quicker. */
const beginBy = async (
  { session, log }: Pick<Options, "session" | "log">,
  { address, turn }: Asked,
  answer: Response,
): Promise<boolean> => {
  try {
    const { user } = await whoSchema.validate(await answer.clone().json());
    return await session.begin(address, user.id, answer.headers.getSetCookie(), turn);
  } catch (error) {
    log(`a sign-in was answered with something else: ${String(error)}`);
    return true;
  }
};

/** Keeps the session as an answer has it: begun, gone on with, or over. False when the answer is for nobody any more. */
const follow = async (options: Options, asked: Asked, answer: Response): Promise<boolean> => {
  const { session, onSignedOut } = options;
  const { request, address, turn, who } = asked;
  const { pathname } = new URL(address);
  if (answer.ok && isOf(api.accounts.login, request, pathname)) return beginBy(options, asked, answer);
  await session.hear(address, answer.headers.getSetCookie(), turn);
  if (answer.status === 401 && isOf(api.accounts.me, request, pathname)) await session.lose(turn);
  if (answer.ok && isOf(api.accounts.logout, request, pathname)) {
    await session.end(turn);
    const { person } = session;
    const isBack = person?.personId === who?.personId && person?.server === who?.server;
    if (who && !isBack) await onSignedOut(who);
  }
  return true;
};

/**
 * Hands what the window asks on to the server in use: without `Origin`, as no browser sends it, and with the session
 * that this process keeps. Answers come through as they arrive, streams too.
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
    const asked = { request, address, turn: session.turn, who: session.owner };
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
    // Nobody is led elsewhere by a server's word.
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
