import AutoStoriesOutlined from "@mui/icons-material/AutoStoriesOutlined";
import OpenInNewRounded from "@mui/icons-material/OpenInNewRounded";
import type { Content } from "@knowhow/shared";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { landingLink } from "../orders/landing.ts";
import { PaymentSuccessScreen } from "../orders/PaymentSuccessScreen.tsx";
import type { OpenPurchase } from "../orders/ReceiptCard.tsx";
import { readerPath, readingKindOf } from "../reading/readingKind.ts";
import { useDownload } from "./useDownload.ts";

const big = { variant: "contained", size: "large" } as const;

/** The button that opens the external link, with the notice of its first opening. */
const OpenLink = ({ content }: { content: Content }) => {
  const { id, purchase } = content;
  const link = useDownload({ contentId: id, index: 0, isExternalLink: true, purchase });
  return (
    <Button component="a" {...link} target="_blank" rel="noreferrer" {...big} endIcon={<OpenInNewRounded />}>
      링크 열기
    </Button>
  );
};

/** The one press to the thing itself: its first file in the reader, or its link; nothing where neither can be shown. */
const Open: OpenPurchase = ({ contentId, land }) => {
  // As it is after the purchase, which is when the link to it is known.
  const { data: content, isPending } = useEndpoint(
    client.contents.get,
    { params: { id: contentId }, query: { peek: "1" } },
    { staleTime: 0, refetchOnMount: "always" },
  );
  if (isPending) return <Skeleton variant="rounded" height={48} />;
  if (!content?.hasPurchased) return null;
  if (content.isExternalLink) return <OpenLink content={content} />;
  const index = content.fileNames.findIndex((name) => readingKindOf(name) !== undefined);
  return index < 0 ? null : (
    <Button {...landingLink(land, readerPath(contentId, index))} {...big} startIcon={<AutoStoriesOutlined />}>
      바로 읽기
    </Button>
  );
};

/** /payment-success: the receipt, with the one press to what was bought. */
export const PaidScreen = () => <PaymentSuccessScreen Open={Open} />;
