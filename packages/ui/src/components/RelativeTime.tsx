import { formatDateTime, formatRelative } from "./format.ts";

interface RelativeTimeProps {
  time: string;
  /** By the device's clock unless said. */
  now?: Date;
}

/** How long ago something was; pointing at it shows the exact time. */
export const RelativeTime = ({ time, now }: RelativeTimeProps) => (
  <time dateTime={time} title={formatDateTime(time)}>
    {formatRelative(time, now)}
  </time>
);
