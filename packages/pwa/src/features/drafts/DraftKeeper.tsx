import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router-dom";
import { useMe } from "@knowhow/ui/client/session.ts";
import { useDevice } from "@knowhow/ui/client/platform.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { useSendingPerson } from "@knowhow/ui/device/outbox/useSendingPerson.ts";
import { loadedLater } from "../../offline/loadedLater.ts";

/** Delay of the start, in milliseconds: the first screen goes first. */
const firstMs = 1_500;

/**
 * Uploads and publishes the signed-in user's waiting drafts, on every screen, and shows the outcome. While a ban lasts
 * the server refuses all of it.
 */
export const DraftKeeper = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const device = useDevice();
  const senderId = useSendingPerson();
  const personId = useMe().user?.isBanned ? undefined : senderId;
  const tools = useEffectEvent(() => ({ device, queryClient, navigate, toast }));
  useEffect(() => {
    if (personId === undefined) return undefined;
    let stop: () => void = () => undefined;
    // Without a network the code may be missing, and is loaded again later.
    const { later } = loadedLater(() => import("./keepDrafts.ts"));
    const timer = setTimeout(() => {
      stop = later(({ keepDrafts }) => keepDrafts(personId, () => tools()));
    }, firstMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [personId]);
  return null;
};
