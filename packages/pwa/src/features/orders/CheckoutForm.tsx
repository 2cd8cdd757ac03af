import LockOutlined from "@mui/icons-material/LockOutlined";
import { formatBuyerPrice, type Content, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ActionBar } from "@knowhow/ui/components/ActionBar.tsx";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { Reveal } from "@knowhow/ui/components/Reveal.tsx";
import { useFreePurchase } from "./useFreePurchase.ts";
import { columnTop } from "@knowhow/ui/theme/tokens.ts";
import { checkoutColumns } from "./CheckoutSkeleton.tsx";
import { Consent } from "./Consent.tsx";
import { MoneyLines } from "./MoneyLines.tsx";
import { BuyerInfo, OrderedContent } from "./OrderSummary.tsx";
import { PayFailure } from "./PayFailure.tsx";
import { PayWays } from "./PayWays.tsx";
import { keepPayWay, lastPayWay, payWays, type PayWay } from "./payWay.ts";
import { useConsent } from "./useConsent.ts";
import { usePay } from "./usePay.ts";

interface CheckoutFormProps {
  content: Content;
  buyer: CurrentUser;
}

interface PayButtonProps {
  content: Content;
  isPending: boolean;
  onPay: () => void;
}

const PayButton = ({ content, isPending, onPay }: PayButtonProps) => {
  const label = content.price === 0 ? "무료로 받기" : `${formatBuyerPrice(content.price)} 결제하기`;
  return (
    <Button
      fullWidth
      size="large"
      variant="contained"
      startIcon={content.price === 0 ? null : <LockOutlined />}
      loading={isPending}
      loadingPosition="start"
      onClick={onPay}
      sx={{ whiteSpace: "normal" }}
    >
      {isPending ? (content.price === 0 ? "받는 중" : "결제창을 여는 중") : label}
    </Button>
  );
};

/** Takes a free content at once and opens its page. */
const useTakeFree = (content: Content) => {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useFreePurchase(content);
  const take = () => {
    if (!isPending)
      mutate(undefined, { onSuccess: () => void navigate(`/content/${content.id}`, { replace: true }) });
  };
  return { take, isPending, error };
};

/** The payment page of a content that may be bought. */
export const CheckoutForm = ({ content, buyer }: CheckoutFormProps) => {
  const given = useConsent(content);
  const [way, setWay] = useState(lastPayWay);
  const [isMissing, setIsMissing] = useState(false);
  const consent = useRef<HTMLInputElement>(null);
  const paid = usePay({ content, trial: given.trial }, buyer, way);
  const free = useTakeFree(content);
  const isFree = content.price === 0;
  const { isPending, error } = isFree ? free : paid;
  const handlePay = () => {
    if (!given.isGiven) {
      setIsMissing(true);
      consent.current?.focus();
      return;
    }
    if (isFree) free.take();
    else paid.pay();
  };
  const handleConsent = (isGiven: boolean) => {
    given.give(isGiven);
    if (isGiven) setIsMissing(false);
  };
  const handleWay = (chosen: PayWay) => {
    setWay(chosen);
    keepPayWay(chosen);
  };
  const service = way === "CARD" ? undefined : payWays.find(({ code }) => code === way)?.label;
  const button = <PayButton content={content} isPending={isPending} onPay={handlePay} />;
  return (
    <>
      <PageTitle title="결제하기" />
      <Box sx={checkoutColumns}>
        <Box sx={{ display: "grid", gap: 2, minWidth: 0 }}>
          <OrderedContent content={content} />
          <BuyerInfo buyer={buyer} />
          {isFree ? null : <PayWays way={way} onChange={handleWay} />}
          <Consent
            isGiven={given.isGiven}
            isMissing={isMissing}
            onChange={handleConsent}
            inputRef={consent}
          />
        </Box>
        <Card
          component="section"
          aria-label="결제 금액"
          sx={{
            p: { xs: 2, md: 3 },
            display: "grid",
            gap: 2,
            position: { md: "sticky" },
            top: { md: columnTop },
          }}
        >
          <Typography variant="h3" component="h2">
            결제 금액
          </Typography>
          <MoneyLines price={content.price} />
          {error ? (
            <Reveal cause={error}>
              <PayFailure error={error} />
            </Reveal>
          ) : null}
          <Box sx={{ display: { xs: "none", md: "block" } }}>{button}</Box>
          <Typography variant="body2" color="text.secondary">
            {isFree
              ? "무료 콘텐츠는 결제 없이 바로 이용할 수 있어요."
              : service
                ? `결제하기를 누르면 ${service} 결제창이 열려요. 결제 정보는 노하우에 저장되지 않아요.`
                : "결제하기를 누르면 토스페이먼츠의 안전한 결제창이 열려요. 카드 정보는 노하우에 저장되지 않아요."}
          </Typography>
        </Card>
      </Box>
      <ActionBar>{button}</ActionBar>
    </>
  );
};
