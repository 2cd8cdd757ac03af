/** Every page of the app. The server answers 200 on these and 404 on all others; the app has a route for each. */
export const pagePaths = [
  "/", "/market", "/library", "/wishes", "/upload", "/drafts", "/orders", "/orders/:orderNumber", "/seller", "/seller/statement", "/content/:id", "/checkout/:id", "/read/:contentId/:index", "/mentors/:id", "/following", "/payment-success", "/payment-fail", "/login",
  "/register", "/profile", "/find-account", "/terms", "/privacy-policy", "/support", "/faq", "/customer-service",
  "/edit-content", "/edit-content/:id", "/account-verify-success", "/account-verify-fail", "/chat", "/chat/:roomId", "/admin",
  "/admin-chat/:chatRoomId", "/penalty-notice", "/user-admin-chats", "/admin-chats", "/reports", "/reports/:reportId",
  "/alerts", "/search-synonyms", "/refunds", "/payouts", "/logout", "/auth/login", "/privacy", "/payment",
] as const; // oxfmt-ignore
export type PagePath = (typeof pagePaths)[number];

const matcherOf = (paths: readonly PagePath[]): ((path: string) => boolean) => {
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, "[^/]+")}/?$`));
  return (path) => patterns.some((pattern) => pattern.test(path));
};

/** Tells whether the app has a page at this path. */
export const isPage = matcherOf(pagePaths);

/**
 * Tells whether a path is that of a page which everyone may read and which does nothing by being opened: what people write
 * leads within the product to these alone.
 */
export const isReadingPage = matcherOf([
  "/", "/market", "/content/:id", "/mentors/:id", "/terms", "/privacy-policy", "/privacy", "/support", "/faq",
  "/customer-service",
]); // oxfmt-ignore

/** Tells whether a path is the server's own, never a page: calls, objects, signed addresses, the payment stand-in. */
export const isServerPath = (path: string): boolean => /^\/(api|objects|standin|\.private)(\/|$)/.test(path);

/** What the address of every preview image begins with. */
export const previewsPath = "/api/proxy-image/" as const;

/** The header of a request for the app's frame without contents, for visitors too. */
export const frameHeader = "x-knowhow-frame" as const;

/** Every call, as a pattern of addresses. */
export const callPattern = "/api/*" as const;
