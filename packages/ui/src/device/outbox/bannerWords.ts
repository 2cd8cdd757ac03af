import { matchPath } from "react-router-dom";

/** Screens that work without a network in their own way. */
const ownWords = [
  {
    paths: ["/upload", "/edit-content/:id?"],
    words: "쓴 내용은 이 기기에 저장되고, 등록은 연결되면 진행돼요.",
    short: "쓴 내용은 이 기기에 저장돼요.",
  },
  {
    paths: ["/drafts"],
    words: "이 기기에 있는 글은 이어서 쓸 수 있어요.",
    short: "이 기기의 글은 쓸 수 있어요.",
  },
  {
    paths: ["/admin", "/reports/:reportId?", "/admin-chats"],
    words: "쓰던 글은 그대로 있고, 처리는 연결된 뒤에 할 수 있어요.",
    short: "쓰던 글은 그대로 있어요.",
  },
] as const;

/** Screens that show kept answers: of the others an age would be untrue. */
const keptPaths = [
  "/",
  "/market",
  "/content/:id",
  "/profile",
  "/library",
  "/wishes",
  "/orders/:orderNumber?",
  "/seller",
  "/seller/statement",
  "/chat/:roomId?",
  "/user-admin-chats",
];

const isAt = (pathname: string, paths: readonly string[]): boolean =>
  paths.some((path) => matchPath(path, pathname) !== null);

interface BannerState {
  pathname: string;
  isOnline: boolean;
  /** Age of the oldest stale answer, in words; undefined while all is fresh. */
  age: string | undefined;
  /** How many waiting acts are to be mentioned. */
  count: number;
  /** Some of them are in this page's memory alone. */
  isUnkept?: boolean;
  /** The device does not have the screen's main answer. */
  isBare?: boolean;
}

/** Shown instead of an age: unkept acts can not be recovered. */
const unkeptRest = "이 창을 닫으면 보낼 것이 사라져요.";

/** The banner's text; undefined where there is nothing to say. */
export const bannerWords = (state: BannerState): string | undefined => {
  const { pathname, isOnline, age, count, isUnkept, isBare } = state;
  // Beside the button with the count a phone has room for two short lines.
  const isShort = count > 0;
  if (isOnline && age === undefined) {
    if (!isShort) return undefined;
    return isUnkept ? `아직 못 보냈어요. ${unkeptRest}` : "아직 보내지 못한 것이 있어요.";
  }
  const offline = isShort ? "인터넷 연결이 없어요." : "인터넷에 연결되어 있지 않습니다.";
  const own = ownWords.find(({ paths }) => isAt(pathname, paths))?.[isShort ? "short" : "words"];
  const isOfAge = age !== undefined && !isBare && isAt(pathname, keptPaths);
  const kept = isOfAge ? `${age}${isShort ? " 내용이에요." : "에 저장한 내용이에요."}` : undefined;
  const general = isOnline || isShort ? undefined : "일부 기능은 연결된 뒤에 이용할 수 있어요.";
  const rest = isShort && isUnkept ? unkeptRest : (own ?? kept ?? general);
  return [isOnline ? "연결이 원활하지 않아요." : offline, rest].filter(Boolean).join(" ");
};
