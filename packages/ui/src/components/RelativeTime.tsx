import { formatDateTime, formatRelative } from "./format.ts";

interface RelativeTimeProps {
  time: string;
  /** By the device's clock unless said. */
  now?: Date;
}

/** How long ago something was; pointing at it shows the exact time. */
export const RelativeTime = ({ time, now }: RelativeTimeProps) => (
  // A page of the server may be a moment older than the app that takes it over.
  <time dateTime={time} title={formatDateTime(time)} suppressHydrationWarning>
    {formatRelative(time, now)}
  </time>
);
