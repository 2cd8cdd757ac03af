import EditNoteRounded from "@mui/icons-material/EditNoteRounded";
import Button from "@mui/material/Button";
import { useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { othersOf } from "./others.ts";

/**
 * The link to the list of drafts, with the number of others; nothing where there are none, and where a form that is
 * still empty has a notice of them.
 */
export const DraftsLink = ({ drafts, except }: { drafts: Drafts; except: string }) => {
  const count = useSyncExternalStore(drafts.subscribe, () => {
    const rows = drafts.read();
    const isWritten = rows.some(({ id }) => id === except);
    return isWritten || othersOf(rows, except).length === 0
      ? rows.filter(({ id }) => id !== except).length
      : 0;
  });
  return count === 0 ? null : (
    <Button component={Link} to="/drafts" startIcon={<EditNoteRounded />} sx={{ ml: -1, mt: 0.5 }}>
      작성 중인 콘텐츠 {count}
    </Button>
  );
};
