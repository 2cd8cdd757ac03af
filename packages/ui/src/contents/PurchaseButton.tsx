import type { Content } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { loginPath, useMe } from "../client/session.ts";
import { useFreePurchase } from "./usePurchase.ts";

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

/** The one thing to do with a content that is not one's own yet: sign in, take it, or pay. */
export const PurchaseButton = ({ content }: { content: Content }) => {
  const { user } = useMe();
  const isFree = content.price === 0;
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
