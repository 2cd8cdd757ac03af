const fields = [
  "name", "representative", "registrationNo", "mailOrderNo", "address", "phone", "email", "hosting", "socialUrl",
] as const; // prettier-ignore

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

/** Reads what the server put into the page; nothing when the page came without it or it is broken. */
export const readBusiness = (page: Document = document): Business | undefined => {
  const content = page.getElementById("bootstrap")?.textContent;
  if (!content) return undefined;
  try {
    // JSON.parse gives any; what is needed of it is looked at next.
    const { business } = JSON.parse(content) as { business?: unknown };
    if (isBusiness(business)) return business;
    console.warn("The page's bootstrap data has no business.");
  } catch (error) {
    console.warn("The page's bootstrap data is not readable.", error);
  }
  return undefined;
};

/** Whether the server wants pages to have a service worker; where nothing is said, as while developing, not. */
export const readHasWorker = (page: Document = document): boolean =>
  /"hasWorker":true/.test(page.getElementById("bootstrap")?.textContent ?? "");

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
): boolean => isFresh(entry) && /"isVisitor":true/.test(page.getElementById("bootstrap")?.textContent ?? "");

let isTaken = false;

/** The same, once: what the page says is true of its beginning only. */
export const takeIsVisitor = (): boolean => {
  const isFirst = !isTaken;
  isTaken = true;
  return isFirst && readIsVisitor();
};

/** Who runs the service, as names and values. */
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
