import { usePlatform } from "@knowhow/ui/client/platform.tsx";
import { useMemo } from "react";
import { PaperScreen } from "./PaperScreen.tsx";
import { privacyOf } from "./texts/privacy.ts";

/** /privacy-policy, with the names of the service's operators. */
export const PrivacyScreen = () => {
  const { business } = usePlatform();
  return <PaperScreen paper={useMemo(() => privacyOf(business), [business])} />;
};
