import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { NoticeCard } from "@knowhow/ui/components/NoticeCard.tsx";
import { holdPage, isBusy } from "@knowhow/ui/device/update/busy.ts";
import { useReadyUpdate } from "./updates.ts";

/** Offers a new version, and activates it between two screens when nothing would be interrupted. */
export const UpdateNotice = () => {
  const apply = useReadyUpdate();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const [closed, setClosed] = useState<typeof apply>();
  const [isRefused, setIsRefused] = useState(false);
  const shown = useRef(pathname);
  useEffect(() => holdPage(() => queryClient.isMutating() > 0), [queryClient]);
  useEffect(() => {
    if (!apply || shown.current === pathname) {
      shown.current = pathname;
      return undefined;
    }
    // The next screen first marks itself busy where it must not be interrupted.
    const timer = setTimeout(() => {
      shown.current = pathname;
      if (!isBusy()) apply();
    });
    return () => {
      clearTimeout(timer);
    };
  }, [apply, pathname]);
  if (!apply || closed === apply) return null;
  const handlePress = () => {
    if (isBusy()) setIsRefused(true);
    else apply();
  };
  return (
    <NoticeCard
      title="새 버전이 있어요"
      description={
        isRefused
          ? "하던 일이 끝나지 않아 지금은 적용하지 않았어요. 마치고 다른 화면으로 가면 적용돼요."
          : "다른 화면으로 갈 때 자동으로 적용돼요."
      }
      closeLabel="새 버전 알림 닫기"
      onClose={() => setClosed(() => apply)}
      actions={
        <Button size="small" variant="contained" onClick={handlePress}>
          지금 적용
        </Button>
      }
    />
  );
};
