import { useEffect, useRef } from "react";
import type { ShownUploads } from "./useUploadList.ts";

/** The buttons of a row. */
type RowButton = "remove" | "earlier" | "later";

const other: Partial<Record<RowButton, RowButton>> = { earlier: "later", later: "earlier" };

/** Keeps the focus within a list whose rows come, go and move: it never falls to the page. */
export const useRowFocus = ({ list, items }: ShownUploads) => {
  const addButton = useRef<HTMLButtonElement>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  /** Where the focus goes once the change is drawn: the first of these that can have it, else the button that adds. */
  const wanted = useRef<readonly string[]>(undefined);
  const idOf = (key: string, button: RowButton) => `${button} ${key}`;

  useEffect(() => {
    const refused = list.takeAttention();
    const ids = refused === undefined ? wanted.current : [idOf(refused, "remove")];
    wanted.current = undefined;
    if (!ids) return;
    const able = ids.flatMap((id) => buttons.current.get(id) ?? []).find(({ disabled }) => !disabled);
    (able ?? addButton.current)?.focus();
  });

  return {
    addButton,
    /** For a button's `ref`. */
    refOf: (key: string, button: RowButton) => (element: HTMLButtonElement | null) => {
      if (element) buttons.current.set(idOf(key, button), element);
      else buttons.current.delete(idOf(key, button));
    },
    /** Takes a row off; its neighbour's button follows. */
    remove: (key: string) => {
      const at = items.findIndex((item) => item.key === key);
      const neighbours = [items[at + 1], items[at - 1]];
      wanted.current = neighbours.flatMap((item) => (item ? [idOf(item.key, "remove")] : []));
      list.remove(key);
    },
    /** Moves a row by one place; its button keeps the focus, or the opposite one at the end of the list. */
    move: (key: string, button: "earlier" | "later") => {
      const at = items.findIndex((item) => item.key === key);
      wanted.current = [button, other[button] ?? button].map((name) => idOf(key, name));
      list.move(at, button === "earlier" ? at - 1 : at + 1);
    },
    /** Closes the notice about what could not be added. */
    dismissRefusals: () => {
      wanted.current = items.slice(0, items.length < list.most ? 0 : 1).map(({ key }) => idOf(key, "remove"));
      list.dismissRefusals();
    },
  };
};

export type RowFocus = ReturnType<typeof useRowFocus>;
