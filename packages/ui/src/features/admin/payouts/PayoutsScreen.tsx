import AccountBalanceOutlined from "@mui/icons-material/AccountBalanceOutlined";
import SearchRounded from "@mui/icons-material/SearchRounded";
import type { AdminSettlement, SettlementStatus } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { client } from "../../../client/client.ts";
import { AdminList } from "../AdminList.tsx";
import { AdminPage } from "../AdminPage.tsx";
import { ToDashboard } from "../ToDashboard.tsx";
import { usePolledPages } from "../usePolledPages.ts";
import { CloseClawbackDialog } from "./CloseClawbackDialog.tsx";
import { DecidePayoutDialog, type PayoutAct } from "./DecidePayoutDialog.tsx";
import { PayoutCard } from "./PayoutCard.tsx";

interface Filter {
  name: string;
  label: string;
  status?: SettlementStatus;
  /** Only payouts whose seller owes money back. */
  clawback?: "open";
  /** The words for an empty list: when an entry appears. */
  empty: string;
}

const filters = [
  { name: "all", label: "전체", empty: "유료 콘텐츠가 팔리면 나타나요." },
  { name: "held", label: "보류", status: "held", empty: "보류한 정산은 이유와 함께 나타나요." },
  { name: "pending", label: "정산 예정", status: "pending", empty: "유료 콘텐츠가 팔리면 나타나요." },
  { name: "failed", label: "실패", status: "failed", empty: "입금하지 못한 정산이 나타나요." },
  {
    name: "owed",
    label: "회수할 금액",
    clawback: "open",
    empty: "입금한 뒤 환불된 주문은 모두 회수하거나 끝낼 때까지 나타나요.",
  },
] as const satisfies readonly Filter[];

const everyMs = 30_000;
const searchLabel = "주문번호, 멘토의 닉네임이나 아이디";

const Payouts = () => {
  const [search, setSearch] = useSearchParams();
  const filter: Filter = filters.find(({ name }) => name === search.get("tab")) ?? filters[0];
  const q = search.get("q") ?? "";
  const [typed, setTyped] = useState(q);
  const query = usePolledPages(
    client.adminSettlements.list,
    { query: { status: filter.status, clawback: filter.clawback, q: q === "" ? undefined : q } },
    everyMs,
  );
  const [open, setOpen] = useState<{ payout: AdminSettlement; act: PayoutAct | "closeClawback" }>();
  const close = () => setOpen(undefined);
  const show = (tab: string, sought: string) =>
    setSearch({ tab, ...(sought === "" ? {} : { q: sought }) }, { replace: true });
  return (
    <>
      <Box
        component="form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          show(filter.name, typed.trim());
        }}
        sx={{ display: "flex", gap: 1, alignItems: "stretch" }}
      >
        <TextField
          fullWidth
          size="small"
          hiddenLabel
          placeholder="주문번호, 멘토 닉네임·아이디"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchRounded fontSize="small" aria-hidden />
                </InputAdornment>
              ),
            },
            htmlInput: { maxLength: 100, "aria-label": searchLabel },
          }}
          // As high as the button beside it.
          sx={{ "& .MuiInputBase-root": { height: "100%" } }}
        />
        <Button type="submit" variant="contained" sx={{ flex: "none" }}>
          찾기
        </Button>
      </Box>
      <Tabs
        value={filter.name}
        onChange={(_, tab: string) => show(tab, q)}
        variant="scrollable"
        aria-label="정산 목록 고르기"
        // All of them are in sight on a phone.
        sx={{ borderBottom: "1px solid", borderColor: "divider", "& .MuiTab-root": { minWidth: 0, px: 1.5 } }}
      >
        {filters.map(({ name, label }) => (
          <Tab key={name} value={name} label={label} />
        ))}
      </Tabs>
      <AdminList
        label="정산 목록"
        items={query.data?.pages.flatMap(({ data }): AdminSettlement[] => data.settlements)}
        pages={query}
        keyOf={({ id }) => id}
        renderItem={(payout) => <PayoutCard payout={payout} onAct={(act) => setOpen({ payout, act })} />}
        empty={{
          icon: AccountBalanceOutlined,
          title: q === "" ? "정산이 없어요" : "찾는 정산이 없어요",
          description: q === "" ? filter.empty : "주문번호나 멘토의 닉네임, 아이디를 그대로 입력해주세요.",
        }}
      />
      {open === undefined ? null : open.act === "closeClawback" ? (
        <CloseClawbackDialog key={open.payout.id} payout={open.payout} onClose={close} />
      ) : (
        <DecidePayoutDialog
          key={`${open.act} ${open.payout.id}`}
          payout={open.payout}
          act={open.act}
          onClose={close}
        />
      )}
    </>
  );
};

/** /payouts: payouts to sellers, to be held or released. `aside` stands beside the title. */
export const PayoutsScreen = ({ aside = <ToDashboard /> }: { aside?: ReactNode }) => (
  <AdminPage
    title="정산 관리"
    description="멘토에게 줄 정산을 찾아 보류하거나 보류를 풀어요."
    aside={aside}
    skeletonHeight={320}
  >
    <Payouts />
  </AdminPage>
);
