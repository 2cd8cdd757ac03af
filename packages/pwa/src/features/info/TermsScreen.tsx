import { PaperScreen } from "./PaperScreen.tsx";
import { terms } from "./texts/terms.ts";

/** /terms. */
export const TermsScreen = () => <PaperScreen paper={terms} />;
