import type { AnyEndpoint } from "./endpoint.ts";

/** The parts of a call's input that stand in its address. */
export interface AskedOf {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
}

/**
 * One part of a path. Browsers fold away a part that is nothing but one or two dots, however it is escaped; with a
 * blank behind it stays, and every text in a path is trimmed by the server.
 */
const segmentOf = (value: string): string =>
  encodeURIComponent(/^\.{1,2}$/.test(value) ? `${value} ` : value);

/** The address of a call: parameters filled in, query appended. */
export const addressOf = ({ path }: Pick<AnyEndpoint, "path">, { params, query }: AskedOf = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => segmentOf(params?.[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      search.set(name, String(value));
  return `${filled}${search.size > 0 ? `?${search}` : ""}`;
};

/** The cursor of the next page in a `Link` header; undefined after the last page. */
export const nextCursorIn = (link: string | null): string | undefined => {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  if (target === undefined) return undefined;
  return new URL(target, "http://page.invalid").searchParams.get("cursor") ?? undefined;
};
