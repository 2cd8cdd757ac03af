/**
 * Public holidays of Korea that do not fall on a weekend by rule, substitutes and elections included, with Labour Day,
 * on which banks are closed. Extend it once a year, when the government has published the next year's; an alert reminds
 * administrators in time.
 */
export const holidays: Readonly<Record<number, readonly string[]>> = {
  2026: [
    "01-01", "02-16", "02-17", "02-18", "03-01", "03-02", "05-01", "05-05", "05-24", "05-25", "06-03", "06-06",
    "07-17", "08-15", "08-17", "09-24", "09-25", "09-26", "10-03", "10-05", "10-09", "12-25",
  ],
  2027: [
    "01-01", "02-06", "02-07", "02-08", "02-09", "03-01", "05-01", "05-05", "05-13", "06-06", "07-17", "07-19",
    "08-15", "08-16", "09-14", "09-15", "09-16", "10-03", "10-04", "10-09", "10-11", "12-25", "12-27",
  ],
  2028: [
    "01-01", "01-26", "01-27", "01-28", "03-01", "04-12", "05-01", "05-02", "05-05", "06-06", "07-17", "08-15",
    "10-02", "10-03", "10-04", "10-05", "10-09", "12-25",
  ],
}; // oxfmt-ignore
