import NotificationsNoneRounded from "@mui/icons-material/NotificationsNoneRounded";
import type { Alert as Call } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { AdminList } from "../admin/AdminList.tsx";
import { AdminPage } from "../admin/AdminPage.tsx";
import { ToDashboard } from "../admin/ToDashboard.tsx";
import { WebKeys } from "../admin/triage/StaffKeys.tsx";
import { useKeys } from "../admin/triage/useKeys.ts";
import { usePolledPages } from "../admin/usePolledPages.ts";
import { client } from "../../client/client.ts";
import { ActDialog, type Act } from "./ActDialog.tsx";
import { AlertCard, canPayAgain } from "./AlertCard.tsx";

const filters = [
  { name: "open", label: "확인할 알림" },
  { name: "resolved", label: "확인한 알림" },
] as const;

/** Beneath the news of them. */
const everyMs = 30_000;

const Calls = () => {
  const [search, setSearch] = useSearchParams();
  const filter = filters.find(({ name }) => name === search.get("tab")) ?? filters[0];
  const query = usePolledPages(client.alerts.list, { query: { status: filter.name } }, everyMs);
  const [open, setOpen] = useState<{ call: Call; act: Act }>();
  const calls = query.data?.pages.flatMap(({ data }): Call[] => data.alerts);
  const [currentId, setCurrentId] = useState<string>();
  const current = calls?.find(({ id }) => id === currentId);
  const change = (tab: string) => setSearch({ tab }, { replace: true });
  const go = (step: number) => {
    const at = current ? (calls?.indexOf(current) ?? 0) + step : 0;
    const next = calls?.[Math.max(0, at)];
    if (next) setCurrentId(next.id);
  };
  useKeys({
    next: () => go(1),
    previous: () => go(-1),
    switch: () => change(filter.name === "open" ? "resolved" : "open"),
    settle: () => {
      if (current?.resolvedAt === null) setOpen({ call: current, act: "resolve" });
    },
    payAgain: () => {
      if (current && canPayAgain(current)) setOpen({ call: current, act: "payAgain" });
    },
  });
  return (
    <>
      <Tabs value={filter.name} onChange={(_, tab: string) => change(tab)} aria-label="알림 목록">
        {filters.map(({ name, label }) => (
          <Tab key={name} value={name} label={label} />
        ))}
      </Tabs>
      <AdminList
        label="알림 목록"
        items={calls}
        pages={query}
        keyOf={({ id }) => id}
        renderItem={(call) => (
          <AlertCard call={call} isCurrent={call === current} onAct={(act) => setOpen({ call, act })} />
        )}
        empty={{
          icon: NotificationsNoneRounded,
          title: filter.name === "open" ? "확인할 알림이 없어요" : "확인한 알림이 없어요",
          description: "결제나 정산, 자동 작업에 사람이 볼 일이 생기면 나타나요.",
        }}
      />
      {open === undefined ? null : (
        <ActDialog key={`${open.act} ${open.call.id}`} {...open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
};

const WebAside = () => (
  <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
    <WebKeys />
    <ToDashboard />
  </Box>
);

/** The alerts: money that needs a look, jobs that failed. `aside` stands beside the title. */
export const AlertsScreen = ({ aside = <WebAside /> }: { aside?: ReactNode }) => (
  <AdminPage
    title="알림"
    description="결제와 정산에서 사람이 확인할 일이에요."
    aside={aside}
    skeletonHeight={240}
  >
    <Calls />
  </AdminPage>
);
