import Button from "@mui/material/Button";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useMe } from "../../client/session.ts";
import { formatDateTime } from "../../components/format.ts";
import { NoticeCard } from "../../components/NoticeCard.tsx";
import { sanctionOf } from "./sanction.ts";

/** Tells of a penalty that came in the middle of something: beside it, until it was read or is closed. */
export const PenaltyCard = () => {
  const { user } = useMe();
  const { pathname } = useLocation();
  const [closedId, setClosedId] = useState<string | null>(null);
  if (!user || user.isBanned || user.unseenPenaltyId === null) return null;
  if (user.unseenPenaltyId === closedId || pathname === "/penalty-notice") return null;
  const sanction = sanctionOf(user);
  return (
    <NoticeCard
      title={sanction ? "서비스 이용이 정지되었습니다" : "경고를 받았습니다"}
      description={
        sanction?.kind === "suspension"
          ? `${formatDateTime(sanction.until)}까지 일부 기능을 이용할 수 없습니다. 쓰던 글은 그대로 있어요.`
          : "쓰던 글은 그대로 있어요. 하던 일을 마치고 확인해도 돼요."
      }
      closeLabel="제재 안내 닫기"
      onClose={() => setClosedId(user.unseenPenaltyId)}
      actions={
        <Button component={Link} to="/penalty-notice" size="small" variant="contained">
          자세히 보기
        </Button>
      }
    />
  );
};
