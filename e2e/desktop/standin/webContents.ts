import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright-core";
import { fromChromium, toChromium } from "./addresses.ts";
import { app } from "./app.ts";
import { getChromium } from "./chromium.ts";
import { ipcMain } from "./ipcMain.ts";
import { guardNavigation } from "./navigation.ts";
import { session } from "./small.ts";
import { read, write } from "./wire.ts";
import { pageScript, preloadScript, receiveScript, sendName, worldName } from "./worlds.ts";

type OpenHandler = (details: { url: string }) => { action: "allow" | "deny" };

/** What the launcher has put there. */
const electronVersion: string = process.versions["electron"];

const known = new Map<number, WebContents>();
let count = 0;
const nextId = (): number => (count += 1);

/** Electron's `webContents` of one window: a page of Chromium, driven over its protocol. */
export class WebContents extends EventEmitter {
  readonly id = nextId();
  readonly session = session.defaultSession;
  readonly prepared: Promise<void>;
  targetId = "";
  page: Page | undefined;
  cdp: CDPSession | undefined;
  #isDestroyed = false;
  #preloadContext: number | undefined;
  #handleOpen: OpenHandler = () => ({ action: "allow" });
  readonly #navigation = guardNavigation(this);

  constructor(
    readonly owner: EventEmitter,
    preload: string | undefined,
  ) {
    super();
    known.set(this.id, this);
    this.prepared = this.#prepare(preload);
    app.emit("web-contents-created", {}, this);
  }

  async #prepare(preload: string | undefined): Promise<void> {
    const { context, takeFirstPage } = getChromium();
    const page = takeFirstPage() ?? (await context.newPage());
    this.page = page;
    const cdp = await context.newCDPSession(page);
    this.cdp = cdp;
    this.targetId = (await cdp.send("Target.getTargetInfo")).targetInfo.targetId;
    cdp.on("Runtime.executionContextCreated", ({ context: { name, id } }) => {
      if (name === worldName) this.#preloadContext = id;
    });
    cdp.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
      if (name === sendName) void this.#receive(payload, executionContextId);
    });
    await cdp.send("Runtime.addBinding", { name: sendName, executionContextName: worldName });
    await cdp.send("Runtime.enable");
    await cdp.send("Page.enable");
    const token = randomBytes(12).toString("hex");
    await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: pageScript(token) });
    if (preload !== undefined) {
      const facts = {
        platform: process.platform,
        versions: { electron: electronVersion },
      };
      const source = preloadScript(token, facts, readFileSync(preload, "utf8"));
      await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName });
    }
    await this.#navigation.watch(cdp);
    this.#watchOpening(page, cdp);
    page.on("domcontentloaded", () => this.emit("dom-ready"));
    page.on("load", () => this.emit("did-finish-load"));
    page.on("crash", () => this.emit("render-process-gone", {}, { reason: "crashed", exitCode: 1 }));
    page.on("close", () => {
      this.#isDestroyed = true;
      known.delete(this.id);
      this.owner.emit("standin-gone");
    });
  }

  /** A script wants a window: asked about before there is one. */
  async #open(url: string): Promise<void> {
    if (this.#handleOpen({ url: fromChromium(url) }).action !== "allow") return;
    const opened = await getChromium().context.newPage();
    await opened.goto(url).catch(() => undefined); // A page that does not exist has a window too.
  }

  /** A link wants a window. */
  #watchOpening(page: Page, cdp: CDPSession): void {
    // Each is asked about as it is wanted; its page comes a little later.
    const decided: ("allow" | "deny")[] = [];
    cdp.on("Page.windowOpen", ({ url }) => {
      decided.push(this.#handleOpen({ url: fromChromium(url) }).action);
    });
    page.on("popup", (popup) => {
      if (decided.shift() !== "allow") popup.close().catch(() => undefined); // It may have closed itself.
    });
  }

  async #receive(text: string, contextId: number): Promise<void> {
    // Written by the preload script's world.
    const message = read(text) as {
      kind: string;
      id: number;
      channel: string;
      values: unknown[];
      url: string;
    };
    const event = {
      sender: this,
      senderFrame: { url: this.getURL(), parent: null },
      processId: 1,
      frameId: 0,
    };
    if (message.kind === "open") {
      await this.#open(message.url);
      return;
    }
    if (message.kind === "send") {
      ipcMain.emit(message.channel, event, ...message.values);
      return;
    }
    const answer = await ipcMain.answer(message.channel, event, message.values);
    await this.#deliver({ kind: "answer", id: message.id, ...answer }, contextId);
  }

  async #deliver(message: object, contextId = this.#preloadContext): Promise<void> {
    if (contextId === undefined) return;
    await this.cdp
      ?.send("Runtime.evaluate", { expression: receiveScript(write(message)), contextId })
      .catch(() => undefined); // The page has gone on meanwhile, as in Electron.
  }

  /** Pushes to the preload script. */
  send(channel: string, ...values: unknown[]): void {
    const cloned = structuredClone(values);
    void this.prepared.then(() => this.#deliver({ kind: "push", channel, values: cloned }));
  }
  async loadURL(address: string): Promise<void> {
    await this.prepared;
    this.#navigation.expect();
    const { cdp } = this;
    if (!cdp) return;
    // Not the driver's own way, which gives up for good on a page whose process was gone.
    const loaded = new Promise((resolve) => cdp.once("Page.loadEventFired", resolve));
    const { errorText } = await cdp.send("Page.navigate", { url: toChromium(address) });
    if (errorText !== undefined) throw new Error(`${errorText} loading '${address}'`);
    await loaded;
    this.owner.emit("ready-to-show");
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#handleOpen = handler;
  }
  getURL(): string {
    return this.page ? fromChromium(this.page.url()) : "";
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  isCrashed(): boolean {
    return false;
  }
  close(): void {
    this.page?.close().catch(() => undefined); // It may be gone.
  }
  reload(): void {
    this.#navigation.expect();
    this.page?.reload().catch(() => undefined); // It may be gone.
  }
  /** A driver can not follow a page whose process is really gone: it stays until it is loaded again. */
  forcefullyCrashRenderer(): void {
    this.emit("render-process-gone", {}, { reason: "killed", exitCode: 1 });
  }
  openDevTools(): void {
    // The driver's own.
  }
  setZoomLevel(): void {
    // Not modelled.
  }
}

/** Electron's `webContents`: the way from a target of Chromium to what belongs to it. */
export const webContents = {
  getAllWebContents: (): WebContents[] => [...known.values()],
  fromId: (id: number): WebContents | undefined => known.get(id),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    [...known.values()].find((contents) => contents.targetId === targetId),
};
