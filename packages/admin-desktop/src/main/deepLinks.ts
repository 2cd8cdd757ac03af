/** The scheme by which other programs lead into the console. */
export const linkScheme = "knowhow";

const patterns: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^knowhow:\/\/reports\/([0-9a-f-]{36})\/?$/i, (id) => `/reports/${id.toLowerCase()}`],
  [/^knowhow:\/\/inquiries\/([0-9a-f-]{36})\/?$/i, (id) => `/admin-chats?room=${id.toLowerCase()}`],
];

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The console's path for a link; undefined for everything that is not exactly one of the known forms. */
export const readDeepLink = (link: string): string | undefined => {
  for (const [pattern, pathOf] of patterns) {
    const id = pattern.exec(link)?.[1];
    if (id !== undefined) return uuid.test(id) ? pathOf(id) : undefined;
  }
  return undefined;
};

/** The path that a command line asks for. */
export const findDeepLink = (argv: readonly string[]): string | undefined => {
  const link = argv.find((value) => value.startsWith(`${linkScheme}://`));
  return link === undefined ? undefined : readDeepLink(link);
};
