export { keepScreens } from "./keeping.ts";
export { keepUpToDate } from "./updates.ts";
