/** One part of the schema: the statements that make it, and those that take it away again. */
export interface Section {
  create: string;
  drop: string;
}
