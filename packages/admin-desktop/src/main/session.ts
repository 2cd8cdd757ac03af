import { consoleSessionHours } from "@knowhow/shared";
import type { SessionEndReason } from "@knowhow/shared/ipc.ts";
import { CookieJar } from "tough-cookie";
import { number, object, string } from "yup";
import type { Owner } from "./memory.ts";
import { createSealedFile, type Seal } from "./sealedFile.ts";

const minuteMs = 60_000;
/** Longest session, however busy: the server ends it by then too. */
const maxMs = consoleSessionHours * 60 * minuteMs;
/** After so long without activity the session ends. */
const idleMs = 30 * minuteMs;
/** How often activity is written down. */
const noteEveryMs = minuteMs;

const schema = object({
  server: string().required(),
  personId: string().required(),
  /** The jar as its library writes it. */
  cookies: string().required(),
  since: number().required(),
  seen: number().required(),
});

interface Options {
  file: string;
  seal: Seal;
  now: () => number;
  /** Called at an end that the person did not ask for. */
  onEnd: (reason: SessionEndReason) => void;
  /** Tells a server that a session, known by its cookies, is over; resolves once that is kept. */
  tellServer: (server: string, cookie: string) => Promise<void>;
}

interface State extends Owner {
  since: number;
  seen: number;
}

const take = async (jar: CookieJar, address: string, lines: readonly string[]): Promise<void> => {
  for (const line of lines) await jar.setCookie(line, address, { ignoreError: true });
};

const jarOf = async (address: string, lines: readonly string[]): Promise<CookieJar> => {
  const jar = new CookieJar();
  await take(jar, address, lines);
  return jar;
};

/**
 * The session of the signed-in person: its cookies stay in this process and, sealed, in one file. It ends after half an
 * hour without activity, and after twelve hours.
 */
export class ConsoleSession {
  readonly #file;
  #jar = new CookieJar();
  #state: State | undefined;
  #owner: Owner | undefined;
  #turn = 0;
  #notedAt = 0;

  private constructor(private readonly options: Options) {
    this.#file = createSealedFile(options);
  }

  /** Takes up the kept session; a file that can not be read is removed. */
  static async open(options: Options): Promise<ConsoleSession> {
    const session = new ConsoleSession(options);
    try {
      const { cookies, ...state } = await schema.validate(JSON.parse((await session.#file.read()) ?? ""));
      session.#jar = CookieJar.deserializeSync(cookies);
      session.#become(state);
    } catch {
      await session.#file.write(undefined);
    }
    await session.check();
    return session;
  }

  /** The signed-in person, as far as is known here. */
  get person(): Owner | undefined {
    return this.#state && { server: this.#state.server, personId: this.#state.personId };
  }

  /** Owner of words that are still taken: also after the session's time, until a sign-in or sign-out. */
  get owner(): Owner | undefined {
    return this.#owner;
  }

  /** Number of the session: responses to an earlier one are ignored. */
  get turn(): number {
    return this.#turn;
  }

  /** The `Cookie` header for an address; empty without a session there. */
  async cookieFor(address: string): Promise<string> {
    await this.check();
    if (!this.#state || new URL(address).origin !== this.#state.server) return "";
    return this.#jar.getCookieString(address);
  }

  /** Keeps the `Set-Cookie` lines of a response to a request of this session. */
  async hear(address: string, lines: readonly string[], turn: number): Promise<void> {
    if (lines.length === 0 || !this.#state || turn !== this.#turn) return;
    if (new URL(address).origin !== this.#state.server) return;
    await take(this.#jar, address, lines);
    await this.#write();
  }

  /**
   * Begins a session by the response to a request of that turn; false when another sign-in was quicker: then the server
   * is told that this session is over.
   */
  async begin(address: string, personId: string, lines: readonly string[], turn: number): Promise<boolean> {
    const server = new URL(address).origin;
    const jar = await jarOf(address, lines);
    if (this.#state && turn !== this.#turn) {
      await this.options.tellServer(server, await jar.getCookieString(server));
      return false;
    }
    const now = this.options.now();
    this.#jar = jar;
    this.#become({ server, personId, since: now, seen: now });
    await this.#write();
    return true;
  }

  /** Notes activity. */
  async touch(): Promise<void> {
    await this.check();
    if (!this.#state) return;
    this.#state.seen = this.options.now();
    if (this.#state.seen - this.#notedAt >= noteEveryMs) await this.#write();
  }

  /** Ends it when its time is over. */
  async check(): Promise<void> {
    if (!this.#state) return;
    const now = this.options.now();
    const { since, seen } = this.#state;
    const reason = now - since >= maxMs ? "longest" : now - seen >= idleMs ? "idle" : undefined;
    if (!reason) return;
    await this.#leaveServer();
    this.options.onEnd(reason);
  }

  /** The server does not know it any more. */
  async lose(turn: number): Promise<void> {
    if (!this.#state || turn !== this.#turn) return;
    await this.#forget();
    this.options.onEnd("server");
  }

  /** Ends it before its time, here and at the server. */
  async leave(): Promise<void> {
    this.#owner = undefined;
    if (this.#state) await this.#leaveServer();
  }

  /** Ends the session of that turn after its sign-out at the server; a later session stays. */
  async end(turn: number): Promise<void> {
    if (this.#state && turn !== this.#turn) return;
    this.#owner = undefined;
    await this.#forget();
  }

  #become(state: State): void {
    this.#state = state;
    this.#owner = { server: state.server, personId: state.personId };
    this.#turn += 1;
  }

  async #leaveServer(): Promise<void> {
    if (!this.#state) return;
    const { server } = this.#state;
    const jar = this.#jar;
    this.#drop();
    // First: an end that is in no file can not be told after a crash.
    await this.options.tellServer(server, await jar.getCookieString(server));
    await this.#empty();
  }

  #drop(): void {
    this.#state = undefined;
    this.#jar = new CookieJar();
    this.#turn += 1;
  }

  /** Forgets all of it, here and in the file. */
  async #forget(): Promise<void> {
    this.#drop();
    await this.#empty();
  }

  /** Removes the file, unless a new session has written it meanwhile. */
  async #empty(): Promise<void> {
    if (!this.#state) await this.#file.write(undefined);
  }

  async #write(): Promise<void> {
    // The session may have ended meanwhile.
    if (!this.#state) return;
    this.#notedAt = this.options.now();
    await this.#file.write(
      JSON.stringify({ ...this.#state, cookies: JSON.stringify(this.#jar.serializeSync()) }),
    );
  }
}
