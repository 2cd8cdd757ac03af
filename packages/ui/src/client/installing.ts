import { useOnline } from "../components/useOnline.ts";
import { createLiveValue, useLiveValue } from "./liveValue.ts";

/** How this device takes the app: the browser asks itself, or the person does it in the browser's own menu. */
export type InstallMeans = { kind: "browser"; ask: () => Promise<boolean> } | { kind: "steps" };

interface InstallState {
  /** Absent where the app is installed already or can not be. */
  means: InstallMeans | undefined;
  /** Whether it is offered unasked: after an act here that is a reason to come back. */
  isOffered: boolean;
  /** Whether the person has asked for it. */
  isAskedFor: boolean;
}

const declinedKey = "knowhow-install-declined";
const actedKey = "knowhow-install-acted";

const isKept = (storage: "localStorage" | "sessionStorage", key: string): boolean => {
  try {
    return window[storage].getItem(key) !== null;
  } catch {
    return false;
  }
};
const keep = (storage: "localStorage" | "sessionStorage", key: string): void => {
  try {
    window[storage].setItem(key, "1");
  } catch {
    // Without storage the browser offers it again another time.
  }
};

const installState = createLiveValue<InstallState>({ means: undefined, isOffered: false, isAskedFor: false });
const become = (means: InstallMeans | undefined, isAskedFor = false) => {
  const isTime = isKept("sessionStorage", actedKey) && !isKept("localStorage", declinedKey);
  installState.set({ means, isOffered: means !== undefined && (isAskedFor || isTime), isAskedFor });
};

/** Said by the shell: how the app can be installed here, or that it can not (any more). */
export const offerInstall = (means: InstallMeans | undefined): void => {
  become(means);
};

/** Said by a purchase, a message, a like: from now on the app is worth offering. */
export const tellMeaningfulAct = (): void => {
  keep("sessionStorage", actedKey);
  become(installState.getSnapshot().means);
};

/** The person asks for it, also after declining it. */
export const askForInstall = (): void => {
  become(installState.getSnapshot().means, true);
};

/** The offer was declined, and is not made again on this device. */
export const declineInstall = (): void => {
  keep("localStorage", declinedKey);
  become(installState.getSnapshot().means);
};

/** Whether and how the app can be installed here; without a network it is not offered unasked. */
export const useInstalling = (): InstallState => {
  const isOnline = useOnline();
  const now = useLiveValue(installState);
  return { ...now, isOffered: now.isOffered && (isOnline || now.isAskedFor) };
};
