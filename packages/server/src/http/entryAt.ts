/** The entry of a list that a path names by its index from 0. */
export const entryAt = <T>(list: readonly T[], index: string): T | undefined =>
  /^\d{1,2}$/.test(index) ? list[Number(index)] : undefined;
