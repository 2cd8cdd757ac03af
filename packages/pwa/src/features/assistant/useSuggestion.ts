import type { Suggestion } from "@knowhow/shared";
import { useCallback, useEffect, useRef, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { reporting, type UploadProgress } from "@knowhow/ui/client/transfer.ts";
import { troubleOf, type AssistantTrouble } from "./troubles.ts";

/** The step of the dialog: input, progress or suggestion. */
type View = "input" | "working" | "result";

/** The input of a suggestion. */
interface SuggestionInput {
  userDescription: string;
  file: File | undefined;
}

/** Asks for a suggestion with or without a file; `onProgress` follows the file's upload. */
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

/** Makes suggestions, one at a time; `onTrouble` gets the failures that a login or a retry may resolve. */
export const useSuggestion = (onTrouble: (trouble: AssistantTrouble, retry: () => void) => void) => {
  const [view, setView] = useState<View>("input");
  const [suggestion, setSuggestion] = useState<Suggestion>();
  const [progress, setProgress] = useState<UploadProgress>();
  const [trouble, setTrouble] = useState<AssistantTrouble>();
  const [repeats, setRepeats] = useState(0);
  /** The input that the suggestion was made from. */
  const made = useRef<SuggestionInput>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const generate = async (input: SuggestionInput): Promise<void> => {
    // A second press may come before the first is rendered.
    if (running.current) return;
    // The built-in helper gives the same answer to the same input: a call of the day would be wasted.
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
  /** Stops a running request and goes back to the step before. */
  const cancel = useCallback(() => running.current?.abort(), []);
  return {
    view, suggestion, progress, trouble, generate, cancel,
    /** How many tries were skipped: they would have given the same suggestion. */
    repeats,
    /** Clears the last failure: its input was changed. */
    forgive: useCallback(() => setTrouble(undefined), []),
    /** Back to the input. */
    revise: () => setView("input"),
    /** Back to the last suggestion. */
    showResult: () => setView("result"),
  }; // oxfmt-ignore
};
