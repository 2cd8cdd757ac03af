import NotificationsNoneRounded from "@mui/icons-material/NotificationsNoneRounded";
import { alertLabel, resolveForm, textLimits, type Alert as Call } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { AdminList } from "../admin/AdminList.tsx";
import { AdminOnly } from "../admin/AdminOnly.tsx";
import { DialogShell } from "../admin/DialogShell.tsx";
import { usePolledPages } from "../admin/usePolledPages.ts";
import { client } from "../client/client.ts";
import { hasCode, messageOf } from "../client/failure.ts";
import { invalidate, useEndpointMutation } from "../client/queries.ts";
import { formatDateTime } from "../components/format.ts";
import { PageTitle } from "../components/PageTitle.tsx";
import { useToast } from "../components/ToastProvider.tsx";
import { FormTextField } from "../forms/FormTextField.tsx";
import { SubmitButton } from "../forms/SubmitButton.tsx";
import { useContractForm } from "../forms/useContractForm.ts";

const filters = [
  { name: "open", label: "확인할 알림" },
  { name: "resolved", label: "확인한 알림" },
] as const;

const noteForm = resolveForm.pick(["note"]);

/** What calls for a person is seldom: no news tell of it. */
const everyMs = 30_000;

/** What an administrator does about a call: looked at it, or has a payout tried again. */
type Act = "resolve" | "payAgain";

const words = {
  resolve: {
    title: "알림 확인",
    label: "확인한 내용",
    help: "무엇을 확인했고 어떻게 했는지 남겨주세요.",
    button: "확인 완료",
    pending: "저장하는 중...",
    done: "알림을 확인했어요",
  },
  payAgain: {
    title: "정산 다시 지급",
    label: "다시 지급하는 이유",
    help: "판매자와 무엇을 확인하고 고쳤는지 남겨주세요. 지급을 다섯 번까지 다시 시도해요.",
    button: "다시 지급",
    pending: "요청하는 중...",
    done: "정산을 다시 지급할게요",
  },
} as const satisfies Record<Act, Record<string, string>>;

interface ActDialogProps {
  call: Call;
  act: Act;
  onClose: () => void;
}

const ActDialog = ({ call, act, onClose }: ActDialogProps) => {
  const { title, label, help, button, pending, done } = words[act];
  const queryClient = useQueryClient();
  const toast = useToast();
  const { control, handleSubmit } = useContractForm(noteForm, { note: "" }, "onSubmit");
  const readAnew = () => void invalidate(queryClient, client.alerts.list);
  const options = {
    onSuccess: () => {
      readAnew();
      toast({ title: done });
      onClose();
    },
    onError: (error: Error) => {
      if (hasCode(error, "ALREADY_RESOLVED") || hasCode(error, "NOT_FAILED")) readAnew();
    },
  };
  const resolve = useEndpointMutation(client.alerts.resolve, options);
  const payAgain = useEndpointMutation(client.settlements.payAgain, options);
  const { isPending, error } = act === "resolve" ? resolve : payAgain;
  const send = (note: string) =>
    act === "resolve"
      ? resolve.mutate({ params: { id: call.id }, body: { resolved: true, note } })
      : payAgain.mutate({ params: { id: call.subject }, body: { status: "pending", reason: note } });
  return (
    <DialogShell isOpen onClose={onClose} title={title} isHeld={isPending} isForm>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handleSubmit(({ note }) => send(note))(event)}
        sx={{ display: "grid", gap: 1.5 }}
      >
        <Typography>{alertLabel(call.kind)}</Typography>
        <FormTextField
          control={control}
          name="note"
          label={label}
          help={help}
          isRequired
          multiline
          minRows={3}
          maxRows={8}
          counterMax={textLimits.reviewNotes}
        />
        {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
        <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
          <SubmitButton isPending={isPending} pendingLabel={pending} size="medium">
            {button}
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};

const AlertCard = ({ call, onAct }: { call: Call; onAct: (act: Act) => void }) => (
  <Card sx={{ p: 2, display: "grid", gap: 1 }}>
    <Typography variant="h4" component="h2">
      {alertLabel(call.kind)}
    </Typography>
    <Typography variant="body2" color="textSecondary">
      {call.subject} · <time dateTime={call.createdAt}>{formatDateTime(call.createdAt)}</time>
    </Typography>
    {call.detail.length === 0 ? null : (
      <Box
        component="dl"
        sx={{ m: 0, display: "grid", gridTemplateColumns: "max-content 1fr", columnGap: 2, rowGap: 0.25 }}
      >
        {call.detail.map(({ name, value }) => (
          <Box key={name} sx={{ display: "contents" }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    )}
    {call.resolvedAt === null ? (
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {call.kind === "PAYOUT_FAILED" ? (
          <Button variant="contained" onClick={() => onAct("payAgain")}>
            다시 지급
          </Button>
        ) : null}
        <Button
          variant={call.kind === "PAYOUT_FAILED" ? "outlined" : "contained"}
          onClick={() => onAct("resolve")}
        >
          확인하기
        </Button>
      </Box>
    ) : (
      <Typography variant="body2" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {formatDateTime(call.resolvedAt)} 확인: {call.note}
      </Typography>
    )}
  </Card>
);

const Calls = () => {
  const [search, setSearch] = useSearchParams();
  const filter = filters.find(({ name }) => name === search.get("tab")) ?? filters[0];
  const query = usePolledPages(client.alerts.list, { query: { status: filter.name } }, everyMs);
  const [open, setOpen] = useState<{ call: Call; act: Act }>();
  return (
    <>
      <Tabs
        value={filter.name}
        onChange={(_, tab: string) => setSearch({ tab }, { replace: true })}
        aria-label="알림 목록"
      >
        {filters.map(({ name, label }) => (
          <Tab key={name} value={name} label={label} />
        ))}
      </Tabs>
      <AdminList
        label="알림 목록"
        items={query.data?.pages.flatMap(({ data }): Call[] => data.alerts)}
        pages={query}
        keyOf={({ id }) => id}
        renderItem={(call) => <AlertCard call={call} onAct={(act) => setOpen({ call, act })} />}
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

/** What calls for a person: money that needs a look, jobs that failed. */
export const AlertsScreen = () => (
  <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
    <PageTitle title="알림" description="결제와 정산에서 사람이 확인할 일이에요." />
    <AdminOnly skeleton={<Skeleton variant="rounded" height={240} />}>{() => <Calls />}</AdminOnly>
  </Box>
);
