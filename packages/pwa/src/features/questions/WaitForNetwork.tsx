import Alert from "@mui/material/Alert";

/** A note under a form that needs a network: its text stays. */
export const WaitForNetwork = ({ act }: { act: string }) => (
  <Alert severity="warning" role="status">
    인터넷에 연결되어 있지 않아 지금은 {act} 수 없어요. 쓴 글은 그대로 있으니 연결되면 다시 눌러주세요.
  </Alert>
);
