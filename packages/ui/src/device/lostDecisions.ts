import { skipToken, useQuery, type QueryClient } from "@tanstack/react-query";
import { unsentDecisions } from "../client/unsentDecisions.ts";

// Kept as long as nobody signs in, as all that is not of whoever does; also while no screen says it.
const options = { queryKey: ["lost-decisions"], gcTime: Infinity };

/** How many decisions of this page end with the session: what is on its way arrives. */
export const countEndingDecisions = (): number => {
  const count = unsentDecisions()?.count();
  return count ? count.all - count.sending : 0;
};

/** Notes how many decisions went with a session, for whoever signs in next. */
export const noteLostDecisions = (queryClient: QueryClient, count: number): void => {
  queryClient.setQueryDefaults(options.queryKey, options);
  queryClient.setQueryData<number>(options.queryKey, count);
};

/** How many decisions went with the last session of this page. */
export const useLostDecisions = (): number => useQuery<number>({ ...options, queryFn: skipToken }).data ?? 0;

/** What is said of them. */
export const lostWords = (count: number): string =>
  `보내지 않은 결정 ${count}건은 지웠어요. 신고를 다시 열어 처리해주세요.`;
