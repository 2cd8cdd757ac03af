import { holdPage } from "./busy.ts";

interface PageGuard {
  /** Data would be lost with this page. */
  isAtRisk: () => boolean;
  /** A transfer is under way that a reload would only delay. */
  isMoving?: () => boolean;
}

/** The browser asks before it closes a page at risk, and no update reloads it meanwhile; gives the way to end it. */
export const guardPage = ({ isAtRisk, isMoving = isAtRisk }: PageGuard): (() => void) => {
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
