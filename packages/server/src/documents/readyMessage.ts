/** What a program says once it takes jobs. */
export const readyMessage = "ready";
