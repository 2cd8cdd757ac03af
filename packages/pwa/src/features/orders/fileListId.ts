/** The id of the list of files, for links to it. */
export const fileListId = "downloads";
