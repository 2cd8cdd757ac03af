import type { WaitingCount } from "@knowhow/shared/ipc.ts";
import type { ResponseCache } from "./responseCache.ts";
import { goToByNotice, showNotice, showOnSign, showUnsentOnSign } from "./webNotices.ts";
import type { DraftStore } from "../device/drafts/store.ts";
import type { JobStore } from "../device/jobs/store.ts";
import type { TextStore } from "../device/texts/store.ts";

/** A notice to a person who looks elsewhere; a click on it leads to the path. */
export interface Notice {
  title: string;
  body: string;
  path: string;
}

/** Whether a person looks at the window. */
export interface Attention {
  isHere: () => boolean;
  /** Hears when that may have changed; gives the way to stop. */
  onChange: (handler: () => void) => () => void;
}

/** What differs between the browser app and the administrators' console. */
export interface Platform {
  /** Put before every path of the contract; empty where the app is served by the server itself. */
  base: string;
  /**
   * Leaves the current screen for another one and forgets all work under way; `replace` replaces its entry of the
   * history.
   */
  leaveFor: (path: string, history?: "replace") => void;
  /** The store of a person's jobs that wait for the network. */
  openJobStore: (personId: string) => JobStore;
  /** The store of a person's drafts. */
  openDraftStore: (personId: string) => DraftStore;
  /** The store of a person's typed texts. */
  openTextStore: (personId: string) => TextStore;
  /** Whether an administrator's acts may wait for the network; else they are sent now or not at all. */
  staffWaits: boolean;
  /** Whether a request may outlive its page; else the shell keeps the page until it has arrived. */
  canKeepAlive: boolean;
  /** Shows a notification of the system, where that is allowed. */
  notify: (notice: Notice) => void;
  /** Shows the number of waiting items on the app's badge. */
  showWaiting: (waiting: WaitingCount) => void;
  /** Adds the number of the person's unsent jobs there. */
  showUnsent: (count: number) => void;
  /** Hears which path the shell itself wants to open, as by a click on a notification; gives the way to stop. */
  onGoTo: (handler: (path: string) => void) => () => void;
  /** Present where the shell knows it better than the page, which may count as visible while it is hidden. */
  attention?: Attention;
  /** How many jobs the device has sealed for a person's next sign-in; absent where nothing is sealed. */
  countSealed?: (personId: string) => Promise<number>;
  /** The store of a person's answers; absent where nothing is kept. */
  openResponseCache?: (personId: string) => ResponseCache;
}

/** Only the shell knows the store: the browser app need not carry the others. */
const unchosen = (): never => {
  throw new Error("The shell has chosen no store.");
};

/** The platform in use; a shell changes it before it renders anything. */
export const platform: Platform = {
  base: "",
  leaveFor: (path, history) => {
    if (history === "replace") window.location.replace(path);
    else window.location.assign(path);
  },
  openJobStore: unchosen,
  openTextStore: unchosen,
  openDraftStore: unchosen,
  staffWaits: false,
  canKeepAlive: true,
  notify: showNotice,
  showWaiting: showOnSign,
  showUnsent: showUnsentOnSign,
  onGoTo: goToByNotice,
};
