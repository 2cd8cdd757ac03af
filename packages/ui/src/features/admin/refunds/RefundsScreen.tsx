import TaskAltRounded from "@mui/icons-material/TaskAltRounded";
import type { AdminRefund } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { AdminList } from "../AdminList.tsx";
import { AdminPage } from "../AdminPage.tsx";
import { ToDashboard } from "../ToDashboard.tsx";
import { DecideDialog } from "./DecideDialog.tsx";
import { RefundCard, type RefundAct } from "./RefundCard.tsx";
import { RefundOrderDialog } from "./RefundOrderDialog.tsx";
import { RefundTalkDialog } from "./RefundTalkDialog.tsx";
import { useRefundCounts, useRefunds, type RefundFilter } from "./useRefunds.ts";

const filters = [
  {
    name: "requested",
    label: "결정할 요청",
    empty: {
      title: "결정할 환불 요청이 없어요",
      description: "열어본 콘텐츠의 환불을 요청하면 여기에 나타나요.",
    },
  },
  {
    name: "refunding",
    label: "진행 중",
    empty: {
      title: "진행 중인 환불이 없어요",
      description: "승인한 환불은 결제사가 답할 때까지 여기에 있어요.",
    },
  },
  {
    name: "refunded",
    label: "환불됨",
    empty: { title: "환불한 주문이 없어요", description: "환불이 끝나면 여기에 남아요." },
  },
  {
    name: "denied",
    label: "거절됨",
    empty: { title: "거절한 요청이 없어요", description: "거절하면 이유와 함께 여기에 남아요." },
  },
] as const satisfies readonly {
  name: RefundFilter;
  label: string;
  empty: { title: string; description: string };
}[];

const ActDialog = ({
  refund,
  act,
  onClose,
}: {
  refund: AdminRefund;
  act: RefundAct;
  onClose: () => void;
}) => {
  if (act !== "talk") return <DecideDialog refund={refund} decision={act} onClose={onClose} />;
  const { chatRoomId } = refund;
  return chatRoomId === null ? null : (
    <RefundTalkDialog refund={refund} chatRoomId={chatRoomId} onClose={onClose} />
  );
};

const Queue = () => {
  const [search, setSearch] = useSearchParams();
  const filter = filters.find(({ name }) => name === search.get("tab")) ?? filters[0];
  const counts = useRefundCounts();
  const { refunds, ...pages } = useRefunds(filter.name);
  const [open, setOpen] = useState<{ refund: AdminRefund; act: RefundAct }>();
  return (
    <>
      <Tabs
        value={filter.name}
        onChange={(_, tab: string) => setSearch({ tab }, { replace: true })}
        variant="scrollable"
        aria-label="환불 목록 고르기"
        sx={{ borderBottom: "1px solid", borderColor: "divider" }}
      >
        {filters.map(({ name, label }) => (
          <Tab
            key={name}
            value={name}
            label={
              name === "requested" && counts && counts.requested > 0 ? `${label} ${counts.requested}` : label
            }
          />
        ))}
      </Tabs>
      <AdminList
        label="환불 목록"
        items={refunds}
        pages={pages}
        keyOf={({ orderNumber }) => orderNumber}
        renderItem={(refund) => <RefundCard refund={refund} onAct={(act) => setOpen({ refund, act })} />}
        empty={{ icon: TaskAltRounded, ...filter.empty }}
      />
      {open === undefined ? null : (
        <ActDialog
          key={`${open.act} ${open.refund.orderNumber}`}
          {...open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
};

const ByNumber = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        주문번호로 환불
      </Button>
      {isOpen ? <RefundOrderDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
};

/** /refunds: refund requests, overdue ones first. `aside` stands beside the title. */
export const RefundsScreen = ({ aside = <ToDashboard /> }: { aside?: ReactNode }) => (
  <AdminPage
    title="환불"
    description="환불 요청을 확인하고 이유와 함께 결정해요."
    aside={
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "start", gap: 1 }}>
        <ByNumber />
        {aside}
      </Box>
    }
    skeletonHeight={320}
  >
    <Queue />
  </AdminPage>
);
