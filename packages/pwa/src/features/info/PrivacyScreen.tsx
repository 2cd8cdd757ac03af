import { readBusiness } from "@knowhow/ui/client/bootstrap.ts";
import { PaperScreen } from "./PaperScreen.tsx";
import { privacyOf } from "./texts/privacy.ts";

const policy = privacyOf(readBusiness());

/** /privacy-policy, with the names of the service's operators. */
export const PrivacyScreen = () => <PaperScreen paper={policy} />;
