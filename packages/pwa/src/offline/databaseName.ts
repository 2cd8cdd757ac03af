/** The prefix of the names of the users' databases; the id of the user is behind it. */
export const databasePrefix = "knowhow:";
