import Button from "@mui/material/Button";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useMe } from "../../client/session.ts";
import { formatDateTime } from "../../components/format.ts";
import { NoticeCard } from "../../components/NoticeCard.tsx";
import { sanctionOf } from "./sanction.ts";

/** Shows a penalty that came during other work: beside it, until it was read or is closed. */
export const PenaltyCard = () => {
  const { user } = useMe();
  const { pathname } = useLocation();
  const [read, setRead] = useState<{ penaltyId: string | null; until: string | null }>();
  if (!user || user.isBanned) return null;
  const { unseenPenaltyId: penaltyId, suspendedUntil: until } = user;
  const sanction = sanctionOf(user);
  const isWarningNew = penaltyId !== null && penaltyId !== read?.penaltyId;
  // A suspension without a warning has no unseen penalty: its end identifies it.
  if (!isWarningNew && (sanction === undefined || until === read?.until)) return null;
  if (pathname === "/penalty-notice") {
    setRead({ penaltyId, until });
    return null;
  }
  return (
    <NoticeCard
      title={sanction ? "서비스 이용이 정지되었습니다" : "경고를 받았습니다"}
      description={
        sanction?.kind === "suspension"
          ? `${formatDateTime(sanction.until)}까지 일부 기능을 이용할 수 없습니다. 쓰던 글은 그대로 있어요.`
          : "쓰던 글은 그대로 있어요. 하던 일을 마치고 확인해도 돼요."
      }
      closeLabel="제재 안내 닫기"
      onClose={() => setRead({ penaltyId, until })}
      actions={
        <Button component={Link} to="/penalty-notice" size="small" variant="contained">
          자세히 보기
        </Button>
      }
    />
  );
};
