/** The anchor of a comment in its page's address. */
export const commentAnchor = (id: string): string => `comment-${id}`;
