/** What the address of a comment ends with. */
export const commentAnchor = (id: string): string => `comment-${id}`;
