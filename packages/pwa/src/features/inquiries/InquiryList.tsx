import type { InquiryRoom } from "@knowhow/shared";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { ServerTime } from "@knowhow/ui/client/ServerTime.tsx";
import { UnreadBadge } from "@knowhow/ui/features/chats/UnreadBadge.tsx";
import { inquiryLabel } from "./labels.ts";

interface InquiryListProps {
  rooms: readonly InquiryRoom[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

const Entry = ({
  room,
  isChosen,
  onChoose,
}: {
  room: InquiryRoom;
  isChosen: boolean;
  onChoose: () => void;
}) => (
  <ButtonBase
    onClick={onChoose}
    aria-current={isChosen ? "true" : undefined}
    sx={{
      position: "relative",
      display: "grid",
      gridTemplateColumns: "minmax(0, 1fr)",
      textAlign: "left",
      gap: 0.25,
      width: "100%",
      minHeight: 48,
      px: 2,
      py: 1,
      borderRadius: "12px",
      "&:hover": { bgcolor: "action.hover" },
      "&[aria-current]": {
        bgcolor: "color-mix(in srgb, var(--kh-palette-primary-main) 12%, transparent)",
      },
      "&.Mui-focusVisible": { outlineOffset: "-3px" },
    }}
  >
    <Box component="span" sx={{ display: "flex", alignItems: "center", gap: 1 }}>
      <Typography variant="subtitle2" component="span" noWrap>
        {inquiryLabel(room.type)}
      </Typography>
      <UnreadBadge count={room.unreadCount} />
    </Box>
    <Box component="span" sx={{ display: { xs: "none", md: "block" } }}>
      <Typography variant="body2" component="span" color="textSecondary" noWrap sx={{ display: "block" }}>
        {room.lastMessage?.message ?? room.subject ?? "문의"}
      </Typography>
    </Box>
    <Typography
      variant="body2"
      component="span"
      color="textSecondary"
      sx={{ display: { xs: "none", md: "block" } }}
    >
      <ServerTime time={room.lastMessageAt ?? room.createdAt} />
    </Typography>
  </ButtonBase>
);

/** The user's inquiries: side by side on a phone, below each other on a desk. */
export const InquiryList = ({ rooms, chosenId, onChoose }: InquiryListProps) => (
  <Box
    component="nav"
    aria-label="대화 목록"
    sx={{
      flex: "none",
      width: { md: 240 },
      p: 1,
      overflow: "auto",
      bgcolor: "background.paper",
      borderBottom: { xs: "1px solid", md: "none" },
      borderRight: { md: "1px solid" },
      // Set for both widths: the border of the wider one would set its own colour.
      borderColor: { xs: "divider", md: "divider" },
    }}
  >
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: "none",
        display: "flex",
        flexDirection: { xs: "row", md: "column" },
        gap: 0.5,
        whiteSpace: { xs: "nowrap", md: "normal" },
      }}
    >
      {rooms.map((room) => (
        <Box key={room.id} component="li" sx={{ flex: "none", width: { md: "100%" } }}>
          <Entry room={room} isChosen={room.id === chosenId} onChoose={() => onChoose(room.id)} />
        </Box>
      ))}
    </Box>
  </Box>
);
