import { raw } from "objection";

/**
 * A moment on the product's clock, as a column value of a model: `app_now()` or an SQL expression around it.
 * Process clocks decide nothing.
 */
export const appTime = (sql: string, bindings: (string | number)[] = []): Date =>
  // Objection takes a raw expression for any column; its types ask for the column's own type.
  raw(sql, bindings) as unknown as Date;

/** Now, on the product's clock. */
export const appNow = (): Date => appTime("app_now()");
