import PauseCircleOutlineRounded from "@mui/icons-material/PauseCircleOutlineRounded";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import type { Content } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import { Link } from "react-router-dom";
import { resumptionWords } from "../orders/pauseWords.ts";

type Noted = Pick<
  Content,
  "isListed" | "isOwner" | "hasPurchased" | "state" | "hiddenReason" | "pausedUntil"
>;

/** Says that administrators hid the content; the reason is for its owner and for them. */
const HiddenNotice = ({ content: { isOwner, hasPurchased, hiddenReason } }: { content: Noted }) => (
  <Alert severity="warning" role="note" icon={<VisibilityOffOutlined fontSize="small" />}>
    <AlertTitle>관리자가 숨긴 콘텐츠예요</AlertTitle>
    {hasPurchased && !isOwner
      ? "마켓에 더 이상 보이지 않지만, 구매한 파일은 계속 다운로드할 수 있어요."
      : "마켓과 검색에 보이지 않고 새로 구매할 수 없어요. 이미 구매한 분들은 계속 다운로드할 수 있어요."}
    {hiddenReason ? <Box sx={{ mt: 0.5, overflowWrap: "anywhere" }}>사유: {hiddenReason}</Box> : null}
    {isOwner ? (
      <Box sx={{ mt: 0.5 }}>
        고친 뒤에도 관리자가 다시 공개해야 보여요. <Link to="/user-admin-chats">관리자에게 문의하기</Link>
      </Box>
    ) : null}
  </Alert>
);

/** Says that its seller has taken the content off sale; and when it is sold again. */
const PausedNotice = ({ content }: { content: Noted }) => (
  <Alert severity="info" role="note" icon={<PauseCircleOutlineRounded fontSize="small" />}>
    <AlertTitle>판매를 잠시 멈춘 콘텐츠예요</AlertTitle>
    {content.isOwner
      ? `마켓과 검색에 보이지 않고 새로 구매할 수 없어요. 이미 구매한 분들은 계속 이용할 수 있어요. ${resumptionWords(content)}`
      : content.hasPurchased
        ? "구매한 콘텐츠는 계속 이용할 수 있어요."
        : `지금은 구매할 수 없어요. ${resumptionWords(content)}`}
  </Alert>
);

/** Says that a content has left the market, and what the viewer can still do with it. */
export const UnlistedNotice = ({ content }: { content: Noted }) =>
  content.state === "hidden" ? (
    <HiddenNotice content={content} />
  ) : content.state === "paused" ? (
    <PausedNotice content={content} />
  ) : content.isListed ? null : (
    <Alert severity="info" role="note" icon={<StorefrontOutlined fontSize="small" />}>
      <AlertTitle>판매가 종료된 콘텐츠예요</AlertTitle>
      {content.isOwner
        ? "마켓에 더 이상 보이지 않고 수정할 수 없어요. 이미 구매한 분들은 계속 다운로드할 수 있어요."
        : "마켓에 더 이상 보이지 않지만, 구매한 파일은 계속 다운로드할 수 있어요."}
    </Alert>
  );
