import { RelativeTime } from "../components/RelativeTime.tsx";
import { serverNow } from "./serverClock.ts";

/** How long ago something was that the server gave its time. */
export const ServerTime = ({ time }: { time: string }) => <RelativeTime time={time} now={serverNow()} />;
