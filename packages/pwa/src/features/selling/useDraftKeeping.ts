import { useEffect, useState, useSyncExternalStore } from "react";
import type { UseFormSetValue } from "react-hook-form";
import type { Draft } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { DraftKeeping, type KeptForm } from "./DraftKeeping.ts";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

interface DraftKeepingInput {
  personId: string;
  drafts: Drafts;
  contentId: string | null;
  /** The id that the form is kept under, until it starts over. */
  draftId: string;
  draft: Draft | undefined;
  onId: (id: string | undefined) => void;
}

/** Keeps one form while its screen is open. */
export const useDraftKeeping = (input: DraftKeepingInput) => {
  const { drafts, draft, draftId, ...rest } = input;
  const [keeping] = useState(
    () => new DraftKeeping({ ...rest, drafts, id: draftId, savedAt: draft?.savedAt }),
  );
  const status = useSyncExternalStore(keeping.subscribe, keeping.getStatus);
  const id = useSyncExternalStore(keeping.subscribe, keeping.getId);
  // Held, so that a version of another device does not replace the draft while the seller types.
  useEffect(() => drafts.hold(id), [drafts, id]);
  return { keeping, status, id };
};

/** Shows another tab's changes of the same draft in the form, field by field. */
export const useOtherTabs = (keeping: DraftKeeping, setValue: UseFormSetValue<SellingValues>): void =>
  useEffect(
    () =>
      keeping.follow((names, values) => {
        for (const name of names) setValue(name, values[name], { shouldDirty: true });
      }),
    [keeping, setValue],
  );

const delayMs = 300;

/** Keeps a form while it is typed, so that a reload, a crash of the browser or a sign-in in between loses nothing. */
export const useKeptWhileTyped = (
  keeping: DraftKeeping,
  read: () => KeptForm,
  subscribe: (onChange: () => void) => () => void,
): void => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      void keeping.keep();
    };
    const handleChange = () => {
      timer ??= setTimeout(keep, delayMs);
    };
    const handleHide = () => {
      if (document.visibilityState === "hidden") keep();
    };
    keeping.readFrom(read);
    const stop = subscribe(handleChange);
    window.addEventListener("pagehide", keeping.keepAtOnce);
    document.addEventListener("visibilitychange", handleHide);
    return () => {
      stop();
      window.removeEventListener("pagehide", keeping.keepAtOnce);
      document.removeEventListener("visibilitychange", handleHide);
      if (timer !== undefined) keep();
    };
  }, [keeping, read, subscribe]);
};
