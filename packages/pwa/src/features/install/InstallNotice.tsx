import Button from "@mui/material/Button";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";
import { NoticeCard } from "@knowhow/ui/components/NoticeCard.tsx";
import {
  declineInstall,
  offerInstall,
  useInstalling,
  type InstallMeans,
} from "@knowhow/ui/client/installing.ts";

const loadSteps = async () => (await import("./InstallSteps.tsx")).InstallSteps;

const askBrowser = async ({ ask }: Extract<InstallMeans, { kind: "browser" }>) => {
  // The browser can be asked once; after any answer the offer is not made again.
  const isAccepted = await ask();
  offerInstall(undefined);
  if (!isAccepted) declineInstall();
};

const description = "아이콘 하나로 바로 열고, 인터넷이 없을 때도 볼 수 있어요.";

/** Offers to install the app, where that is possible and useful. */
export const InstallNotice = () => {
  const { means, isOffered } = useInstalling();
  const { Dialog, isLoading, props } = useLazyDialog("install", loadSteps, "방법을 불러오지 못했습니다");
  const handleRead = () => {
    props.onClose();
    // A user who has read the steps gets no offer again; the footer leads back here.
    declineInstall();
  };
  const handleInstall = () => {
    if (means?.kind === "browser") void askBrowser(means);
    else props.onOpen();
  };
  return (
    <>
      {isOffered && !props.isOpen ? (
        <NoticeCard
          title="노하우를 앱으로 써보세요"
          description={description}
          closeLabel="앱 설치 안내 닫기"
          onClose={declineInstall}
          actions={
            <>
              <Button size="small" variant="contained" loading={isLoading} onClick={handleInstall}>
                {means?.kind === "steps" ? "추가하는 방법" : "설치"}
              </Button>
              <Button size="small" color="inherit" onClick={declineInstall}>
                괜찮아요
              </Button>
            </>
          }
        />
      ) : null}
      {Dialog ? <Dialog {...props} onClose={handleRead} /> : null}
    </>
  );
};
