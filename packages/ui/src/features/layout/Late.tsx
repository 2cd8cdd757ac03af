import { useEffect, useState, type ComponentType, type ReactNode } from "react";

interface LateProps {
  isWanted: boolean;
  /** Must not change. */
  load: () => Promise<ComponentType>;
  /** Stands in its place until then. */
  children?: ReactNode;
}

/** A component that most visits never need: its code is fetched when it is first wanted, and kept from then on. */
export const Late = ({ isWanted, load, children }: LateProps) => {
  const [Found, setFound] = useState<ComponentType>();
  useEffect(() => {
    if (!isWanted || Found) return;
    load().then(
      (loaded) => setFound(() => loaded),
      // Without a network it can wait: it is wanted again with the next offer.
      () => undefined,
    );
  }, [isWanted, Found, load]);
  return Found ? <Found /> : children;
};
