import CheckCircleOutlineRounded from "@mui/icons-material/CheckCircleOutlineRounded";
import PauseCircleOutlineRounded from "@mui/icons-material/PauseCircleOutlineRounded";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import SellOutlined from "@mui/icons-material/SellOutlined";
import type { Content, CurrentUser } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { Link, useParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { Reveal } from "@knowhow/ui/components/Reveal.tsx";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { useHold } from "@knowhow/ui/device/update/busy.ts";
import { resumptionWords } from "./pauseWords.ts";
import { CheckoutForm } from "./CheckoutForm.tsx";
import { CheckoutSkeleton } from "./CheckoutSkeleton.tsx";
import { useTakeover } from "./landing.ts";
import { lastCheckout } from "./lastCheckout.ts";

const toMarket = (
  <Button variant="contained" component={Link} to="/market">
    마켓 둘러보기
  </Button>
);

const ToContent = ({ id }: { id: string }) => (
  <Button variant="contained" component={Link} to={`/content/${id}`}>
    콘텐츠 보기
  </Button>
);

const Gone = () => (
  <EmptyState
    icon={SearchOffRounded}
    component="h1"
    title="콘텐츠를 찾을 수 없습니다"
    description="삭제되었거나 판매가 끝난 콘텐츠입니다. 다른 콘텐츠를 둘러봐주세요."
    action={toMarket}
  />
);

const Owned = ({ content }: { content: Content }) => (
  <EmptyState
    icon={CheckCircleOutlineRounded}
    component="h1"
    title="이미 구매한 콘텐츠입니다"
    description={
      <>
        {content.title}
        <br />
        다시 결제하지 않아도 바로 이용할 수 있어요.
      </>
    }
    action={<ToContent id={content.id} />}
  />
);

const OwnContentNotice = ({ content }: { content: Content }) => (
  <EmptyState
    icon={SellOutlined}
    component="h1"
    title="내가 등록한 콘텐츠입니다"
    description="자신의 콘텐츠는 구매할 수 없습니다."
    action={<ToContent id={content.id} />}
  />
);

const Paused = ({ content }: { content: Content }) => (
  <EmptyState
    icon={PauseCircleOutlineRounded}
    component="h1"
    title="판매를 잠시 멈춘 콘텐츠입니다"
    description={
      <>
        {content.title}
        <br />
        지금 이 화면에서는 결제가 시작되지 않아요. {resumptionWords(content)}
      </>
    }
    action={<ToContent id={content.id} />}
  />
);

/**
 * The words without a connection. A missing answer is not a refusal: nothing is said about a charge, and a buyer who
 * went to pay for this content is kept from paying twice.
 */
const unconnectedOf = (id: string) => {
  const title = "지금은 결제할 수 없어요";
  const soon = "연결되면 이 화면이 저절로 열려요.";
  return lastCheckout()?.contentId === id
    ? {
        title,
        description: `결제 결과를 아직 확인하지 못했어요. 다시 결제하지 마세요. 결제가 되었다면 구매한 콘텐츠에 나타나요. ${soon}`,
        action: (
          <Button variant="contained" component={Link} to="/profile#purchases">
            구매한 콘텐츠 보기
          </Button>
        ),
      }
    : {
        title,
        description: `결제하려면 인터넷 연결이 필요해요. 지금 이 화면에서는 결제가 시작되지 않아요. ${soon}`,
        action: (
          <Button variant="contained" component={Link} to={`/content/${id}`}>
            콘텐츠로 돌아가기
          </Button>
        ),
      };
};

const Checkout = ({ id, buyer }: { id: string; buyer: CurrentUser }) => {
  // Always fetched again, without counting as a view: the shown price is the one that is paid.
  const { data, error, isPending, refetch } = useEndpoint(
    client.contents.get,
    { params: { id }, query: { peek: "1" } },
    { staleTime: 0, refetchOnMount: "always" },
  );
  // The notice replaces a form that may be scrolled down, so it is brought into view.
  if (hasCode(error, "NOT_FOUND"))
    return (
      <Reveal>
        <Gone />
      </Reveal>
    );
  if (isPending) return <CheckoutSkeleton />;
  if (!data)
    return (
      <ErrorState
        component="h1"
        error={error}
        onRetry={() => void refetch()}
        unconnected={unconnectedOf(id)}
      />
    );
  if (data.isOwner) return <OwnContentNotice content={data} />;
  if (data.hasPurchased)
    return (
      <Reveal>
        <Owned content={data} />
      </Reveal>
    );
  if (data.state === "paused")
    return (
      <Reveal>
        <Paused content={data} />
      </Reveal>
    );
  return <CheckoutForm content={data} buyer={buyer} />;
};

/** /checkout/:id: the order, the consent, the payment button. */
export const CheckoutScreen = () => {
  useHold();
  useDocumentTitle("결제하기");
  const { id = "" } = useParams();
  useTakeover(id);
  return (
    <MemberOnly hasToast skeleton={<CheckoutSkeleton />}>
      {(buyer) => <Checkout key={id} id={id} buyer={buyer} />}
    </MemberOnly>
  );
};
