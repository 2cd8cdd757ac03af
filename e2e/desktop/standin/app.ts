import { EventEmitter } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { getChromium, startChromium } from "./chromium.ts";
import { emitPreventable } from "./preventable.ts";
import { started } from "./started.ts";

/** Messages to the first process have to arrive. */
const passOnMs = 200;
/** A browser that does not end goes with its process after this time, as Electron's does. */
const maxClosingMs = 10_000;

interface Message {
  argv: string[];
  cwd: string;
  data: unknown;
}

const isAlive = (pidFile: string): boolean => {
  try {
    process.kill(Number(readFileSync(pidFile, "utf8")), 0);
    return true;
  } catch {
    return false;
  }
};

class App extends EventEmitter {
  isPackaged = false;
  /** What a test may ask about. */
  readonly standin = { protocols: [] as string[], relaunched: false, userModelId: "" };
  readonly commandLine = {
    switches: new Map<string, string>(),
    appendSwitch: (name: string, value = ""): void => {
      this.commandLine.switches.set(name, value);
    },
    hasSwitch: (name: string): boolean => this.commandLine.switches.has(name),
    getSwitchValue: (name: string): string => this.commandLine.switches.get(name) ?? "",
  };
  #name = started.productName;
  #badge = 0;
  #isReady = false;
  #isQuitting = false;
  #hasLost = false;
  #pidFile: string | undefined;
  readonly #paths = new Map<string, string>();
  #resolveReady: (event: object) => void = () => undefined;
  readonly #ready = new Promise<object>((resolve) => {
    this.#resolveReady = resolve;
  });

  whenReady(): Promise<object> {
    return this.#ready;
  }
  isReady(): boolean {
    return this.#isReady;
  }
  getName(): string {
    return this.#name;
  }
  setName(name: string): void {
    this.#name = name;
  }
  getVersion(): string {
    return started.version;
  }
  getAppPath(): string {
    return started.folder;
  }
  getLocale(): string {
    return "ko";
  }
  getPath(name: string): string {
    const set = this.#paths.get(name);
    if (set !== undefined) return set;
    if (name === "temp") return tmpdir();
    if (name === "home") return homedir();
    const appData = join(homedir(), ".config");
    if (name === "appData") return appData;
    const userData = this.#paths.get("userData") ?? join(appData, this.#name);
    return name === "userData" ? userData : join(userData, name);
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }
  setAppLogsPath(path?: string): void {
    if (path !== undefined) this.#paths.set("logs", path);
  }
  enableSandbox(): void {
    // Chromium runs without one here.
  }
  setAppUserModelId(id: string): void {
    this.standin.userModelId = id;
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.standin.protocols.push(scheme);
    return true;
  }
  setBadgeCount(count: number): boolean {
    this.#badge = count;
    return true;
  }
  getBadgeCount(): number {
    return this.#badge;
  }
  focus(): void {
    // There is no other app to take the focus from.
  }
  relaunch(): void {
    this.standin.relaunched = true;
  }

  /** True for the first process with these user data; a later one tells that one what it was started with. */
  requestSingleInstanceLock(data?: unknown): boolean {
    const folder = this.getPath("userData");
    mkdirSync(folder, { recursive: true });
    const socket = join(folder, "standin.sock");
    const pidFile = `${socket}.pid`;
    if (isAlive(pidFile)) {
      const message: Message = { argv: process.argv, cwd: process.cwd(), data };
      const connection = connect(socket, () => connection.end(JSON.stringify(message)));
      this.#hasLost = true;
      return false;
    }
    rmSync(socket, { force: true });
    writeFileSync(pidFile, String(process.pid));
    this.#pidFile = pidFile;
    createServer((connection) => {
      let text = "";
      connection.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      connection.on("end", () => {
        // Written by the lines above.
        const { argv, cwd, data: sent } = JSON.parse(text) as Message;
        this.emit("second-instance", {}, argv, cwd, sent);
      });
    })
      .listen(socket)
      .unref();
    return true;
  }

  /** Asks everybody, closes the windows, ends. */
  quit(): void {
    if (this.#isQuitting) return;
    if (!emitPreventable(this, "before-quit")) return;
    if (!this.closeWindows()) return;
    if (!emitPreventable(this, "will-quit")) return;
    this.#isQuitting = true;
    this.emit("quit", {}, 0);
    this.exit(0);
  }
  /** Closes the windows one by one; false where one of them stays. Set where windows are made. */
  closeWindows = (): boolean => true;

  exit(code = 0): void {
    this.#isQuitting = true;
    if (this.#pidFile !== undefined) rmSync(this.#pidFile, { force: true });
    const end = () => {
      process.exit(code);
    };
    if (!this.#isReady) {
      setTimeout(end, passOnMs);
      return;
    }
    setTimeout(end, maxClosingMs);
    void getChromium().context.close().then(end, end);
  }

  get isQuitting(): boolean {
    return this.#isQuitting;
  }

  /** Begins: Chromium is there before the app is told that it is ready. */
  async start(): Promise<void> {
    // The main script runs first: it sets its paths and asks whether it is the only one.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#hasLost) return;
    const { endpoint } = await startChromium(join(this.getPath("userData"), "chromium"));
    process.stderr.write(`DevTools listening on ${endpoint}\n`);
    this.#isReady = true;
    this.#resolveReady({});
    this.emit("ready", {}, {});
  }
}

/** Electron's `app`. */
export const app = new App();
