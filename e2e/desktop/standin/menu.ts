import { EventEmitter } from "node:events";

/** The options that are used. */
interface ItemOptions {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  enabled?: boolean;
  visible?: boolean;
  checked?: boolean;
  click?: () => void;
  submenu?: ItemOptions[];
}

/** Electron's `MenuItem`: what a test clicks. */
export class MenuItem {
  readonly id: string | undefined;
  readonly label: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly submenu: Menu | undefined;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly #click: (() => void) | undefined;

  constructor(options: ItemOptions) {
    this.id = options.id;
    this.role = options.role;
    this.label = options.label ?? options.role ?? "";
    this.type = options.type ?? (options.submenu ? "submenu" : "normal");
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu = options.submenu ? Menu.buildFromTemplate(options.submenu) : undefined;
    // Handlers are given neither window nor event here.
    this.#click = options.click;
  }

  click(): void {
    this.#click?.();
  }
}

/** Electron's `Menu`. */
export class Menu extends EventEmitter {
  static #application: Menu | null = null;
  readonly items: MenuItem[] = [];

  append(item: MenuItem): void {
    this.items.push(item);
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }

  static buildFromTemplate(template: readonly (ItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }
}

/** Electron's `Tray`: nothing is to be seen of it. */
export class Tray extends EventEmitter {
  toolTip = "";
  menu: Menu | null = null;

  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }
  setTitle(): void {
    // Shown by macOS only.
  }
  setImage(): void {
    // Nothing is to be seen of it.
  }
  destroy(): void {
    this.removeAllListeners();
  }
  isDestroyed(): boolean {
    return false;
  }
}

/** Electron's `Notification`: kept, so that a test finds and clicks it. */
export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  readonly title: string;
  readonly body: string;

  constructor({ title = "", body = "" }: { title?: string; body?: string }) {
    super();
    this.title = title;
    this.body = body;
  }
  show(): void {
    Notification.shown.push(this);
    setImmediate(() => this.emit("show", {}));
  }
  close(): void {
    this.emit("close", {});
  }
  static isSupported(): boolean {
    return true;
  }
}
