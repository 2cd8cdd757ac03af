import type { WaitingCount } from "@knowhow/shared/ipc.ts";
import { createContext, use, useLayoutEffect, type ReactNode } from "react";
import type { Business } from "./bootstrap.ts";
import { onSanctioned } from "./refusals.ts";
import type { Device } from "../device/device.ts";

/** A notice to a person who looks elsewhere; a click on it leads to the path. */
export interface Notice {
  title: string;
  body: string;
  path: string;
}

/** Whether a person looks at the window. */
export interface Attention {
  isAttended: () => boolean;
  /** Hears when that may have changed; gives the way to stop. */
  onChange: (handler: () => void) => () => void;
}

/** What differs between the browser app and the administrators' console. */
export interface Platform {
  /** Outboxes, drafts and typed texts of people, on this device. */
  device: Device;
  /** The company behind the service; undefined in the console, and where the page does not say it. */
  business: Business | undefined;
  /**
   * Leaves the current screen for another one and forgets all work under way; `replace` replaces its entry of the
   * history.
   */
  leaveFor: (path: string, history?: "replace") => void;
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
}

const PlatformContext = createContext<Platform | undefined>(undefined);

/** Gives the screens the shell's platform, and leads a sanctioned person to the notice by its means. */
export const PlatformProvider = ({ platform, children }: { platform: Platform; children: ReactNode }) => {
  // Before any read of a screen begins.
  useLayoutEffect(() => onSanctioned(() => platform.leaveFor("/penalty-notice")), [platform]);
  return <PlatformContext value={platform}>{children}</PlatformContext>;
};

/** The shell's platform. */
export const usePlatform = (): Platform => {
  const platform = use(PlatformContext);
  if (!platform) throw new Error("usePlatform needs a PlatformProvider around it.");
  return platform;
};

/** What the shell keeps of people. */
export const useDevice = (): Device => usePlatform().device;
