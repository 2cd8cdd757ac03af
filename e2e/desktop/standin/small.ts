import { EventEmitter } from "node:events";

type PermissionRequest = (
  contents: unknown,
  permission: string,
  answer: (isAllowed: boolean) => void,
) => void;
type PermissionCheck = (contents: unknown, permission: string) => boolean;

class Session extends EventEmitter {
  /** What the app decides by, for a test to ask. */
  readonly standin: { request?: PermissionRequest; check?: PermissionCheck } = {};

  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.standin.request = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.standin.check = handler;
  }
  setSpellCheckerEnabled(): void {
    // Chromium's own stays.
  }
  async clearStorageData(): Promise<void> {
    // Not modelled.
  }
}

/** Electron's `session`: one for all windows. */
export const session = { defaultSession: new Session() };

/** Electron's `shell`: what would be opened is written down. */
export const shell = {
  opened: [] as string[],
  openExternal: async (address: string): Promise<void> => {
    shell.opened.push(address);
  },
  openPath: async (path: string): Promise<string> => {
    shell.opened.push(path);
    return "";
  },
};

/** Electron's `dialog`: answers what a test has laid ready, else the first button. */
export const dialog = {
  answers: [] as number[],
  shown: [] as object[],
  showMessageBox: async (...given: object[]): Promise<{ response: number; checkboxChecked: boolean }> => {
    dialog.shown.push(given.at(-1) ?? {});
    return { response: dialog.answers.shift() ?? 0, checkboxChecked: false };
  },
  showErrorBox: (title: string, content: string): void => {
    dialog.shown.push({ title, content });
  },
};

const image = () => ({
  isEmpty: () => false,
  setTemplateImage: () => undefined,
  resize: () => image(),
  getSize: () => ({ width: 0, height: 0 }),
});

/** Electron's `nativeImage`: pictures of nothing. */
export const nativeImage = {
  createEmpty: image,
  createFromPath: image,
  createFromBuffer: image,
  createFromDataURL: image,
};

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const display = { id: 1, bounds: area, workArea: area, workAreaSize: area, scaleFactor: 1 };

/** Electron's `screen`: one of the usual size. */
export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
});

/** Electron's `powerMonitor`: a test emits its events. */
export const powerMonitor = new EventEmitter();

/** Electron's `nativeTheme`, which does not reach the windows here. */
export const nativeTheme = Object.assign(new EventEmitter(), {
  shouldUseDarkColors: false,
  themeSource: "system",
});

/** Electron's `crashReporter`: nothing is written. */
export const crashReporter = { start: (): void => undefined };

/** Electron's own updater: the app's comes from elsewhere. */
export const autoUpdater = new EventEmitter();
