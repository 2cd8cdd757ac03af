import { holdPage } from "./busy.ts";

interface PageGuard {
  /** Something would be lost with this page. */
  isAtRisk: () => boolean;
  /** Something moves that a reload would only hold up. */
  isMoving: () => boolean;
}

/** The browser asks before it closes what would be lost, and no update reloads the page meanwhile; gives the way to end it. */
export const guardPage = ({ isAtRisk, isMoving }: PageGuard): (() => void) => {
  const handleUnload = (event: BeforeUnloadEvent) => {
    if (isAtRisk()) event.preventDefault();
  };
  window.addEventListener("beforeunload", handleUnload);
  const releasePage = holdPage(() => isAtRisk() || isMoving());
  return () => {
    window.removeEventListener("beforeunload", handleUnload);
    releasePage();
  };
};
