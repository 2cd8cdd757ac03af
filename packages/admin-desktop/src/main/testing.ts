/** What tests of the whole console need: parts that no driver can click, and the clock. */
export const exposeToTests = (hooks: object): void => {
  Object.defineProperty(globalThis, "knowhowTest", { value: hooks });
};
