import { useEffect, useRef } from "react";
import type { ShownFiles } from "./useDraftForm.ts";

/** The buttons of a row; `status` pauses or resumes its upload. */
type RowButton = "remove" | "earlier" | "later" | "status";
/** A row itself can have the focus too. */
type RowPart = RowButton | "row";

const other: Partial<Record<RowButton, RowButton>> = { earlier: "later", later: "earlier" };

/** Keeps the focus within a list whose rows come, go and move: it never falls back to the page. */
export const useRowFocus = ({ list, items }: ShownFiles) => {
  const addButton = useRef<HTMLButtonElement>(null);
  const parts = useRef(new Map<string, HTMLElement>());
  /** Where the focus goes after the render: the first of these that can have it, else the button that adds. */
  const wanted = useRef<readonly string[]>(undefined);
  const idOf = (key: string, part: RowPart) => `${part} ${key}`;

  useEffect(() => {
    const refused = list.takeAttention();
    const ids = refused === undefined ? wanted.current : [idOf(refused, "remove")];
    wanted.current = undefined;
    if (!ids) return;
    const able = ids
      .flatMap((id) => parts.current.get(id) ?? [])
      .find((element) => !(element instanceof HTMLButtonElement && element.disabled));
    const target = able ?? addButton.current;
    // A focused element would be scrolled to with every step of an upload.
    if (target !== document.activeElement) target?.focus();
  });

  return {
    addButton,
    /** For the `ref` of a row or of one of its buttons. */
    refOf: (key: string, part: RowPart) => (element: HTMLElement | null) => {
      const id = idOf(key, part);
      // The focused status button goes when its upload ends. The row takes the focus, not another button: a late press
      // would remove the file.
      if (!element && part === "status" && parts.current.get(id) === document.activeElement)
        wanted.current = [id, idOf(key, "row")];
      if (element) parts.current.set(id, element);
      else parts.current.delete(id);
    },
    /** Removes a row; its neighbour's button takes the focus. */
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
    /** Closes the notice about files that could not be added. */
    dismissRefusals: () => {
      wanted.current = items.slice(0, items.length < list.max ? 0 : 1).map(({ key }) => idOf(key, "remove"));
      list.dismissRefusals();
    },
  };
};

export type RowFocus = ReturnType<typeof useRowFocus>;
