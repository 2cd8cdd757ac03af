import type { Content } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { Link } from "react-router-dom";
import { sanctionOf, type Sanction } from "@knowhow/ui/features/accounts/sanction.ts";
import { loginPath, useMe } from "@knowhow/ui/client/session.ts";
import { formatDateTime } from "@knowhow/ui/components/format.ts";
import { useFreePurchase } from "../orders/usePurchase.ts";

const FreeButton = ({ content }: { content: Content }) => {
  const purchase = useFreePurchase(content);
  return (
    <Button
      variant="contained"
      size="large"
      fullWidth
      loading={purchase.isPending}
      loadingPosition="start"
      onClick={() => purchase.mutate(undefined)}
    >
      {purchase.isPending ? "받는 중..." : "무료로 받기"}
    </Button>
  );
};

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

/** The one action on a content that the viewer does not have yet: sign in, take it, or pay. */
export const PurchaseButton = ({ content }: { content: Content }) => {
  const { user } = useMe();
  const isFree = content.price === 0;
  const sanction = sanctionOf(user);
  if (sanction) return <Blocked sanction={sanction} isFree={isFree} />;
  if (user && isFree) return <FreeButton content={content} />;
  return (
    <Button
      component={Link}
      to={user ? `/checkout/${content.id}` : loginPath(`/content/${content.id}`)}
      variant="contained"
      size="large"
      fullWidth
    >
      {isFree ? "무료로 받기" : "구매하기"}
    </Button>
  );
};
