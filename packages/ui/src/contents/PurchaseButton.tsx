import type { Content } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { useState } from "react";
import { Link } from "react-router-dom";
import { loginPath, useMe } from "../client/session.ts";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import { objectParticle } from "../components/particles.ts";
import { useFreePurchase } from "./usePurchase.ts";

const FreeButton = ({ content }: { content: Content }) => {
  const [isAsking, setIsAsking] = useState(false);
  const purchase = useFreePurchase(content);
  const handleClose = () => setIsAsking(false);
  return (
    <>
      <Button variant="contained" size="large" fullWidth onClick={() => setIsAsking(true)}>
        무료로 받기
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="무료 콘텐츠를 받을까요?"
        description={`‘${content.title}’${objectParticle(content.title)} 결제 없이 바로 이용할 수 있고, 멘토와의 채팅방이 열려요.`}
        confirmLabel="받기"
        pendingLabel="처리하는 중..."
        isPending={purchase.isPending}
        onConfirm={() => purchase.mutate(undefined, { onSettled: handleClose })}
        onCancel={handleClose}
      />
    </>
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
