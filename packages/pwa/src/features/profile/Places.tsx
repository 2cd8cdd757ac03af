import AdminPanelSettingsOutlined from "@mui/icons-material/AdminPanelSettingsOutlined";
import BookmarkBorderRounded from "@mui/icons-material/BookmarkBorderRounded";
import EditNoteRounded from "@mui/icons-material/EditNoteRounded";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import InsightsRounded from "@mui/icons-material/InsightsRounded";
import MenuBookRounded from "@mui/icons-material/MenuBookRounded";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import SupportAgentRounded from "@mui/icons-material/SupportAgentRounded";
import type { SvgIconComponent } from "@mui/icons-material";
import type { CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";

interface Place {
  to: string;
  label: string;
  icon: SvgIconComponent;
}

const placesOf = (user: CurrentUser, waiting: number): Place[] => [
  ...(user.isAdmin
    ? [
        { to: "/admin", label: "관리자 화면", icon: AdminPanelSettingsOutlined },
        { to: "/admin-chats", label: "관리자 채팅", icon: SupportAgentRounded },
      ]
    : []),
  { to: "/library", label: "내 서재", icon: MenuBookRounded },
  { to: "/wishes", label: "찜한 콘텐츠", icon: BookmarkBorderRounded },
  { to: "/orders", label: "주문과 영수증", icon: ReceiptLongOutlined },
  { to: "/following", label: "팔로우한 멘토", icon: GroupOutlined },
  { to: "/drafts", label: "작성 중인 콘텐츠", icon: EditNoteRounded },
  {
    to: "/seller",
    label: waiting > 0 ? `판매 현황 · 답변할 문의 ${waiting}` : "판매 현황",
    icon: InsightsRounded,
  },
  { to: `/mentors/${user.id}`, label: "내 멘토 페이지", icon: StorefrontOutlined },
  { to: "/user-admin-chats", label: "문의", icon: SupportAgentRounded },
];

/** Where one goes from the profile. */
export const Places = ({ user }: { user: CurrentUser }) => {
  const waiting = useEndpoint(client.questions.news, {}, { staleTime: 0 }).data?.waiting ?? 0;
  return (
    <Card component="nav" aria-label="내 정보 바로 가기" sx={{ p: 1, containerType: "inline-size" }}>
      <Box
        component="ul"
        sx={{
          display: "grid",
          gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
          m: 0,
          p: 0,
          listStyle: "none",
          // One below the other in very large text.
          "@container (max-width: 16rem)": { gridTemplateColumns: "minmax(0, 1fr)" },
        }}
      >
        {placesOf(user, waiting).map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Button
              component={Link}
              to={to}
              color="inherit"
              fullWidth
              startIcon={<Icon aria-hidden sx={{ color: "primary.main" }} />}
              sx={{ justifyContent: "flex-start", px: 1, whiteSpace: "normal", textAlign: "start" }}
            >
              {label}
            </Button>
          </li>
        ))}
      </Box>
    </Card>
  );
};
