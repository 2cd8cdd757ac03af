import type { Answer, TestClient } from "./client.ts";
import type { TestContent } from "./factories.ts";

/** The ids of a list that was answered. */
export const idsOf = ({ body }: Answer): string[] =>
  (body as unknown as { id: string }[]).map(({ id }) => id); // the contract's answer was checked by the server

/** Whether a content, of the category that contents of tests have, is in each list of the market and in the search. */
export const inEachList = (
  client: TestClient,
  { id, title }: Pick<TestContent, "id" | "title">,
): Promise<boolean[]> =>
  Promise.all(
    [
      "/api/contents?limit=100",
      "/api/contents/popular",
      "/api/contents/category/stock?limit=100",
      `/api/contents/search/${encodeURIComponent(title)}`,
    ].map(async (path) => idsOf(await client.get(path)).includes(id)),
  );
