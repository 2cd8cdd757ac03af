import FlagOutlined from "@mui/icons-material/FlagOutlined";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { Person } from "./PersonAvatar.tsx";
import { TalkBar } from "./TalkBar.tsx";

interface RoomHeaderProps {
  backTo: string;
  backLabel?: string | undefined;
  person: Person;
  subject: string;
  subjectTo?: string;
  onReport?: (() => void) | undefined;
}

/** Top of a purchase's room, with the way to report the other side. */
export const RoomHeader = ({
  backTo,
  backLabel = "채팅 목록으로",
  person,
  onReport,
  ...bar
}: RoomHeaderProps) => (
  <TalkBar
    {...bar}
    back={{ to: backTo, label: backLabel }}
    person={person}
    title={person.nickname}
    action={
      onReport ? (
        <Tooltip title="신고하기">
          <IconButton aria-label="신고하기" onClick={onReport}>
            <FlagOutlined />
          </IconButton>
        </Tooltip>
      ) : null
    }
  />
);
