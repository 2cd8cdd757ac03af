import type { WaitingCount } from "@knowhow/shared/ipc.ts";
import type { ResponseCache } from "./responseCache.ts";
import { goToByNotice, showNotice, showOnSign, showUnsentOnSign } from "./webNotices.ts";
import type { DraftStore } from "../device/drafts/store.ts";
import type { JobStore } from "../device/jobs/store.ts";
import type { TextStore } from "../device/texts/store.ts";

/** A word to somebody who looks elsewhere; a click on it leads to the path. */
export interface Notice {
  title: string;
  body: string;
  path: string;
}

/** Whether somebody looks at the window. */
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
   * Leaves the current screen for another one, forgetting everything that is under way; `replace`: and the screen itself
   * in the history.
   */
  leaveFor: (path: string, history?: "replace") => void;
  /** Where what a person says waits for the network. */
  openJobStore: (personId: string) => JobStore;
  /** Where a person's drafts are kept. */
  openDraftStore: (personId: string) => DraftStore;
  /** Where is kept what a person is writing. */
  openTextStore: (personId: string) => TextStore;
  /** Whether what an administrator says may wait for the network; else it is sent now or not at all. */
  staffWaits: boolean;
  /** Whether a request may outlive its page; else the shell keeps the page until it has arrived. */
  canKeepAlive: boolean;
  /** Shows a notification of the system, where that is allowed. */
  notify: (notice: Notice) => void;
  /** Says on the app's sign how much waits. */
  showWaiting: (waiting: WaitingCount) => void;
  /** Says there how much of the person's own was not sent yet. */
  showUnsent: (count: number) => void;
  /** Hears where the shell itself wants to go, as by a click on a notification; gives the way to stop. */
  onGoTo: (handler: (path: string) => void) => () => void;
  /** Where the shell knows it better than the page, which may be called visible where it is hidden. */
  attention?: Attention;
  /** How much waits for a person's next sign-in that the device has sealed; absent where nothing is sealed. */
  countSealed?: (personId: string) => Promise<number>;
  /** Where the device keeps what a person has read; absent where nothing is kept. */
  openResponseCache?: (personId: string) => ResponseCache;
}

/** Which store it is only the shell can say: the browser app need not carry the others. */
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
