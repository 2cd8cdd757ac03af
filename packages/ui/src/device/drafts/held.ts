/** The name under which a tab holds a draft that a screen of it edits. */
export const heldDraft = (id: string): string => `draft:${id}`;

/** The name under which a tab holds a file whose bytes only it has. */
export const heldFile = (key: string): string => `file:${key}`;
