import { readServerAddress } from "@knowhow/shared/ipc.ts";
import { EntryFrame } from "@knowhow/ui/features/accounts/entry/EntryFrame.tsx";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { object, string } from "yup";
import { bridge } from "./bridge.ts";

const form = object({
  address: string()
    .required("서버 주소를 입력해주세요.")
    .test(
      "server",
      "https:// 로 시작하는 서버 주소를 입력해주세요.",
      (value) => readServerAddress(value) !== undefined,
    ),
});

const serversKey = ["servers"];

/** Goes to a server: the screens begin again there. */
const useChoose = () =>
  useMutation({
    mutationFn: (address: string) => bridge.servers.choose({ address }),
    onSuccess: ({ current }, address) => {
      // The administrator may have stayed for decisions that were not sent.
      if (current !== readServerAddress(address)) return;
      window.location.assign("/");
    },
  });

/** Those that were used before. */
const Known = ({ onChoose, isPending }: { onChoose: (address: string) => void; isPending: boolean }) => {
  const queryClient = useQueryClient();
  const { data } = useQuery({ queryKey: serversKey, queryFn: () => bridge.servers.list() });
  const forget = useMutation({
    mutationFn: (address: string) => bridge.servers.forget({ address }),
    onSuccess: (left) => {
      queryClient.setQueryData(serversKey, left);
    },
  });
  if (!data || data.known.length === 0) return null;
  return (
    <section aria-label="사용한 서버">
      <Typography variant="subtitle2" component="h2">
        사용한 서버
      </Typography>
      {data.current === null ? null : (
        <Typography variant="body2" color="textSecondary">
          다른 서버에 연결하면 지금 서버에서 로그아웃돼요. 보내지 않은 글은 이 컴퓨터에 잠가 두니, 지금 서버에
          다시 로그인하면 이어서 쓸 수 있어요.
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data.known.map((address) => (
          <Box component="li" key={address} sx={{ display: "flex", alignItems: "center", gap: 1, py: 0.5 }}>
            <Typography sx={{ flex: 1, minWidth: 0 }}>{address}</Typography>
            {address === data.current ? (
              <Typography variant="body2" color="textSecondary">
                사용 중
              </Typography>
            ) : (
              <>
                <Button size="small" disabled={isPending} onClick={() => onChoose(address)}>
                  연결
                </Button>
                <Button
                  size="small"
                  color="inherit"
                  aria-label={`${address} 지우기`}
                  onClick={() => forget.mutate(address)}
                >
                  지우기
                </Button>
              </>
            )}
          </Box>
        ))}
      </Box>
    </section>
  );
};

/** Which server the console works with: asked at the first start, and from the menu. */
export const ServerScreen = () => {
  const { control, handleSubmit } = useContractForm(form, { address: "" }, "onSubmit");
  const choose = useChoose();
  return (
    <EntryFrame title="서버 선택" description="콘솔이 연결할 노하우 서버의 주소를 입력해주세요.">
      <Box
        component="form"
        noValidate
        sx={{ display: "grid", gap: 1.5 }}
        onSubmit={(event) => void handleSubmit(({ address }) => choose.mutate(address))(event)}
      >
        <FormTextField
          control={control}
          name="address"
          label="서버 주소"
          isRequired
          placeholder="https://knowhow.example"
          help="이 컴퓨터의 서버(localhost)가 아니면 https만 쓸 수 있어요."
          inputProps={{ autoCapitalize: "none", spellCheck: false, inputMode: "url" }}
        />
        {choose.error ? <Alert severity="error">서버를 바꾸지 못했어요. 다시 시도해주세요.</Alert> : null}
        <SubmitButton isPending={choose.isPending} pendingLabel="연결 중..." fullWidth>
          연결
        </SubmitButton>
      </Box>
      <Known onChoose={choose.mutate} isPending={choose.isPending} />
    </EntryFrame>
  );
};
