import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { productName } from "@knowhow/ui/components/PageTitle.tsx";
import { usePlatform } from "@knowhow/ui/client/platform.tsx";
import { askForInstall, useInstalling } from "@knowhow/ui/client/installing.ts";
import { contentWidth } from "@knowhow/ui/theme/tokens.ts";
import { addressIn, businessFacts, type Business } from "@knowhow/ui/client/bootstrap.ts";

const links = [
  { path: "/market", label: "마켓" },
  { path: "/upload", label: "콘텐츠 올리기" },
  { path: "/", label: "인기 콘텐츠" },
  { path: "/faq", label: "자주 묻는 질문" },
  { path: "/support", label: "고객센터" },
  { path: "/terms", label: "이용약관" },
  { path: "/privacy-policy", label: "개인정보처리방침" },
] as const;

const BusinessDetails = ({ business }: { business: Business }) => (
  <>
    <Box
      component="dl"
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, m: 0, typography: "body2" }}
    >
      {businessFacts(business).map(([name, value]) => (
        <Box key={name} sx={{ display: "flex", flexWrap: "wrap", columnGap: 0.75 }}>
          <dt>{name}</dt>
          <Box component="dd" sx={{ m: 0, color: "text.primary" }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
    <Typography variant="body2">
      문의{" "}
      <MuiLink href={`mailto:${addressIn(business.email)}`} color="textPrimary">
        {business.email}
      </MuiLink>
      {" · "}
      <MuiLink href={business.socialUrl} target="_blank" rel="noreferrer" color="textPrimary">
        소셜 미디어
      </MuiLink>
    </Typography>
  </>
);

/** Leads to the install offer, also for users who declined it or never got it. */
const InstallLink = () =>
  useInstalling().means ? (
    <MuiLink
      component="button"
      type="button"
      underline="hover"
      color="textPrimary"
      sx={{ py: 0.5, font: "inherit", fontWeight: 600 }}
      onClick={askForInstall}
    >
      앱 설치
    </MuiLink>
  ) : null;

/** Bottom of every page: links, the operators, and that the service only mediates. */
export const Footer = () => {
  const { business } = usePlatform();
  return (
    <Box
      component="footer"
      sx={{ mt: "auto", borderTop: "1px solid", borderColor: "divider", color: "text.secondary" }}
    >
      <Box sx={{ maxWidth: contentWidth, mx: "auto", px: { xs: 2, md: 3 }, py: 4, display: "grid", gap: 2 }}>
        <Box
          component="nav"
          aria-label="바닥글 메뉴"
          sx={{ display: "flex", flexWrap: "wrap", columnGap: 2.5, rowGap: 1 }}
        >
          {links.map(({ path, label }) => (
            <MuiLink
              key={path}
              component={Link}
              to={path}
              underline="hover"
              color="textPrimary"
              sx={{ py: 0.5, fontWeight: 600 }}
            >
              {label}
            </MuiLink>
          ))}
          <InstallLink />
        </Box>
        {business ? <BusinessDetails business={business} /> : null}
        <Typography variant="body2">
          {productName}는 통신판매중개자이며 통신판매의 당사자가 아닙니다. 상품·거래정보 및 거래에 대한 책임은
          판매자인 멘토에게 있습니다.
        </Typography>
        <Typography variant="body2">© 2026 {business?.name ?? productName}</Typography>
      </Box>
    </Box>
  );
};
