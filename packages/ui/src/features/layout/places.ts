import AddCircleOutlineRounded from "@mui/icons-material/AddCircleOutlineRounded";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import HomeOutlined from "@mui/icons-material/HomeOutlined";
import MenuBookRounded from "@mui/icons-material/MenuBookRounded";
import PersonOutlineRounded from "@mui/icons-material/PersonOutlineRounded";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";

/** The places of the bottom bar, which shows five of them: members their library, visitors the way to selling. */
export const places = [
  { path: "/", label: "홈", icon: HomeOutlined },
  { path: "/market", label: "마켓", icon: StorefrontOutlined },
  { path: "/library", label: "서재", icon: MenuBookRounded },
  { path: "/upload", label: "올리기", icon: AddCircleOutlineRounded },
  { path: "/chat", label: "채팅", icon: ForumOutlined },
  { path: "/profile", label: "내 정보", icon: PersonOutlineRounded },
] as const;

/** The place of a path: itself or one that it lies below. */
export const placeOf = (path: string): string | undefined =>
  places.find((place) => path === place.path || (place.path !== "/" && path.startsWith(`${place.path}/`)))
    ?.path;

/** A person's name in the header: nickname, else name, else user id, with 님. */
export const honorificOf = (user: { nickname: string; name: string; userId: string }): string =>
  `${user.nickname || user.name || user.userId}님`;
