const beginnings = [
  ["zip", "504b0304"],
  // An archive without entries is its own end.
  ["zip", "504b0506"],
  ["compound", "d0cf11e0a1b11ae1"],
  ["rar", "526172211a0700"],
  ["rar", "526172211a070100"],
  ["oldHwp", Buffer.from("HWP Document File").toString("hex")],
] as const;

/** The archives and containers that hold several kinds, by how they begin. */
export const containerOf = (head: Buffer): (typeof beginnings)[number][0] | undefined => {
  const start = head.toString("hex", 0, 32);
  return beginnings.find(([, marks]) => start.startsWith(marks))?.[0];
};
