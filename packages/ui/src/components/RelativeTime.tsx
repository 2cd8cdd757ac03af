import { formatDateTime, formatRelative } from "./format.ts";

/** How long ago something was; pointing at it shows the exact time. */
export const RelativeTime = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatDateTime(time)}>
    {formatRelative(time)}
  </time>
);
