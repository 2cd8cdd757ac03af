import { pushTopics, type CurrentUser, type PushTopic, type PushTopics } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Skeleton from "@mui/material/Skeleton";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { keyOf, useAct, useEndpoint, useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { messageOr } from "@knowhow/ui/components/failure.ts";
import { NotKept } from "@knowhow/ui/components/NotKept.tsx";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { Section, SectionError } from "../../components/Section.tsx";
import { readPushState, switchOff, switchOn, type PushState } from "./pushDevice.ts";

interface SwitchRowProps {
  label: string;
  help: string;
  isOn: boolean;
  isDisabled: boolean;
  onChange: (isOn: boolean) => void;
}

const SwitchRow = ({ label, help, isOn, isDisabled, onChange }: SwitchRowProps) => {
  const id = useId();
  return (
    <div>
      <FormControlLabel
        label={label}
        labelPlacement="start"
        sx={{ m: 0, width: "100%", justifyContent: "space-between" }}
        control={
          <Switch
            checked={isOn}
            disabled={isDisabled}
            onChange={(_, next) => onChange(next)}
            slotProps={{ input: { "aria-describedby": id } }}
          />
        }
      />
      <FormHelperText id={id} sx={{ m: 0 }}>
        {help}
      </FormHelperText>
    </div>
  );
};

const topicTexts: Record<PushTopic, { label: string; help: string }> = {
  messages: { label: "메시지", help: "채팅에 새 메시지가 오면 알려드려요." },
  sales: { label: "판매", help: "내 콘텐츠가 판매되면 알려드려요." },
  results: { label: "처리 결과", help: "신고와 환불이 처리되거나 제재가 있으면 알려드려요." },
  inquiries: { label: "문의와 답변", help: "구매 전 문의와 고객센터 문의에 새 글이 오면 알려드려요." },
};

const Topics = ({ topics, isOnline }: { topics: PushTopics; isOnline: boolean }) => {
  const queryClient = useQueryClient();
  const choice = useEndpointMutation(client.push.chooseTopics, {
    onSuccess: (answer) =>
      queryClient.setQueryData<Awaited<ReturnType<typeof client.push.key>>>(
        keyOf(client.push.key, {}),
        (before) => before && { ...before, topics: answer.topics },
      ),
  });
  const { isPending, variables, error } = choice;
  const shown = isPending ? variables.body : topics;
  return (
    <Box role="group" aria-label="알림 종류" aria-busy={isPending} sx={{ display: "grid", gap: 1.5 }}>
      <Typography color="textSecondary">받을 알림을 골라주세요. 내 모든 기기에 적용돼요.</Typography>
      {pushTopics.map((topic) => (
        <SwitchRow
          key={topic}
          {...topicTexts[topic]}
          isOn={shown[topic]}
          isDisabled={!isOnline}
          // One at a time, as each choice names all topics. A disabled switch would lose the focus.
          onChange={(isOn) => isPending || choice.mutate({ body: { ...topics, [topic]: isOn } })}
        />
      ))}
      {error ? <Alert severity="error">{messageOr("알림 설정을 바꾸지 못했습니다.", error)}</Alert> : null}
    </Box>
  );
};

const reasons: Partial<Record<PushState, string>> = {
  unsupported: "이 브라우저에서는 알림을 받을 수 없어요. 다른 브라우저를 이용해주세요.",
  install: "먼저 브라우저의 공유 메뉴에서 ‘홈 화면에 추가’를 누르고, 추가된 앱에서 알림을 켜주세요.",
  denied: "브라우저에서 알림이 차단되어 있어요. 브라우저의 사이트 설정에서 알림을 허용한 뒤 돌아와주세요.",
};
const waiting = "알림 설정은 연결되면 바꿀 수 있어요.";

interface DeviceProps {
  personId: string;
  state: PushState;
  onChange: () => Promise<unknown>;
}

const Device = ({ personId, state, onChange }: DeviceProps) => {
  const isOnline = useOnline();
  const { data, error, refetch } = useEndpoint(client.push.key, {}, { staleTime: 0 });
  const act = useAct<boolean, boolean>({
    mutationFn: async (isOn) => {
      if (isOn) return switchOn(personId, data?.publicKey ?? "");
      await switchOff(personId);
      return true;
    },
    onSettled: onChange,
  });
  if (!data)
    return error ? (
      <SectionError
        error={error}
        title="알림 설정을 불러오지 못했습니다"
        offline={waiting}
        onRetry={() => void refetch()}
      />
    ) : (
      <div role="status" aria-busy aria-label="알림 설정을 불러오는 중">
        <Skeleton width="60%" />
      </div>
    );
  if (data.publicKey === null)
    return <Typography color="textSecondary">지금은 알림을 보내지 않고 있어요.</Typography>;
  const isOn = state === "on";
  return (
    <>
      <SwitchRow
        label="이 기기에서 알림 받기"
        help={
          act.isPending
            ? act.variables
              ? "알림을 켜는 중이에요."
              : "알림을 끄는 중이에요."
            : "앱을 닫아도 새 소식을 알려드려요."
        }
        isOn={act.isPending ? act.variables : isOn}
        isDisabled={!isOnline}
        onChange={(next) => act.isPending || act.mutate(next)}
      />
      {isOnline ? null : <Typography color="textSecondary">{waiting}</Typography>}
      {act.error ? (
        <Alert severity="error">
          {messageOr(isOn ? "알림을 끄지 못했습니다." : "알림을 켜지 못했습니다.", act.error)}
        </Alert>
      ) : null}
      {act.data === false ? <Alert severity="info">알림을 허용하지 않아서 켜지 않았어요.</Alert> : null}
      {isOn ? <Topics topics={data.topics} isOnline={isOnline} /> : null}
    </>
  );
};

/** Notifications of the system: whether this device shows them, and which ones a person wants. */
export const NotificationSection = ({ user: { id } }: { user: CurrentUser }) => {
  const { data: state, refetch } = useQuery({
    queryKey: ["push-state", id],
    queryFn: () => readPushState(id),
    staleTime: 0,
    // The way to allow them leads out of the page and back.
    refetchOnWindowFocus: "always",
  });
  const reason = state && reasons[state];
  return (
    <Section anchor="notifications" title="알림" summary="이 기기에서 받기, 알림 종류">
      <NotKept>
        {reason ? (
          <Typography color="textSecondary">{reason}</Typography>
        ) : state ? (
          <Device personId={id} state={state} onChange={refetch} />
        ) : null}
      </NotKept>
    </Section>
  );
};
