import ContentCopyRounded from "@mui/icons-material/ContentCopyRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { copyText } from "@knowhow/ui/components/copyText.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

interface ResultCardProps {
  title: string;
  /** The value's name at the copy button: `아이디`. */
  name: string;
  value: string;
  children: ReactNode;
  /** Beside the link to the login. */
  action?: ReactNode;
}

/** The recovered value, to be read, copied and used. */
export const ResultCard = ({ title, name, value, children, action }: ResultCardProps) => {
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const handleCopy = async () => {
    toast(
      (await copyText(value))
        ? { title: `${name} 복사됨` }
        : {
            title: "복사 실패",
            description: "브라우저가 복사를 막았습니다. 직접 선택해 복사해주세요.",
            variant: "destructive",
          },
    );
  };
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 2 }}>
      <Typography ref={heading} tabIndex={-1} variant="h3" component="h2" sx={{ outline: "none" }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          justifyContent: "space-between",
          gap: 1,
          p: 2,
          borderRadius: "12px",
          bgcolor: "background.default",
        }}
      >
        <Typography
          component="output"
          variant="h3"
          aria-label={name}
          sx={{
            fontFamily: "ui-monospace, Consolas, monospace",
            userSelect: "all",
            overflowWrap: "anywhere",
          }}
        >
          {value}
        </Typography>
        <Button startIcon={<ContentCopyRounded />} onClick={() => void handleCopy()}>
          복사
        </Button>
      </Box>
      <Typography color="textSecondary" component="div">
        {children}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button component={Link} to="/login" variant="contained">
          로그인하러 가기
        </Button>
        {action}
      </Box>
    </Card>
  );
};
