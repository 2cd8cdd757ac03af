import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import HelpOutlineRounded from "@mui/icons-material/HelpOutlineRounded";
import MailOutlineRounded from "@mui/icons-material/MailOutlineRounded";
import ManageAccountsOutlined from "@mui/icons-material/ManageAccountsOutlined";
import PaymentOutlined from "@mui/icons-material/PaymentOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { addressIn, businessFacts } from "@knowhow/ui/client/bootstrap.ts";
import { usePlatform } from "@knowhow/ui/client/platform.tsx";

const inquiryTypes = [
  { icon: PaymentOutlined, title: "결제", text: "결제 오류, 환불 요청, 영수증", to: "/faq#payment" },
  { icon: ArticleOutlined, title: "콘텐츠", text: "다운로드, 내용 문제, 저작권 신고", to: "/faq#technical" },
  {
    icon: ManageAccountsOutlined,
    title: "계정",
    text: "로그인, 계정 찾기, 제재 이의 신청",
    to: "/faq#account",
  },
  { icon: StorefrontOutlined, title: "멘토", text: "업로드, 정산, 계좌 인증", to: "/faq#selling" },
] as const;

interface ContactProps {
  icon: SvgIconComponent;
  title: string;
  children: ReactNode;
  action: ReactNode;
}

const Contact = ({ icon: Icon, title, children, action }: ContactProps) => (
  <Card sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 1, alignContent: "start" }}>
    <Icon aria-hidden sx={{ color: "primary.main", fontSize: 32 }} />
    <Typography variant="h4" component="h3">
      {title}
    </Typography>
    <Typography color="textSecondary" component="div">
      {children}
    </Typography>
    <Box sx={{ mt: 1 }}>{action}</Box>
  </Card>
);

const columns = (minimum: string) =>
  ({
    display: "grid",
    gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${minimum}), 1fr))`,
    gap: 2,
  }) as const;

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: "grid", gap: 2 }}>
      <Typography id={id} variant="h3" component="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
};

const Contacts = () => {
  const { business } = usePlatform();
  return (
    <Part title="문의하기">
      <Box sx={columns("17rem")}>
        <Contact
          icon={ForumOutlined}
          title="1:1 채팅 문의"
          action={
            <Button component={Link} to="/user-admin-chats" variant="contained">
              관리자와 대화하기
            </Button>
          }
        >
          관리자와 바로 대화할 수 있어요. 로그인이 필요하고, 답변은 영업일 기준 3~5일 안에 드려요.
        </Contact>
        {business ? (
          <Contact
            icon={MailOutlineRounded}
            title="이메일 문의"
            action={
              <Button href={`mailto:${addressIn(business.email)}`} variant="outlined">
                이메일 보내기
              </Button>
            }
          >
            {business.email}
            <br />
            로그인할 수 없을 때에도 보낼 수 있어요.
          </Contact>
        ) : null}
        <Contact
          icon={HelpOutlineRounded}
          title="자주 묻는 질문"
          action={
            <Button component={Link} to="/faq" variant="outlined">
              질문 보기
            </Button>
          }
        >
          먼저 찾아보면 더 빨리 해결할 수 있어요.
        </Contact>
      </Box>
    </Part>
  );
};

const Types = () => (
  <Part title="문의 유형">
    <Box component="ul" sx={{ ...columns("13rem"), m: 0, p: 0, listStyle: "none" }}>
      {inquiryTypes.map(({ icon: Icon, title, text, to }) => (
        <Card key={title} component="li">
          <Box
            component={Link}
            to={to}
            sx={{
              display: "grid",
              gridTemplateColumns: "auto 1fr",
              columnGap: 1.5,
              alignItems: "center",
              p: 2,
              height: "100%",
              color: "inherit",
              textDecoration: "none",
              "&:hover": { bgcolor: "action.hover" },
            }}
          >
            <Icon aria-hidden sx={{ color: "primary.main", gridRow: "span 2" }} />
            <Typography variant="subtitle1" component="h3">
              {title}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {text}
            </Typography>
          </Box>
        </Card>
      ))}
    </Box>
  </Part>
);

const About = () => {
  const { business } = usePlatform();
  return business ? (
    <Part title="사업자 정보">
      <Card
        component="dl"
        sx={{
          m: 0,
          p: { xs: 2, md: 3 },
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "max-content minmax(0, 1fr)" },
          columnGap: 3,
          rowGap: { xs: 0.25, sm: 1 },
          "& dt": { color: "text.secondary" },
          "& dd": { m: 0, mb: { xs: 1, sm: 0 } },
        }}
      >
        {[...businessFacts(business), ["이메일", business.email] as const].map(([name, value]) => (
          <Box key={name} sx={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
      </Card>
    </Part>
  ) : null;
};

/** /support and /customer-service: how to reach the operators, and who they are. */
export const SupportScreen = () => (
  <Box sx={{ display: "grid", gap: 4 }}>
    <PageTitle title="고객센터" description="궁금한 것이나 불편한 점을 알려주세요." />
    <Contacts />
    <Types />
    <About />
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      <Button component={Link} to="/terms" variant="outlined" color="inherit">
        이용약관
      </Button>
      <Button component={Link} to="/privacy-policy" variant="outlined" color="inherit">
        개인정보처리방침
      </Button>
    </Box>
  </Box>
);
