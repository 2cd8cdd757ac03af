import type { ManifestOptions } from "vite-plugin-pwa";

const icon = (size: number) => ({
  src: `/icons/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
});
const shortcutIcons = [icon(192)];
const picture = (name: string, sizes: string, form_factor: "narrow" | "wide", label: string) => ({
  src: `/screenshots/${name}.webp`,
  sizes,
  type: "image/webp",
  form_factor,
  label,
});

/** Name and look of the installed app. */
export const manifest: Partial<ManifestOptions> = {
  id: "/",
  name: "노하우 - 지식 콘텐츠 마켓",
  short_name: "노하우",
  description: "경험에서 나온 노하우를 사고파는 지식 콘텐츠 마켓",
  lang: "ko",
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "standalone",
  orientation: "any",
  background_color: "#FAF8F4",
  theme_color: "#FAF8F4",
  categories: ["education", "shopping", "books", "productivity"],
  launch_handler: { client_mode: ["navigate-existing", "auto"] },
  handle_links: "preferred",
  prefer_related_applications: false,
  icons: [
    ...[192, 256, 384, 512].map((size) => ({ ...icon(size), purpose: "any" as const })),
    { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
  ],
  screenshots: [
    picture("phone-market", "780x1688", "narrow", "마켓에서 콘텐츠 찾기"),
    picture("phone-content", "780x1688", "narrow", "콘텐츠 살펴보고 구매하기"),
    picture("desk-market", "1280x800", "wide", "큰 화면의 마켓"),
  ],
  shortcuts: [
    { name: "마켓", url: "/market", description: "콘텐츠 찾기", icons: shortcutIcons },
    { name: "올리기", url: "/upload", description: "내 노하우 올리기", icons: shortcutIcons },
    { name: "채팅", url: "/chat", description: "구매·판매 대화", icons: shortcutIcons },
  ],
};
