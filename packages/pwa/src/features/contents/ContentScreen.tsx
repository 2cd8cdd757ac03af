import MenuBookRounded from "@mui/icons-material/MenuBookRounded";
import { isPublicContent, type Content } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link, useParams } from "react-router-dom";
import { SummaryLauncher } from "../assistant/SummaryLauncher.tsx";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { activeUserId } from "@knowhow/ui/client/activeUser.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { CommentSection } from "../comments/CommentSection.tsx";
import { ActionBar } from "@knowhow/ui/components/ActionBar.tsx";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { PriceText } from "@knowhow/ui/components/PriceText.tsx";
import { useIsDesk } from "@knowhow/ui/components/useIsDesk.ts";
import { OpeningGate } from "../orders/OpeningGate.tsx";
import { RatingSection } from "../ratings/RatingSection.tsx";
import { isRefunding } from "../orders/refundStatus.ts";
import { columnTop } from "@knowhow/ui/theme/tokens.ts";
import { ModerationButton } from "@knowhow/ui/features/moderation/ModerationButton.tsx";
import { previewsOf } from "@knowhow/ui/client/pictures.ts";
import { findCachedContent } from "@knowhow/ui/client/contentCache.ts";
import { contentColumns } from "./contentColumns.ts";
import { ContentHeading } from "./ContentHeading.tsx";
import { ContentSkeleton } from "./ContentSkeleton.tsx";
import { Description } from "./Description.tsx";
import { FileList } from "./FileList.tsx";
import { PreviewCarousel } from "./PreviewCarousel.tsx";
import { RelatedPlace } from "./RelatedPlace.tsx";
import { PurchaseBox, ToDownloads } from "./PurchaseBox.tsx";
import { PurchaseButton } from "./PurchaseButton.tsx";
import { QuestionSection } from "../questions/QuestionSection.tsx";
import { TrialSection } from "../trials/TrialSection.tsx";
import { TagLinks } from "./TagLinks.tsx";
import { UnlistedNotice } from "./UnlistedNotice.tsx";
import { usePurchaseAct } from "./usePurchaseAct.ts";

const VersionSection = lazy(async () => ({ default: (await import("./VersionSection.tsx")).VersionSection }));

const MissingContent = () => {
  useDocumentTitle("콘텐츠를 찾을 수 없습니다");
  return (
    <EmptyState
      icon={MenuBookRounded}
      component="h1"
      title="콘텐츠를 찾을 수 없습니다"
      description="삭제되었거나 주소가 잘못된 콘텐츠입니다."
      action={
        <Button component={Link} to="/market" variant="contained">
          마켓으로 가기
        </Button>
      }
    />
  );
};

/** The server decides about access: it sends file addresses only to users who may have them. */
const hasAccessTo = (content: Content): boolean =>
  !isRefunding(content.purchase) &&
  (content.hasPurchased || content.isOwner || content.fileUrls.some((address) => address !== ""));

const KeepSwitch = lazy(async () => ({ default: (await import("../vault/KeepSwitch.tsx")).KeepSwitch }));

const LoadedContent = ({ content }: { content: Content }) => {
  const { user } = useMe();
  const hasAccess = hasAccessTo(content);
  const isDesk = useIsDesk();
  // One for both places of the button.
  const act = usePurchaseAct(content);
  // The generated cover is in the heading of a desk already.
  const previews =
    isDesk && previewsOf(content).length === 0 ? null : (
      <PreviewCarousel content={content} hasAccess={hasAccess} />
    );
  // Of what one may open there is nothing to try, and off the market no one does.
  const isTried = isPublicContent(content) && (content.isOwner || !hasAccess);
  const trial = !isTried ? null : <TrialSection content={content} />;
  // A content of a list says nothing about its purchase yet.
  const isRead = !content.hasPurchased || content.purchase !== undefined;
  const canBuy = content.isListed && !content.hasPurchased && !content.isOwner;
  return (
    <OpeningGate>
      <Box component="article">
        <Box sx={contentColumns}>
          <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: { xs: 3, md: 4 } }}>
            <UnlistedNotice content={content} />
            <ModerationButton target={{ kind: "content", content }} />
            <ContentHeading content={content} />
            <Description text={content.description} />
            <TagLinks tags={content.tags ?? []} />
            {trial}
            {previews}
            <FileList content={content} hasAccess={hasAccess} />
            {hasAccess ? <SummaryLauncher content={content} /> : null}
            {user && hasAccess && content.hasPurchased ? (
              <Suspense fallback={<Box sx={{ height: 80 }} />}>
                <KeepSwitch user={user} content={content} />
              </Suspense>
            ) : null}
            {hasAccess && isRead ? (
              <Suspense fallback={null}>
                <VersionSection content={content} />
              </Suspense>
            ) : null}
          </Box>
          <Box
            sx={{
              position: { md: "sticky" },
              top: { md: columnTop },
              alignSelf: "start",
              gridRow: { md: "1 / span 3" },
              gridColumn: { md: 2 },
            }}
          >
            <PurchaseBox content={content} act={act} />
          </Box>
          <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 5 }}>
            <RatingSection content={content} />
            <CommentSection
              contentId={content.id}
              canComment={content.hasPurchased}
              isOwner={content.isOwner}
            />
            <QuestionSection content={content} />
          </Box>
        </Box>
        {isPublicContent(content) ? <RelatedPlace id={content.id} /> : null}
        {canBuy ? (
          <ActionBar>
            <PriceText price={content.price} variant="h3" />
            <Box sx={{ flex: 1 }}>
              <PurchaseButton act={act} isFree={content.price === 0} />
            </Box>
          </ActionBar>
        ) : content.hasPurchased && !content.isOwner && hasAccess ? (
          <ActionBar>
            <ToDownloads />
          </ActionBar>
        ) : null}
      </Box>
    </OpeningGate>
  );
};

const notKept = { title: "이 콘텐츠는 아직 이 기기에 없어요", description: "연결되면 저절로 열려요." };

/** Only a signed-in user has purchases on the device to be led to. */
const ownNotKept = {
  ...notKept,
  description: `${notKept.description} 구매한 콘텐츠는 기기에 저장되어 연결이 없어도 볼 수 있어요.`,
  action: (
    <Button component={Link} to="/profile#purchases" variant="contained">
      구매한 콘텐츠 보기
    </Button>
  ),
};

/** The page of one content. */
export const ContentScreen = () => {
  const { id = "" } = useParams();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useEndpoint(
    client.contents.get,
    { params: { id } },
    { placeholderData: () => findCachedContent(queryClient, id) },
  );
  if (hasCode(error, "NOT_FOUND")) return <MissingContent />;
  if (data) return <LoadedContent key={data.id} content={data} />;
  if (error)
    return (
      <ErrorState
        error={error}
        title="콘텐츠를 불러오지 못했습니다"
        component="h1"
        onRetry={() => void refetch()}
        unconnected={activeUserId() === null ? notKept : ownNotKept}
      />
    );
  return <ContentSkeleton />;
};
