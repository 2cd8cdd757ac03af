import type { SessionEndReason } from "@knowhow/shared/ipc.ts";
import { readFile, rm } from "node:fs/promises";
import { CookieJar } from "tough-cookie";
import writeFileAtomic from "write-file-atomic";
import { number, object, string } from "yup";

const minuteMs = 60_000;
/** Nobody is signed in for longer, whatever they do. */
const longestMs = 12 * 60 * minuteMs;
/** After so long without anybody there, the session ends. */
const idleMs = 30 * minuteMs;
/** That somebody is there is written down this often. */
const noteEveryMs = minuteMs;

const schema = object({
  server: string().required(),
  /** The jar as its library writes it. */
  cookies: string().required(),
  since: number().required(),
  seen: number().required(),
});

/** How text is sealed by the system, and opened again. */
export interface Seal {
  /** Undefined where nothing protects it. */
  close: (text: string) => Promise<Buffer | undefined>;
  open: (sealed: Buffer) => Promise<string>;
}

interface Options {
  file: string;
  seal: Seal;
  now: () => number;
  /** Told of an end that nobody asked for, with what was known of the session. */
  onEnd: (reason: SessionEndReason, cookie: string, server: string) => void;
}

interface State {
  server: string;
  since: number;
  seen: number;
}

/**
 * The session of whoever is signed in: its cookies stay in this process and, sealed, in one file. It ends after half
 * an hour without anybody there, and after twelve hours.
 */
export class ConsoleSession {
  #jar = new CookieJar();
  #state: State | undefined;
  #notedAt = 0;

  private constructor(private readonly options: Options) {}

  /** Takes up what was kept; what can not be opened is nobody's. */
  static async open(options: Options): Promise<ConsoleSession> {
    const session = new ConsoleSession(options);
    try {
      const text = await options.seal.open(await readFile(options.file));
      const { cookies, ...state } = await schema.validate(JSON.parse(text));
      session.#jar = CookieJar.deserializeSync(cookies);
      session.#state = state;
    } catch {
      await rm(options.file, { force: true });
    }
    await session.check();
    return session;
  }

  /** Whether somebody is signed in, as far as is known here. */
  get isKnown(): boolean {
    return this.#state !== undefined;
  }

  /** What goes to the server as `Cookie`; empty where nobody is signed in there. */
  async cookieFor(address: string): Promise<string> {
    await this.check();
    if (this.#state && new URL(address).origin !== this.#state.server) return "";
    return this.#jar.getCookieString(address);
  }

  /** Keeps what a server said with `Set-Cookie`. */
  async hear(address: string, lines: readonly string[]): Promise<void> {
    for (const line of lines) await this.#jar.setCookie(line, address, { ignoreError: true });
    if (lines.length > 0 && this.#state) await this.#write();
  }

  /** Somebody has signed in. */
  async begin(server: string): Promise<void> {
    const now = this.options.now();
    this.#state = { server, since: now, seen: now };
    await this.#write();
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
    const { server, since, seen } = this.#state;
    const reason = now - since >= longestMs ? "longest" : now - seen >= idleMs ? "idle" : undefined;
    if (!reason) return;
    const cookie = await this.#jar.getCookieString(server);
    await this.end();
    this.options.onEnd(reason, cookie, server);
  }

  /** Forgets all of it, here and in the file. */
  async end(): Promise<void> {
    this.#state = undefined;
    this.#jar = new CookieJar();
    await rm(this.options.file, { force: true });
  }

  async #write(): Promise<void> {
    if (!this.#state) return;
    this.#notedAt = this.options.now();
    const text = JSON.stringify({ ...this.#state, cookies: JSON.stringify(this.#jar.serializeSync()) });
    const sealed = await this.options.seal.close(text);
    // Somebody may have signed out meanwhile.
    if (sealed && this.isKnown) await writeFileAtomic(this.options.file, sealed, { mode: 0o600 });
  }
}
