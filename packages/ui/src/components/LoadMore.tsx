import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { messageOf } from "../client/failure.ts";

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
}

/** The button under a paged list that brings the next page; nothing when all is shown. */
export const LoadMore = ({ pages, label = "더 보기" }: LoadMoreProps) =>
  pages.hasNextPage ? (
    <Box sx={{ display: "grid", justifyItems: "center", gap: 1, mt: 3 }}>
      {pages.isFetchNextPageError ? (
        <Typography role="alert" color="error">
          {messageOf(pages.error)}
        </Typography>
      ) : null}
      <Button
        variant="outlined"
        loading={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        {label}
      </Button>
    </Box>
  ) : null;
