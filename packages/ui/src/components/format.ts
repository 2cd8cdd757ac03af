const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Korea keeps one offset all year, so the wall clock of Seoul is UTC shifted by it. */
const seoulOffset = 9 * hour;

const pad = (value: number) => String(value).padStart(2, "0");
const inSeoul = (time: string | Date) => new Date(new Date(time).getTime() + seoulOffset);

/** A day in Korea: `2026년 11월 21일`. */
export const formatDate = (time: string | Date): string => {
  const date = inSeoul(time);
  return `${date.getUTCFullYear()}년 ${date.getUTCMonth() + 1}월 ${date.getUTCDate()}일`;
};

/** A time of day in Korea, put together by hand because engines write 오후 differently: `오후 2:06`. */
export const formatTime = (time: string | Date): string => {
  const date = inSeoul(time);
  const hours = date.getUTCHours();
  return `${hours < 12 ? "오전" : "오후"} ${hours % 12 || 12}:${pad(date.getUTCMinutes())}`;
};

/** Day and time in Korea: `2026년 11월 21일 오후 2:06`. */
export const formatDateTime = (time: string | Date): string => `${formatDate(time)} ${formatTime(time)}`;

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
