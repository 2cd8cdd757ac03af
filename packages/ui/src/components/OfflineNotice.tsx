import CloudOffRounded from "@mui/icons-material/CloudOffRounded";
import Box from "@mui/material/Box";
import { useSyncExternalStore } from "react";

const subscribe = (onChange: () => void) => {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
};

/** Whether the browser says that it has a network at all. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** A banner while there is no network. */
export const OfflineNotice = () => {
  const isOnline = useOnline();
  return (
    <div role="status">
      {isOnline ? null : (
        <Box
          sx={{
            display: "flex",
            alignItems: "center",
            justifyContent: "center",
            gap: 1,
            px: 2,
            py: 1,
            bgcolor: "warning.main",
            color: "warning.contrastText",
            typography: "body1",
          }}
        >
          <CloudOffRounded fontSize="small" aria-hidden />
          인터넷에 연결되어 있지 않습니다. 연결되면 다시 이용할 수 있습니다.
        </Box>
      )}
    </div>
  );
};
