import { useEffect, useState } from "react";
import { platform, type Attention } from "../../client/platform.ts";

/** A message that is only passed by does not count as read. */
const dwellMs = 1_000;

/** As far as the page itself can tell. */
const ofPage: Attention = {
  isHere: () => document.visibilityState === "visible" && document.hasFocus(),
  onChange: (handler) => {
    const leaving = new AbortController();
    for (const name of ["focus", "blur"] as const)
      window.addEventListener(name, handler, { signal: leaving.signal });
    document.addEventListener("visibilitychange", handler, { signal: leaving.signal });
    return () => leaving.abort();
  },
};

const attention = (): Attention => platform.attention ?? ofPage;

/** Whether the administrator looks at the window now. */
export const isHere = (): boolean => attention().isHere();

/** Whether the administrator has looked at the window for a moment. */
export const useDwelling = (): boolean => {
  const [isDwelling, setDwelling] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (isHere()) timer = setTimeout(setDwelling, dwellMs, true);
      else setDwelling(false);
    };
    timer = setTimeout(follow);
    const stop = attention().onChange(follow);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return isDwelling;
};
