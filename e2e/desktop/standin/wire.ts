/** Writes a value for the preload script's world: dates and bytes come through as what they are. */
export const write = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
    const given = this[key];
    if (given instanceof Date) return { $date: given.getTime() };
    if (given === undefined) return { $undefined: true };
    return given instanceof Uint8Array ? { $bytes: Buffer.from(given).toString("base64") } : plain;
  });

/** Reads a value that the preload script's world wrote. */
export const read = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if ("$undefined" in value) return undefined;
    return "$date" in value ? new Date(Number(value.$date)) : value;
  });
