import DownloadRounded from "@mui/icons-material/DownloadRounded";
import LockOutlined from "@mui/icons-material/LockOutlined";
import MenuBookRounded from "@mui/icons-material/MenuBookRounded";
import type { Content, CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { Link, useParams, useSearchParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { probe } from "@knowhow/ui/client/probe.ts";
import { keyOf, useEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { hasCode, isConnectionError } from "@knowhow/ui/components/failure.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { refundRules } from "../orders/refundRules.ts";
import { isRefunding, refundStatusOf } from "../orders/refundStatus.ts";
import { OpenedFile } from "./OpenedFile.tsx";
import { ReaderFrame, ReaderTitle } from "./ReaderFrame.tsx";
import { ReaderSkeleton } from "./ReaderSkeleton.tsx";
import { fileNameOf, readingKindOf } from "./readingKind.ts";
import { removeKept, useKeptFile } from "./useKeptFile.ts";

const Message = ({
  contentId,
  title,
  children,
}: {
  contentId: string;
  title: string;
  children: ReactNode;
}) => (
  <ReaderFrame bar={<ReaderTitle contentId={contentId} title={title} fileName="" />}>
    <Box sx={{ height: "100%", overflow: "auto", p: 2 }}>{children}</Box>
  </ReaderFrame>
);

const notKept = {
  title: "이 파일은 아직 이 기기에 없어요",
  description: "연결되면 저절로 열려요.",
};

interface FileProps {
  user: CurrentUser;
  content: Content;
  index: string;
  fileName: string;
  version: string | undefined;
}

/** Asks the server first whether it will give the file: a refusal has words, which the document's library does not know. */
const GivenFile = (props: FileProps) => {
  const { user, content, index, version } = props;
  const queryClient = useQueryClient();
  const input = { params: { contentId: content.id, index }, query: { read: "1", version } };
  const { isSuccess, error, isFetching, refetch } = useQuery({
    queryKey: [...keyOf(client.files.download, input), "probe"],
    queryFn: async ({ signal }) => {
      await client.files.download(input, { transport: probe, signal });
      return true;
    },
    staleTime: 0,
    gcTime: 0,
  });
  // Asked of the device, which keeps no older versions, only when the server does not answer.
  const mayBeKept = isConnectionError(error) && version === undefined;
  const { data: kept, isPending: isLooking } = useKeptFile(
    { personId: user.id, contentId: content.id, index },
    mayBeKept,
  );
  const isLapsed = hasCode(error, "PURCHASE_REQUIRED");
  const isRefused = isLapsed || hasCode(error, "NOT_FOUND");
  useEffect(() => {
    if (!isRefused) return;
    // Refunded or changed meanwhile; of a purchase that stands the device keeps what a newer version has not.
    void refreshContents(queryClient);
    if (isLapsed) void removeKept(user.id, content.id);
  }, [isRefused, isLapsed, queryClient, user.id, content.id]);
  // A file that was opened from the device stays open when the network is back: another source would begin anew.
  if (kept && !isRefused) return <OpenedFile {...props} {...kept} />;
  if (isSuccess) return <OpenedFile {...props} />;
  if (error && !isFetching && !(mayBeKept && isLooking))
    return (
      <Message contentId={content.id} title={content.title}>
        <ErrorState
          error={error}
          title="파일을 열지 못했습니다"
          onRetry={() => void refetch()}
          unconnected={notKept}
        />
      </Message>
    );
  return (
    <Message contentId={content.id} title={content.title}>
      <ReaderSkeleton />
    </Message>
  );
};

/** A file that the newest version has not, or not for the reader, as it is kept of an older one; else the children. */
const KeptAlone = ({ children, ...file }: Omit<FileProps, "fileName"> & { children: ReactNode }) => {
  const { user, content, index, version } = file;
  const mayBeKept = !useOnline() && version === undefined;
  const { data: kept } = useKeptFile({ personId: user.id, contentId: content.id, index }, mayBeKept);
  return kept ? <OpenedFile {...file} {...kept} /> : children;
};

/** Says before the first opening of a purchase that it ends the refund by rule. */
const FirstOpening = ({ content, onOpen }: { content: Content; onOpen: () => void }) => (
  <Message contentId={content.id} title={content.title}>
    <EmptyState
      icon={MenuBookRounded}
      component="h2"
      title="처음 여는 콘텐츠예요"
      description={`${refundRules.opened} ${refundRules.opening}`}
      action={
        <Button variant="contained" onClick={onOpen}>
          열어서 읽기
        </Button>
      }
    />
  </Message>
);

const hasAccessTo = (content: Content, { isAdmin }: CurrentUser): boolean =>
  !isRefunding(content.purchase) && (content.hasPurchased || content.isOwner || isAdmin);

interface LoadedContentProps {
  user: CurrentUser;
  content: Content;
  index: string;
  version: string | undefined;
}

const LoadedContent = ({ user, content, index, version }: LoadedContentProps) => {
  const { id: contentId, title, isExternalLink, fileCount, purchase } = content;
  const [isAgreed, setIsAgreed] = useState(false);
  const toContent = (
    <Button component={Link} to={`/content/${contentId}`} variant="contained">
      콘텐츠로 돌아가기
    </Button>
  );
  if (!hasAccessTo(content, user))
    return (
      <Message contentId={contentId} title={title}>
        <EmptyState
          icon={LockOutlined}
          component="h2"
          title={isRefunding(purchase) ? "환불 진행 중이라 읽을 수 없어요" : "구매하면 읽을 수 있어요"}
          action={toContent}
        />
      </Message>
    );
  const fileName = fileNameOf(content, Number(index));
  if (isExternalLink || !/^\d{1,2}$/u.test(index) || Number(index) >= fileCount || !readingKindOf(fileName))
    return (
      <KeptAlone user={user} content={content} index={index} version={version}>
        <Message contentId={contentId} title={title}>
          <EmptyState
            icon={DownloadRounded}
            component="h2"
            title="여기에서 읽을 수 없는 파일이에요"
            description="콘텐츠의 다운로드에서 받아 열어주세요."
            action={toContent}
          />
        </Message>
      </KeptAlone>
    );
  const isUnopened = purchase !== undefined && refundStatusOf(purchase)?.state === "available";
  if (isUnopened && !isAgreed) return <FirstOpening content={content} onOpen={() => setIsAgreed(true)} />;
  return (
    <GivenFile
      key={`${contentId} ${index} ${version}`}
      user={user}
      content={content}
      index={index}
      fileName={fileName}
      version={version}
    />
  );
};

/** The content as an older version of it was. */
const OldContent = ({ content, version, ...props }: LoadedContentProps) => {
  const { data, error, refetch } = useEndpoint(client.contents.versions, { params: { id: content.id } });
  const old = data?.versions.find(({ number }) => String(number) === version);
  if (old)
    return (
      <LoadedContent
        {...props}
        content={{
          ...content,
          fileNames: old.fileNames,
          fileCount: old.fileNames.length,
          isExternalLink: false,
        }}
        version={version}
      />
    );
  return (
    <Message contentId={content.id} title={content.title}>
      {data ? (
        <EmptyState icon={MenuBookRounded} component="h2" title="이 버전은 받을 수 없어요" />
      ) : error ? (
        <ErrorState
          error={error}
          title="버전을 불러오지 못했습니다"
          onRetry={() => void refetch()}
          unconnected={notKept}
        />
      ) : (
        <ReaderSkeleton />
      )}
    </Message>
  );
};

const ReadContent = ({ user }: { user: CurrentUser }) => {
  useEffect(() => {
    // Nothing comes over the network then: the reader itself is what an opening waits for.
    if (!navigator.onLine) import("./PdfReader.tsx").catch(() => undefined);
  }, []);
  const { contentId = "", index = "" } = useParams();
  const version = useSearchParams()[0].get("version") ?? undefined;
  const { data, error, refetch } = useEndpoint(client.contents.get, { params: { id: contentId } });
  if (data) {
    const Shown = version === undefined ? LoadedContent : OldContent;
    return <Shown user={user} content={data} index={index} version={version} />;
  }
  return (
    <Message contentId={contentId} title="읽기">
      {error ? (
        <ErrorState
          error={error}
          title={hasCode(error, "NOT_FOUND") ? "콘텐츠를 찾을 수 없습니다" : "콘텐츠를 불러오지 못했습니다"}
          onRetry={() => void refetch()}
          unconnected={notKept}
        />
      ) : (
        <ReaderSkeleton />
      )}
    </Message>
  );
};

/** Reads a file of a content in the app: its pages, or its text. */
export const ReaderScreen = () => (
  <MemberOnly skeleton={<ReaderSkeleton />} isForSuspended>
    {(user) => <ReadContent user={user} />}
  </MemberOnly>
);
