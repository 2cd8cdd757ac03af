import { skipToken, useQuery, type QueryClient } from "@tanstack/react-query";
import { unsentDecisions } from "../client/unsentDecisions.ts";

// Kept until the next sign-in, which removes other reads too; also while no screen shows it.
const options = { queryKey: ["lost-decisions"], gcTime: Infinity };

/** How many decisions of this page end with the session: those on their way arrive. */
export const countEndingDecisions = (): number => {
  const count = unsentDecisions()?.count();
  return count ? count.all - count.sending : 0;
};

/** Notes how many decisions were lost with a session, for the next user to sign in. */
export const noteLostDecisions = (queryClient: QueryClient, count: number): void => {
  queryClient.setQueryDefaults(options.queryKey, options);
  queryClient.setQueryData<number>(options.queryKey, count);
};

/** How many decisions were lost with the last session of this page. */
export const useLostDecisions = (): number => useQuery<number>({ ...options, queryFn: skipToken }).data ?? 0;

/** The notice about lost decisions. */
export const lostWords = (count: number): string =>
  `보내지 않은 결정 ${count}건은 지웠어요. 신고를 다시 열어 처리해주세요.`;
