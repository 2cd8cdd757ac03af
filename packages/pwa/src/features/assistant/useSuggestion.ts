import type { Suggestion } from "@knowhow/shared";
import { useCallback, useEffect, useRef, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { reporting, type UploadProgress } from "@knowhow/ui/client/transfer.ts";
import { troubleOf, type AssistantTrouble } from "./troubles.ts";

/** What is on the dialog: what the person types, the making of a suggestion, or the suggestion. */
type View = "input" | "working" | "result";

/** What a suggestion is made from. */
interface SuggestionInput {
  userDescription: string;
  file: File | undefined;
}

/** Asks for a suggestion with or without a file; with one it is told how far the file is. */
const ask = (
  { userDescription, file }: SuggestionInput,
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
): Promise<Suggestion> => {
  const body = { userDescription };
  return file
    ? client.assistant.suggestWithFile({ body, file }, { signal, transport: reporting(onProgress) })
    : client.assistant.suggest({ body }, { signal });
};

/** The making of suggestions, one at a time; `onTrouble` is told of what a login or the same try once more may mend. */
export const useSuggestion = (onTrouble: (trouble: AssistantTrouble, retry: () => void) => void) => {
  const [view, setView] = useState<View>("input");
  const [suggestion, setSuggestion] = useState<Suggestion>();
  const [progress, setProgress] = useState<UploadProgress>();
  const [trouble, setTrouble] = useState<AssistantTrouble>();
  const [repeats, setRepeats] = useState(0);
  /** What the suggestion was made from. */
  const made = useRef<SuggestionInput>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const generate = async (input: SuggestionInput): Promise<void> => {
    // Two presses come before the first one is drawn.
    if (running.current) return;
    // The built-in helper answers the same with the same: a call of the day would be spent on nothing.
    const isRepeated =
      suggestion?.engine === "local" &&
      made.current?.userDescription === input.userDescription &&
      made.current.file === input.file;
    setRepeats((before) => (isRepeated ? before + 1 : 0));
    if (isRepeated) {
      setTrouble(undefined);
      setView("result");
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const from: View = suggestion ? "result" : "input";
    setTrouble(undefined);
    setProgress(undefined);
    setView("working");
    try {
      setSuggestion(await ask(input, controller.signal, setProgress));
      made.current = input;
      setView("result");
    } catch (error) {
      if (controller.signal.aborted) {
        setView(from);
        return;
      }
      const met = troubleOf(error);
      setTrouble(met);
      setView(met.kind === "file" || met.kind === "description" ? "input" : from);
      if (met.kind === "passing" || met.kind === "login") onTrouble(met, () => void generate(input));
    } finally {
      running.current = undefined;
    }
  };
  /** Stops what is being made; what was there before is shown again. */
  const cancel = useCallback(() => running.current?.abort(), []);
  return {
    view, suggestion, progress, trouble, generate, cancel,
    /** How many tries were spared: they would have given the suggestion that there is. */
    repeats,
    /** Forgets why the last try failed: something of it was changed. */
    forgive: useCallback(() => setTrouble(undefined), []),
    /** Back to what was typed. */
    revise: () => setView("input"),
    /** Back to the suggestion that there is. */
    showResult: () => setView("result"),
  }; // prettier-ignore
};
