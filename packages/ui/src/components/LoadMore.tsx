import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, type RefObject } from "react";
import { messageOf } from "./failure.ts";

interface LoadMoreProps {
  /** The result of `usePagedEndpoint`. */
  pages: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => Promise<unknown>;
  };
  label?: string;
  /** Holds one element for each entry: the focus goes on to the first new one, as the button moves away or goes. */
  list?: RefObject<HTMLElement | null>;
}

const focusable = "a[href], button:not(:disabled)";

const focusEntry = (entry: Element): void => {
  const target = entry.querySelector<HTMLElement>(focusable);
  if (target) target.focus();
  else if (entry instanceof HTMLElement) {
    entry.tabIndex = -1;
    entry.focus();
  }
};

/** Moves the focus to the first entry that a page brought, unless it has gone elsewhere meanwhile. */
const useFocusOnNew = (list: RefObject<HTMLElement | null> | undefined) => {
  const from = useRef<number>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const entry = from.current === undefined ? undefined : list?.current?.children[from.current];
    if (!entry) return;
    from.current = undefined;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === button.current) focusEntry(entry);
  });
  const awaitNew = () => {
    from.current = list?.current?.children.length;
  };
  return { button, awaitNew };
};

/** The button under a paged list that brings the next page; nothing when all is shown. */
export const LoadMore = ({ pages, label = "더 보기", list }: LoadMoreProps) => {
  const { button, awaitNew } = useFocusOnNew(list);
  const handleMore = () => {
    awaitNew();
    void pages.fetchNextPage();
  };
  return pages.hasNextPage ? (
    <Box sx={{ display: "grid", justifyItems: "center", gap: 1, mt: 3 }}>
      {pages.isFetchNextPageError ? (
        <Typography role="alert" color="error">
          {messageOf(pages.error)}
        </Typography>
      ) : null}
      <Button ref={button} variant="outlined" loading={pages.isFetchingNextPage} onClick={handleMore}>
        {label}
      </Button>
    </Box>
  ) : null;
};
