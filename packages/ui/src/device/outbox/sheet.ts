import { createLiveValue } from "../../client/liveValue.ts";

/** Whether the list of waiting acts is open over any screen, shared by all its openers. */
export const sheet = createLiveValue(false);

/** Opens the list of waiting acts. */
export const openSheet = (): void => sheet.set(true);

/** Closes it. */
export const closeSheet = (): void => sheet.set(false);
