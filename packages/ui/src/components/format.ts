import { formatDate } from "@knowhow/shared";

export { formatDate, formatDateTime, formatTime } from "@knowhow/shared";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** How long ago something was, as people say it; after 30 days the date. A clock that is ahead says 방금 전. */
export const formatRelative = (time: string | Date, now: Date = new Date()): string => {
  const age = now.getTime() - new Date(time).getTime();
  if (age < minute) return "방금 전";
  if (age < hour) return `${Math.floor(age / minute)}분 전`;
  if (age < day) return `${Math.floor(age / hour)}시간 전`;
  if (age < 30 * day) return `${Math.floor(age / day)}일 전`;
  return formatDate(time);
};

/** A number as people read it: `9,999`, and above that shortened: `1.2만`. */
export const formatCount = (count: number): string => {
  if (count <= 9_999) return new Intl.NumberFormat("ko-KR").format(count);
  const tenths = Math.floor(count / 1_000);
  return tenths % 10 === 0 || tenths >= 1_000 ? `${Math.floor(tenths / 10)}만` : `${tenths / 10}만`;
};

/** A size of bytes: `12.3MB`. */
export const formatBytes = (bytes: number): string => {
  const units = ["B", "KB", "MB", "GB"];
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10}${units[step] ?? "B"}`;
};
