import { createSignal } from "./signal.ts";

/** The server asked for a login: told to the session's keeper. */
export const { tell: tellLoginRequired, on: onLoginRequired } = createSignal();

/** The server refused a call for a sanction that its person has to read about: told to the shell. */
export const { tell: tellSanctioned, on: onSanctioned } = createSignal();
