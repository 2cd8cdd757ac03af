import { useLocation } from "react-router-dom";

/** Whether the person is signing out on this screen: a background request would only be refused. */
export const useIsLeaving = (): boolean => useLocation().pathname === "/logout";
