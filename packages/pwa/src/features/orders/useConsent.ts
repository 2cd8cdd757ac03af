import type { Content } from "@knowhow/shared";
import { useEffect, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { dropConsent, hasConsented, keepConsent, offerOf } from "./consents.ts";

/**
 * The buyer's consent to a content's offer, which outlives a cancelled payment, with the version of the trial that it is
 * about. Where that can not be read, a consent is for this screen alone.
 */
export const useConsent = (content: Content) => {
  const { id } = content;
  const { data } = useEndpoint(client.trials.get, { params: { id } }, { staleTime: 0 });
  const trial = data?.version;
  const offer = offerOf(content, trial);
  const [answer, setAnswer] = useState<{ isGiven: boolean; offer: string }>();
  // Given to the same content before its trial was read.
  if (answer && trial !== undefined && answer.offer === offerOf(content, undefined))
    setAnswer({ ...answer, offer });
  // Another price, other files or another trial are another offer.
  const isGiven = answer?.offer === offer ? answer.isGiven : hasConsented(id, offer);
  useEffect(() => {
    if (isGiven && trial !== undefined) keepConsent(id, offer);
  }, [isGiven, id, offer, trial]);
  const give = (isNowGiven: boolean) => {
    setAnswer({ isGiven: isNowGiven, offer });
    if (!isNowGiven) dropConsent(id);
  };
  return { isGiven, give, trial };
};
