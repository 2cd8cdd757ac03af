import { useCallback, useState } from "react";

/** A browser that can not tell shows all at once; a page of the server begins at the top. */
const isUntold = (): boolean => typeof window !== "undefined" && typeof IntersectionObserver === "undefined";

/** Tells when a place is about to be scrolled into view, and stays true from then on. Give the place the ref. */
export const useNearViewport = (margin = "400px") => {
  const [isNear, setIsNear] = useState(isUntold);
  const ref = useCallback(
    (element: Element | null) => {
      if (!element || typeof IntersectionObserver === "undefined") return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          setIsNear(true);
          observer.disconnect();
        },
        { rootMargin: margin },
      );
      observer.observe(element);
      return () => {
        observer.disconnect();
      };
    },
    [margin],
  );
  return { ref, isNear };
};
