import NotificationsNoneRounded from "@mui/icons-material/NotificationsNoneRounded";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

/** The browser's permission; undefined where it has no notifications. */
const permission = (): NotificationPermission | undefined =>
  typeof Notification === "undefined" ? undefined : Notification.permission;

const words: Partial<Record<NotificationPermission, { title: string; description: string }>> = {
  granted: { title: "브라우저 알림을 켰어요", description: "새 신고와 문의가 오면 알려드려요." },
  denied: {
    title: "브라우저 알림이 꺼져 있어요",
    description: "브라우저의 사이트 설정에서 알림을 허용하면 받을 수 있어요.",
  },
};

/** Asks the browser to allow notifications; gone once the administrator has answered. */
export const NoticesButton = () => {
  const toast = useToast();
  const [allowed, setAllowed] = useState(permission);
  if (allowed !== "default") return null;
  const ask = async () => {
    const answer = await Notification.requestPermission();
    setAllowed(answer);
    const told = words[answer];
    if (told) toast(told);
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<NotificationsNoneRounded />}
      onClick={() => void ask()}
    >
      브라우저 알림 받기
    </Button>
  );
};
