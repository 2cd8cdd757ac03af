import CloudOffRounded from "@mui/icons-material/CloudOffRounded";
import Alert from "@mui/material/Alert";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer } from "react";
import { formatRelative } from "../../components/format.ts";
import { readAt, useIsMissed, useServerBack } from "./useReach.ts";

/** How often the shown age is updated. */
const everyMs = 15_000;

const useAge = (): string | undefined => {
  const queryClient = useQueryClient();
  const [, look] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => {
    const timer = setInterval(look, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const at = readAt(queryClient);
  return at === undefined ? undefined : formatRelative(new Date(at));
};

const Away = () => {
  const age = useAge();
  return (
    <Alert severity="warning" role="status" square icon={<CloudOffRounded />}>
      서버에 연결할 수 없어요.{" "}
      {age === undefined
        ? "다시 연결되면 바로 이어져요."
        : `${age}에 받은 내용이에요. 처리는 연결된 뒤에 할 수 있어요.`}
    </Alert>
  );
};

/** Shows, while there is a network but no answer, the age of the shown data; probes the server meanwhile. */
export const ServerNotice = () => {
  useServerBack();
  return useIsMissed() ? <Away /> : null;
};
