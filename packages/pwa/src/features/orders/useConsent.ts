import type { Content } from "@knowhow/shared";
import { useEffect, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { dropConsent, hasConsented, keepConsent, offerOf } from "./consents.ts";

/**
 * The buyer's consent to a content's offer, which outlives a cancelled payment. Where the trial can not be read, the
 * offer is not known, and a consent is for this screen alone.
 */
export const useConsent = (content: Content) => {
  const { id } = content;
  const { data } = useEndpoint(client.trials.get, { params: { id } }, { staleTime: 0 });
  const offer = data && offerOf(content, data.parts);
  const [answer, setAnswer] = useState<{ isGiven: boolean; offer: string | undefined }>();
  // Given before the trial was read.
  if (answer && answer.offer === undefined && offer !== undefined) setAnswer({ ...answer, offer });
  // Another price, other files or another trial are another offer.
  const isGiven = answer && answer.offer === offer ? answer.isGiven : hasConsented(id, offer);
  useEffect(() => {
    if (isGiven && offer !== undefined) keepConsent(id, offer);
  }, [isGiven, id, offer]);
  const give = (isNowGiven: boolean) => {
    setAnswer({ isGiven: isNowGiven, offer });
    if (!isNowGiven) dropConsent(id);
  };
  return { isGiven, give };
};
