import EditNoteRounded from "@mui/icons-material/EditNoteRounded";
import Button from "@mui/material/Button";
import { useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";

/** The link to the list of drafts, with the number of others; nothing where there are none. */
export const DraftsLink = ({ drafts, except }: { drafts: Drafts; except: string }) => {
  const count = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.read().filter(({ id }) => id !== except).length,
  );
  return count === 0 ? null : (
    <Button component={Link} to="/drafts" startIcon={<EditNoteRounded />} sx={{ ml: -1, mt: 0.5 }}>
      작성 중인 콘텐츠 {count}
    </Button>
  );
};
