import { useLocation } from "react-router-dom";

/** Whether the person is signing out on this screen: what asks by itself would only be told that nobody is there. */
export const useIsLeaving = (): boolean => useLocation().pathname === "/logout";
