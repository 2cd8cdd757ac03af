import { securityEventDays, type SecurityEvent } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { formatDateTime } from "@knowhow/ui/components/format.ts";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { ScrollList } from "../../components/ScrollList.tsx";
import { SectionError } from "../../components/Section.tsx";
import { deviceLabel, networkLabel, eventLabel, isAlarming } from "./securityText.ts";

const EventRow = ({ event }: { event: SecurityEvent }) => (
  <Box
    component="li"
    sx={{ py: 1.25, "&:not(:last-of-type)": { borderBottom: "1px solid", borderColor: "divider" } }}
  >
    <Typography
      sx={{
        fontWeight: 550,
        overflowWrap: "anywhere",
        ...(isAlarming(event) ? { color: "warning.main" } : {}),
      }}
    >
      {eventLabel(event)}
    </Typography>
    <Typography variant="body2" color="textSecondary">
      {formatDateTime(event.createdAt)} · {deviceLabel(event.device)}
      {event.address === null ? "" : ` · ${networkLabel(event.address)}`}
    </Typography>
  </Box>
);

/** The security events of the account, newest first. */
export const SecurityEventList = () => {
  const pages = usePagedEndpoint(client.accountSecurity.events, {});
  const list = useRef<HTMLUListElement>(null);
  if (pages.items === undefined)
    return pages.error ? (
      <SectionError
        error={pages.error}
        title="보안 기록을 불러오지 못했습니다"
        offline="보안 기록은 연결되면 볼 수 있어요."
        onRetry={() => void pages.refetch()}
      />
    ) : (
      <Box role="status" aria-busy aria-label="보안 기록을 불러오는 중">
        <Skeleton width="50%" />
        <Skeleton width="80%" />
      </Box>
    );
  return pages.items.length === 0 ? (
    <Typography color="textSecondary">최근 {securityEventDays}일 동안 남은 기록이 없어요.</Typography>
  ) : (
    <ScrollList label="보안 기록 목록" listRef={list} after={<LoadMore pages={pages} list={list} />}>
      {pages.items.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ScrollList>
  );
};
