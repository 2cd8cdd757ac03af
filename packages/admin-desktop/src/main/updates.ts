/** How often the console asks for a newer version. */
const askEveryMs = 4 * 60 * 60_000;

/** Source of newer versions; electron-updater in packages. */
interface Updater {
  check: () => Promise<unknown>;
  onReady: (tell: (version: string) => void) => void;
  install: () => void;
}

const openUpdater = async (): Promise<Updater> => {
  const { autoUpdater } = await import("electron-updater");
  autoUpdater.autoDownload = true;
  return {
    check: () => autoUpdater.checkForUpdates(),
    onReady: (tell) => {
      autoUpdater.on("update-downloaded", ({ version }) => tell(version));
    },
    install: () => autoUpdater.quitAndInstall(),
  };
};

interface Options {
  /** Only a signed console may replace itself. */
  isSigned: boolean;
  onReady: (version: string) => void;
  log: (text: string) => void;
  open?: () => Promise<Updater>;
}

/** Looks for newer versions now and then. */
export const watchUpdates = ({ isSigned, onReady, log, open = openUpdater }: Options) => {
  let install: (() => void) | undefined;
  const begin = async () => {
    const updater = await open();
    updater.onReady((version) => {
      install = () => updater.install();
      onReady(version);
    });
    const check = () => {
      updater.check().catch((error: unknown) => log(`no answer about updates: ${String(error)}`));
    };
    check();
    setInterval(check, askEveryMs).unref();
  };
  if (isSigned) begin().catch((error: unknown) => log(`updates do not work: ${String(error)}`));
  return {
    /** Restarts into the version that lies ready, if one does and nothing is in the way of the console's end. */
    restart: async (mayEnd: () => Promise<boolean>): Promise<void> => {
      if (install && (await mayEnd())) install();
    },
  };
};
