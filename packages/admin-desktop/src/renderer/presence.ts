import { bridge } from "./bridge.ts";

/** So often at most is it said that somebody is there. */
const everyMs = 15_000;

/** Tells the main process that somebody is there: without it, it signs them out. */
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
