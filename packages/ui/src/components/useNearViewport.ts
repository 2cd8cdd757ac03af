import { useCallback, useState } from "react";

/** Tells when a place is about to be scrolled into view, and stays true from then on. Give the place the ref. */
export const useNearViewport = (margin = "400px") => {
  const [isNear, setIsNear] = useState(typeof IntersectionObserver === "undefined");
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
