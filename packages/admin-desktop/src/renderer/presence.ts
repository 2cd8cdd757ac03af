import { bridge } from "./bridge.ts";

/** Shortest time between two reports of activity. */
const everyMs = 15_000;

/** Tells the main process of activity: without it, it ends the session. */
export const watchPresence = (): void => {
  let toldAt = -Infinity;
  const tell = () => {
    const now = performance.now();
    if (now - toldAt < everyMs) return;
    toldAt = now;
    bridge.session.touch().catch(() => {
      toldAt = -Infinity;
    });
  };
  for (const name of ["pointerdown", "pointermove", "keydown", "wheel"] as const)
    window.addEventListener(name, tell, { passive: true, capture: true });
};
