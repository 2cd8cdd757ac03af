/** Where the list stands in the page, for links to it. */
export const fileListId = "downloads";
