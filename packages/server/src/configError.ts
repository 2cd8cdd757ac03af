/** A setting that keeps the server from starting; its message is one line for the operator. */
export class ConfigError extends Error {}

/** Stops the start with this line when the condition holds. */
export const refuse = (condition: boolean, message: string): void => {
  if (condition) throw new ConfigError(message);
};
