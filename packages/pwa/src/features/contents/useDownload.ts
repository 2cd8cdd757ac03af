import type { OwnPurchase } from "@knowhow/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { downloadUrl } from "@knowhow/ui/client/addresses.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, isConnectionError, messageOf } from "@knowhow/ui/components/failure.ts";
import { probe } from "@knowhow/ui/client/probe.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { expiredNotice, useLoginAction } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { useOpeningGate } from "../orders/OpeningGate.tsx";
import { markOpened } from "@knowhow/ui/features/orders/purchases.ts";
import { refundStatusOf } from "../orders/refundStatus.ts";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";

/** The browser's own download: it streams, goes on in the background, and asks where to put it. */
const save = (address: string): void => {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
};

/** Opens a window without access to ours; false where the browser allows none. */
const openWindow = (address: string): boolean => {
  const opened = window.open(address, "_blank");
  if (opened) opened.opener = null;
  return opened !== null;
};

const wordsOf = (error: unknown): string =>
  hasCode(error, "NOT_FOUND")
    ? "파일을 찾을 수 없습니다. 계속되면 멘토에게 채팅으로 알려주세요."
    : messageOf(error);

/** A press for the browser's own handling of links: a new tab, a window, a menu. */
const isSpecial = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

interface Wanted {
  contentId: string;
  index: number;
  /** Opened in another window instead of saved. */
  isExternalLink: boolean;
  /** The viewer's purchase, where there is one. */
  purchase: OwnPurchase | undefined;
  /** An older version; the newest where none is given. */
  version?: number;
}

/**
 * The props of an anchor to a file or an external link. The server is asked first whether it will deliver: a refusal is
 * shown here, where the browser would save it as a file or show it as a page. Until the first opening of a purchase
 * that can still be refunded by rule there is no address: a new tab or the browser's menu would skip the notice.
 */
export const useDownload = ({ contentId, index, isExternalLink, purchase, version }: Wanted) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const login = useLoginAction();
  const openFirst = useOpeningGate();
  const address = downloadUrl(contentId, index, version);
  const isUnopened = purchase !== undefined && refundStatusOf(purchase)?.state === "available";
  const open = () => {
    if (openWindow(address)) return;
    // Some browsers open a window only during a press.
    toast({
      title: "링크를 열 준비가 됐어요",
      action: { label: "링크 열기", onAct: () => openWindow(address) },
    });
  };
  const { mutate, isPending } = useMutation({
    networkMode: "always",
    mutationFn: () =>
      client.files.download(
        {
          params: { contentId, index: String(index) },
          query: version === undefined ? {} : { version: String(version) },
        },
        { transport: probe },
      ),
    onSuccess: () => {
      if (isExternalLink) open();
      else save(address);
      markOpened(queryClient, contentId);
    },
    onError: async (error) => {
      // The server can not be asked: the copy on this device is as good.
      if (isConnectionError(error) && !isExternalLink && version === undefined) {
        // The code that saves a kept file may be out of reach too.
        const isSaved = await import("../vault/saveKept.ts")
          .then(({ saveKept }) => saveKept(contentId, index))
          .catch(() => false);
        if (isSaved) return;
      }
      const said = {
        title: isExternalLink ? "링크를 열지 못했습니다" : "다운로드하지 못했습니다",
        description: wordsOf(error),
        variant: "destructive",
      } as const;
      toast(hasCode(error, "LOGIN_REQUIRED") ? { ...expiredNotice, action: login() } : said);
      // Refunded or deleted meanwhile: the screen is read again.
      if (hasCode(error, "PURCHASE_REQUIRED") || hasCode(error, "NOT_FOUND"))
        void refreshContents(queryClient);
    },
  });
  const handleClick = (event: MouseEvent) => {
    if (!isUnopened && isSpecial(event)) return;
    event.preventDefault();
    if (!isPending) openFirst(purchase, mutate);
  };
  return { ...(isUnopened ? {} : { href: address }), onClick: handleClick, "aria-busy": isPending };
};
