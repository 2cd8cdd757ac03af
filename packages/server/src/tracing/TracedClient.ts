import { SpanKind, trace, type Span } from "@opentelemetry/api";
import pg from "pg";
import { endSpan, tracer } from "./spans.ts";

/** Characters of a statement; values are never part of it. */
const maxLength = 2_000;

type Query = (...given: unknown[]) => unknown;

/** The statement that `query` was called with; undefined for a stream. */
const statementOf = (given: unknown): { text: string; name?: string | undefined } | undefined => {
  if (typeof given === "string") return { text: given };
  if (typeof given !== "object" || given === null || "submit" in given) return undefined;
  const { text, name } = given as { text?: unknown; name?: unknown }; // checked next
  return typeof text === "string" ? { text, name: typeof name === "string" ? name : undefined } : undefined;
};

const startSpan = ({ text, name }: { text: string; name?: string | undefined }): Span => {
  const verb = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "query";
  return tracer.startSpan(`postgresql ${name ?? verb}`, {
    kind: SpanKind.CLIENT,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": verb,
      "db.query.text": text.slice(0, maxLength),
    },
  });
};

/** Runs a statement in a span, where something is traced at all: what the server asks by itself has no trace. */
const traceQuery = (query: Query, given: unknown[]): unknown => {
  const statement = trace.getActiveSpan() && statementOf(given[0]);
  if (!statement) return query(...given);
  const span = startSpan(statement);
  const callback = given.at(-1);
  if (typeof callback === "function")
    return query(...given.slice(0, -1), (error: unknown, result: unknown) => {
      endSpan(span, error);
      (callback as Query)(error, result);
    });
  const answer = query(...given);
  if (answer instanceof Promise)
    answer.then(
      () => endSpan(span),
      (error: unknown) => endSpan(span, error),
    );
  else endSpan(span);
  return answer;
};

/** Database connection with a span for each statement. */
export class TracedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as unknown as Query; // of all its forms
    this.query = ((...given: unknown[]) => traceQuery(query, given)) as typeof this.query;
  }
}
