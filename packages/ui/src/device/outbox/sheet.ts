import { createLiveValue } from "../../client/liveValue.ts";

/** Whether the list of waiting acts is open, shared by all its openers. */
const sheet = createLiveValue(false);

/** Opens the list of waiting acts over any screen. */
export const openSheet = (): void => sheet.set(true);

/** Closes it. */
export const closeSheet = (): void => sheet.set(false);

/** Tells whether it is open. */
export const isSheetOpen = sheet.getSnapshot;

/** Calls back when that changes; answers how to stop. */
export const onSheet = sheet.subscribe;
