import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { Link } from "react-router-dom";
import type { Sanction } from "@knowhow/ui/features/accounts/sanction.ts";
import { formatDateTime } from "@knowhow/ui/components/format.ts";

/** The one act on a content that the viewer does not have yet: refused, taken here, or continued on another screen. */
export type PurchaseAct =
  | { kind: "blocked"; sanction: Sanction }
  | { kind: "take"; take: () => void; isPending: boolean }
  | { kind: "open"; path: string };

/** Why a sanctioned user can not buy now, in place of the button; earlier purchases stay within reach. */
const Blocked = ({ sanction, isFree }: { sanction: Sanction; isFree: boolean }) => {
  const id = useId();
  return (
    <Box sx={{ display: "grid", gap: 0.5 }}>
      <Button variant="contained" size="large" fullWidth disabled aria-describedby={id}>
        {isFree ? "무료로 받기" : "구매하기"}
      </Button>
      <Typography id={id} variant="body2" color="textSecondary">
        {sanction.kind === "ban"
          ? "영구 제한된 계정은 구매할 수 없어요."
          : `${formatDateTime(sanction.until)}까지 이용이 정지되어 구매할 수 없어요.`}{" "}
        <MuiLink component={Link} to="/penalty-notice">
          자세히 보기
        </MuiLink>
        {sanction.kind === "ban" ? null : (
          <>
            {" · "}
            <MuiLink component={Link} to="/profile#purchases">
              구매한 콘텐츠
            </MuiLink>
          </>
        )}
      </Typography>
    </Box>
  );
};

/** The button of that act. */
export const PurchaseButton = ({ act, isFree }: { act: PurchaseAct; isFree: boolean }) => {
  if (act.kind === "blocked") return <Blocked sanction={act.sanction} isFree={isFree} />;
  const look = { variant: "contained", size: "large", fullWidth: true } as const;
  if (act.kind === "take")
    return (
      <Button {...look} loading={act.isPending} loadingPosition="start" onClick={act.take}>
        {act.isPending ? "받는 중..." : "무료로 받기"}
      </Button>
    );
  return (
    <Button component={Link} to={act.path} {...look}>
      {isFree ? "무료로 받기" : "구매하기"}
    </Button>
  );
};
