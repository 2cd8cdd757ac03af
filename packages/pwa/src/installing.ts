import { offerInstall } from "@knowhow/ui/client/installing.ts";

/** Chromium's event for a page that can be installed; no standard type has it. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

const isInstallEvent = (event: Event): event is InstallEvent => "prompt" in event;

/** Detects how the app can be installed here. Called first: the browser fires its event once, early. */
export const watchInstalling = (): void => {
  if (window.matchMedia("(display-mode: standalone)").matches) return;
  window.addEventListener("beforeinstallprompt", (event) => {
    if (!isInstallEvent(event)) return;
    // The browser's offer comes at any time; ours once the visitor has a reason to come back.
    event.preventDefault();
    offerInstall({ kind: "browser", ask: async () => (await event.prompt()).outcome === "accepted" });
  });
  window.addEventListener("appinstalled", () => {
    offerInstall(undefined);
  });
  // Only Safari on phones and tablets of Apple has this; it installs by its own menu alone.
  if ("standalone" in navigator && navigator.standalone === false) offerInstall({ kind: "steps" });
};
