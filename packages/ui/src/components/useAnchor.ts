import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/**
 * Brings the part that the address names into view, again once the whole screen is drawn; `key` asks again when the same
 * address is chosen once more.
 */
export const useAnchor = (isWhole = true): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key, isWhole]);
};
