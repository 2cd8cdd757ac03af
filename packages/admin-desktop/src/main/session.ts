import { consoleSessionHours } from "@knowhow/shared";
import type { SessionEndReason } from "@knowhow/shared/ipc.ts";
import { CookieJar } from "tough-cookie";
import { number, object, string } from "yup";
import type { Owner } from "./memory.ts";
import { createSealedFile, type Seal } from "./sealedFile.ts";

const minuteMs = 60_000;
/** Nobody is signed in for longer, whatever they do: the server ends it by then too. */
const longestMs = consoleSessionHours * 60 * minuteMs;
/** After so long without anybody there, the session ends. */
const idleMs = 30 * minuteMs;
/** That somebody is there is written down this often. */
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
  /** Told of an end that nobody asked for. */
  onEnd: (reason: SessionEndReason) => void;
  /** Sees to it that a server hears that a session of it, known by its cookies, is over; comes back once that is sure. */
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
 * The session of whoever is signed in: its cookies stay in this process and, sealed, in one file. It ends after half
 * an hour without anybody there, and after twelve hours.
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

  /** Takes up what was kept; what can not be opened is nobody's. */
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

  /** Who is signed in, as far as is known here. */
  get person(): Owner | undefined {
    return this.#state && { server: this.#state.server, personId: this.#state.personId };
  }

  /** Whose words are still taken: also when the time of their session is over, until somebody signs in or out. */
  get owner(): Owner | undefined {
    return this.#owner;
  }

  /** Which session it is: what is answered to an earlier one is nobody's any more. */
  get turn(): number {
    return this.#turn;
  }

  /** What goes to the server as `Cookie`; empty where nobody is signed in there. */
  async cookieFor(address: string): Promise<string> {
    await this.check();
    if (!this.#state || new URL(address).origin !== this.#state.server) return "";
    return this.#jar.getCookieString(address);
  }

  /** Keeps what a server said with `Set-Cookie` in answer to something that was asked in this session. */
  async hear(address: string, lines: readonly string[], turn: number): Promise<void> {
    if (lines.length === 0 || !this.#state || turn !== this.#turn) return;
    if (new URL(address).origin !== this.#state.server) return;
    await take(this.#jar, address, lines);
    await this.#write();
  }

  /**
   * Somebody has signed in, by what a server answered at an address of it to what was asked in that turn; false when
   * somebody else was quicker: then the server is told that this one is over.
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

  /** Somebody is there. */
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
    const reason = now - since >= longestMs ? "longest" : now - seen >= idleMs ? "idle" : undefined;
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

  /** Whoever was signed in at that turn has signed out: the server knows. Whoever came after them stays. */
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
    // First: what is in no file any more can not be told after a crash.
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

  /** The file of nobody; whoever has signed in meanwhile has written theirs. */
  async #empty(): Promise<void> {
    if (!this.#state) await this.#file.write(undefined);
  }

  async #write(): Promise<void> {
    // It may have ended meanwhile.
    if (!this.#state) return;
    this.#notedAt = this.options.now();
    await this.#file.write(
      JSON.stringify({ ...this.#state, cookies: JSON.stringify(this.#jar.serializeSync()) }),
    );
  }
}
