import { useEffect, useState } from "react";
import { usePlatform, type Attention } from "../../client/platform.tsx";

/** A message that is only passed by does not count as read. */
const dwellMs = 1_000;

/** As far as the page itself can tell. */
const ofPage: Attention = {
  isAttended: () => document.visibilityState === "visible" && document.hasFocus(),
  onChange: (handler) => {
    const leaving = new AbortController();
    for (const name of ["focus", "blur"] as const)
      window.addEventListener(name, handler, { signal: leaving.signal });
    document.addEventListener("visibilitychange", handler, { signal: leaving.signal });
    return () => leaving.abort();
  },
};

/** Whether the administrator looks at the window, as the shell knows it. */
export const useAttention = (): Attention => usePlatform().attention ?? ofPage;

/** Whether the administrator has looked at the window for a moment. */
export const useDwelling = (): boolean => {
  const { isAttended, onChange } = useAttention();
  const [isDwelling, setDwelling] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (isAttended()) timer = setTimeout(setDwelling, dwellMs, true);
      else setDwelling(false);
    };
    timer = setTimeout(follow);
    const stop = onChange(follow);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isAttended, onChange]);
  return isDwelling;
};
