/** The same without some of its fields. */
export const without = <T extends object, K extends keyof T>(from: T, ...names: K[]): Omit<T, K> => {
  const rest = { ...from };
  for (const name of names) Reflect.deleteProperty(rest, name);
  return rest;
};
