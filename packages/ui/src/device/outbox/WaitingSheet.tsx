import { useLiveValue } from "../../client/liveValue.ts";
import CloseRounded from "@mui/icons-material/CloseRounded";
import CloudDoneOutlined from "@mui/icons-material/CloudDoneOutlined";
import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { usePublishing } from "../drafts/usePublishing.ts";
import { closeSheet, sheet } from "./sheet.ts";
import { useOutbox } from "./useOutbox.ts";
import { ActRow, DraftRow } from "./WaitingRows.tsx";

/** All waiting acts and drafts, each with the buttons to send it now and to take it back. */
export const WaitingSheet = ({ personId }: { personId: string }) => {
  const id = useId();
  const isOpen = useLiveValue(sheet);
  const { outbox, rows } = useOutbox(personId);
  const { drafts, publishing } = usePublishing(personId);
  const count = rows.length + publishing.length;
  return (
    <Drawer
      anchor="bottom"
      open={isOpen}
      onClose={closeSheet}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-labelledby": `${id}-title`,
          // Notices have their place above it.
          sx: {
            maxHeight: "min(80dvh, 100dvh - 9rem)",
            maxWidth: 640,
            mx: "auto",
            borderRadius: "16px 16px 0 0",
          },
        },
      }}
    >
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", px: 2.5, pt: 2 }}>
        <Typography variant="h3" component="h2" id={`${id}-title`}>
          보낼 예정 {count > 0 ? `${count}건` : ""}
        </Typography>
        <IconButton aria-label="닫기" onClick={closeSheet}>
          <CloseRounded />
        </IconButton>
      </Box>
      {count === 0 || !outbox ? (
        <EmptyState
          icon={CloudDoneOutlined}
          isCompact
          title="보낼 것이 없어요"
          description="모두 보냈어요."
        />
      ) : (
        <Box
          component="ul"
          sx={{
            m: 0,
            px: 2.5,
            pb: "calc(16px + env(safe-area-inset-bottom))",
            listStyle: "none",
            overflowY: "auto",
            "& > li + li": { borderTop: "1px solid", borderColor: "divider" },
          }}
        >
          {rows.map((job) => (
            <ActRow key={job.id} job={job} outbox={outbox} />
          ))}
          {drafts
            ? publishing.map((draft) => <DraftRow key={draft.id} draft={draft} drafts={drafts} />)
            : null}
        </Box>
      )}
    </Drawer>
  );
};
