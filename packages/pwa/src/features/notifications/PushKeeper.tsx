import { useMe } from "@knowhow/ui/client/session.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useMatch, useNavigate } from "react-router-dom";
import { leadsToPage } from "../../worker/pushMessages.ts";

const isGranted = (): boolean => typeof Notification !== "undefined" && Notification.permission === "granted";

/** Goes where a notification leads, as the worker says, without a reload. */
const useNotificationWay = (): void => {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const handleMessage = useEffectEvent(({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "object" || data === null || !("type" in data) || data.type !== "OPEN") return;
    if (!("path" in data) || !leadsToPage(data.path) || data.path === pathname + search + hash) return;
    void navigate(data.path);
  });
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const workers = navigator.serviceWorker;
    const listen = (event: MessageEvent<unknown>) => handleMessage(event);
    workers.addEventListener("message", listen);
    return () => workers.removeEventListener("message", listen);
  }, []);
};

/** Opens what notifications lead to, and keeps their subscription with the session of the person who made it. */
export const PushKeeper = () => {
  // Undefined while it is not known; nothing is dropped for want of a network.
  const { data: user } = useMe();
  const isLeaving = useMatch("/logout") !== null;
  const isBarred = user?.isBanned === true || user?.mustChangePassword === true;
  const personId = user?.id ?? null;
  useNotificationWay();
  // Once for each person and start; what failed for want of a network is tried again when it is back.
  useQuery({
    queryKey: ["push-subscription", personId],
    queryFn: async () => (await import("./pushDevice.ts")).keepSubscription(personId),
    enabled: user !== undefined && !isLeaving && !isBarred && isGranted(),
  });
  return null;
};
