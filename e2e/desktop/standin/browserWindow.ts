import { EventEmitter } from "node:events";
import { app } from "./app.ts";
import { emitPreventable } from "./preventable.ts";
import { WebContents } from "./webContents.ts";

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The options that are used. */
type Options = Partial<Rectangle> & { show?: boolean; webPreferences?: { preload?: string } };

const windows = new Map<number, BrowserWindow>();
let count = 0;
const nextId = (): number => (count += 1);

/** Electron's `BrowserWindow`: what Chromium can not show is kept as a state. */
export class BrowserWindow extends EventEmitter {
  readonly id = nextId();
  readonly webContents: WebContents;
  /** What a test may ask about. */
  readonly standin = { isFlashing: false, title: "", overlay: "" };
  #bounds: Rectangle;
  #isVisible: boolean;
  #isFocused: boolean;
  #isMinimized = false;
  #isMaximized = false;

  constructor(options: Options = {}) {
    super();
    const { x = 0, y = 0, width = 800, height = 600, show = true, webPreferences } = options;
    this.#bounds = { x, y, width, height };
    this.#isVisible = show;
    this.#isFocused = show;
    windows.set(this.id, this);
    this.webContents = new WebContents(this, webPreferences?.preload);
    this.on("standin-gone", () => {
      this.#forget();
    });
    void this.webContents.prepared.then(() => this.#place());
    app.emit("browser-window-created", {}, this);
  }

  async #place(): Promise<void> {
    const { cdp } = this.webContents;
    const { x, y, width, height } = this.#bounds;
    try {
      const target = await cdp?.send("Browser.getWindowForTarget");
      const bounds = { left: x, top: y, width, height };
      if (target) await cdp?.send("Browser.setWindowBounds", { windowId: target.windowId, bounds });
    } catch {
      // Without a display there may be no window to place.
    }
  }
  #forget(): void {
    if (!windows.delete(this.id)) return;
    this.emit("closed");
    if (windows.size === 0 && !app.isQuitting) app.emit("window-all-closed");
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }
  /** Gives it the focus too, as Electron's does. */
  show(): void {
    this.#isVisible = true;
    this.#isFocused = true;
    this.emit("show");
    this.emit("focus");
  }
  hide(): void {
    this.#isVisible = false;
    this.blur();
    this.emit("hide");
  }
  blur(): void {
    if (!this.#isFocused) return;
    this.#isFocused = false;
    this.emit("blur");
  }
  focus(): void {
    this.#isFocused = this.#isVisible && !this.#isMinimized;
    this.emit("focus");
    this.webContents.page?.bringToFront().catch(() => undefined); // It may be gone.
  }
  isVisible(): boolean {
    return this.#isVisible;
  }
  isFocused(): boolean {
    return this.#isFocused;
  }
  minimize(): void {
    this.#isMinimized = true;
    this.blur();
    this.emit("minimize");
  }
  isMinimized(): boolean {
    return this.#isMinimized;
  }
  restore(): void {
    this.#isMinimized = false;
    this.#isFocused = this.#isVisible;
    this.emit("restore");
    this.emit("focus");
  }
  maximize(): void {
    this.#isMaximized = true;
    this.emit("maximize");
  }
  isMaximized(): boolean {
    return this.#isMaximized;
  }
  isFullScreen(): boolean {
    return false;
  }
  setFullScreen(): void {
    // Not modelled.
  }
  getBounds(): Rectangle {
    return { ...this.#bounds };
  }
  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    void this.#place();
    this.emit("resize");
    this.emit("move");
  }
  setTitle(title: string): void {
    this.standin.title = title;
  }
  flashFrame(isFlashing: boolean): void {
    this.standin.isFlashing = isFlashing;
  }
  setOverlayIcon(_image: unknown, description: string): void {
    this.standin.overlay = description;
  }
  isDestroyed(): boolean {
    return !windows.has(this.id);
  }
  /** Asks the app, then closes; false where the app keeps the window. */
  close(): boolean {
    if (!emitPreventable(this, "close")) return false;
    this.webContents.close();
    return true;
  }
  destroy(): void {
    this.webContents.close();
    this.#forget();
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()];
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows.values()].find(({ webContents }) => webContents === contents) ?? null;
  }
  static fromId(id: number): BrowserWindow | null {
    return windows.get(id) ?? null;
  }
  static getFocusedWindow(): BrowserWindow | null {
    return [...windows.values()].find((window) => window.isFocused()) ?? null;
  }
}

app.closeWindows = () => BrowserWindow.getAllWindows().every((window) => window.close());
