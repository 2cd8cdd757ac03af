import { offerInstall } from "@knowhow/ui/client/installing.ts";

/** What Chromium tells a page that can be installed; no standard type knows it. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

const isInstallEvent = (event: Event): event is InstallEvent => "prompt" in event;

/** Learns how the app can be installed here. Called before anything else: the browser says it once, early. */
export const watchInstalling = (): void => {
  if (window.matchMedia("(display-mode: standalone)").matches) return;
  window.addEventListener("beforeinstallprompt", (event) => {
    if (!isInstallEvent(event)) return;
    // Its own offer comes when it likes; ours when there is something to come back for.
    event.preventDefault();
    offerInstall({ kind: "browser", ask: async () => (await event.prompt()).outcome === "accepted" });
  });
  window.addEventListener("appinstalled", () => {
    offerInstall(undefined);
  });
  // Only Safari on phones and tablets of Apple has this; it installs by its own menu alone.
  if ("standalone" in navigator && navigator.standalone === false) offerInstall({ kind: "steps" });
};
