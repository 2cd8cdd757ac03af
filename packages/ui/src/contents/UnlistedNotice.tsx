import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import type { Content } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";

/** Says of a content that has left the market that it has, and what of it stays for the one who looks at it. */
export const UnlistedNotice = ({ content }: { content: Pick<Content, "isListed" | "isOwner"> }) =>
  content.isListed ? null : (
    <Alert severity="info" role="note" icon={<StorefrontOutlined fontSize="small" />}>
      <AlertTitle>판매가 종료된 콘텐츠예요</AlertTitle>
      {content.isOwner
        ? "마켓에 더 이상 보이지 않고 수정할 수 없어요. 이미 구매한 분들은 계속 다운로드할 수 있어요."
        : "마켓에 더 이상 보이지 않지만, 구매한 파일은 계속 다운로드할 수 있어요."}
    </Alert>
  );
