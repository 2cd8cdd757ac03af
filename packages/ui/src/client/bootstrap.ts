const fields = [
  "name", "representative", "registrationNo", "mailOrderNo", "address", "phone", "email", "hosting", "socialUrl",
] as const; // oxfmt-ignore

/** The company behind the service, as the law wants it shown on every page. */
export type Business = Readonly<Record<(typeof fields)[number], string>>;

/** Not a schema: every page has a footer. */
const isBusiness = (given: unknown): given is Business =>
  typeof given === "object" &&
  given !== null &&
  fields.every((field) => {
    const value: unknown = Reflect.get(given, field);
    return typeof value === "string" && value !== "";
  });

/** Reads the data that the server put into the page; undefined when it is missing or broken. */
export const readBusiness = (page: Document = document): Business | undefined => {
  const content = page.getElementById("bootstrap")?.textContent;
  if (!content) return undefined;
  try {
    // JSON.parse returns any; `isBusiness` checks the value next.
    const { business } = JSON.parse(content) as { business?: unknown };
    if (isBusiness(business)) return business;
    console.warn("The page's bootstrap data has no business.");
  } catch (error) {
    console.warn("The page's bootstrap data is not readable.", error);
  }
  return undefined;
};

/** Whether the server has set a flag in the page; not where the page has no data, as in development. */
const hasFlag = (page: Document, name: "hasWorker" | "isVisitor" | "isLinked"): boolean =>
  page.getElementById("bootstrap")?.textContent.includes(`"${name}":true`) ?? false;

/** Whether the server wants a service worker. */
export const readHasWorker = (page: Document = document): boolean => hasFlag(page, "hasWorker");

/**
 * Whether a link led to this page, and no typed address. The server tells of other sites, which may hide the page that
 * links; of our own pages, and without a network, the referrer is all that is known.
 */
export const readIsLinked = (page: Document = document): boolean =>
  hasFlag(page, "isLinked") || page.referrer !== "";

/** Whether a page came from the server just now, and neither from a service worker nor from the browser's own store. */
const isFresh = (entry: PerformanceEntry | undefined): boolean =>
  entry !== undefined &&
  "transferSize" in entry &&
  "workerStart" in entry &&
  entry.workerStart === 0 &&
  Number(entry.transferSize) > 0;

/** Whether the server saw no session when it was asked for this very page. */
export const readIsVisitor = (
  page: Document = document,
  entry: PerformanceEntry | undefined = performance.getEntriesByType("navigation")[0],
): boolean => isFresh(entry) && hasFlag(page, "isVisitor");

let isTaken = false;

/** The same, once: it is true only when the page has just begun. */
export const takeIsVisitor = (): boolean => {
  const isFirst = !isTaken;
  isTaken = true;
  return isFirst && readIsVisitor();
};

/** The company behind the service, as names and values. */
export const businessFacts = (business: Business): readonly (readonly [name: string, value: string])[] => [
  ["상호", business.name],
  ["대표자", business.representative],
  ["사업자등록번호", business.registrationNo],
  ["통신판매업신고번호", business.mailOrderNo],
  ["주소", business.address],
  ["전화", business.phone],
  ["호스팅서비스 제공자", business.hosting],
];

/** The e-mail address itself: examples carry a mark behind it. */
export const addressIn = (text: string): string => /[^\s<>()]+@[^\s<>()]+/.exec(text)?.[0] ?? text;
