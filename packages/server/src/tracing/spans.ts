import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from "@opentelemetry/api";

/** Gives spans only once tracing has been started (start.ts); until then they are nothing. */
export const tracer = trace.getTracer("knowhow");

/** Ends a span; of a failure it has the name alone, since messages may quote what people wrote. */
export const endSpan = (span: Span, failure?: unknown): void => {
  if (failure !== undefined && failure !== null) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    const { code } = failure as { code?: unknown }; // of a database's and of the system's errors
    const name = failure instanceof Error ? failure.name : "unknown";
    span.setAttribute("error.type", typeof code === "string" ? code : name);
  }
  span.end();
};

/** Does work in a span of its own, under the present one. */
export const inSpan = <T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: { kind?: SpanKind; attributes?: Attributes },
  work: (span: Span) => Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      const result = await work(span);
      endSpan(span);
      return result;
    } catch (error) {
      endSpan(span, error);
      throw error;
    }
  });

/** Ids and keys in a path. */
const ids = /[\w-]{12,}/g;

/** Calls another service in a span that says which, and of its address the path without ids. */
export const traceFetch = (service: string, address: string, init: RequestInit): Promise<Response> => {
  const { pathname } = new URL(address);
  const method = init.method ?? "GET";
  const attributes = { "http.request.method": method, "url.path": pathname.replace(ids, "{id}") };
  return inSpan(`${service} ${method}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const response = await fetch(address, init);
    span.setAttribute("http.response.status_code", response.status);
    return response;
  });
};
