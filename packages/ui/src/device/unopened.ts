import type { ToastMessage } from "../components/ToastProvider.tsx";
import { createLiveValue } from "../client/liveValue.ts";

/** The notice that a person still has to be given about kept data that could not be opened any more. */
export const unopened = createLiveValue<{ personId: string; notice: ToastMessage } | undefined>(undefined);
