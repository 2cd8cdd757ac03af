import ShareRounded from "@mui/icons-material/ShareRounded";
import IconButton from "@mui/material/IconButton";
import { copyText } from "@knowhow/ui/components/copyText.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

interface ShareButtonProps {
  /** Names the page to the other person. */
  title: string;
  /** Its path, without what belongs to this visit. */
  path: string;
}

/** Whether the system's own sheet has taken it; a person who closes the sheet has had it too. */
const shareBySystem = async (data: ShareData): Promise<boolean> => {
  if (!("share" in navigator) || !navigator.canShare(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
};

/** Shares a page by the system, or copies its address. */
export const ShareButton = ({ title, path }: ShareButtonProps) => {
  const toast = useToast();
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    if (await shareBySystem({ title, url })) return;
    const isCopied = await copyText(url);
    toast(
      isCopied
        ? { title: "주소를 복사했습니다", description: "원하는 곳에 붙여 넣어 공유해보세요." }
        : { title: "주소를 복사하지 못했습니다", description: url, variant: "destructive" },
    );
  };
  return (
    <IconButton
      aria-label="공유하기"
      onClick={() => void share()}
      sx={{ border: "1px solid", borderColor: "divider" }}
    >
      <ShareRounded fontSize="small" />
    </IconButton>
  );
};
