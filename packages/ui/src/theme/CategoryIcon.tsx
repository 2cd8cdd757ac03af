import CodeRounded from "@mui/icons-material/CodeRounded";
import DescriptionRounded from "@mui/icons-material/DescriptionRounded";
import FavoriteBorderRounded from "@mui/icons-material/FavoriteBorderRounded";
import FitnessCenterRounded from "@mui/icons-material/FitnessCenterRounded";
import LightbulbRounded from "@mui/icons-material/LightbulbRounded";
import MusicNoteRounded from "@mui/icons-material/MusicNoteRounded";
import PaletteRounded from "@mui/icons-material/PaletteRounded";
import QueueMusicRounded from "@mui/icons-material/QueueMusicRounded";
import RestaurantRounded from "@mui/icons-material/RestaurantRounded";
import SchoolRounded from "@mui/icons-material/SchoolRounded";
import SpaRounded from "@mui/icons-material/SpaRounded";
import TranslateRounded from "@mui/icons-material/TranslateRounded";
import TrendingUpRounded from "@mui/icons-material/TrendingUpRounded";
import WidgetsRounded from "@mui/icons-material/WidgetsRounded";
import WorkRounded from "@mui/icons-material/WorkRounded";
import type { CategoryCode } from "@knowhow/shared";
import type { SvgIconComponent } from "@mui/icons-material";
import type { SvgIconProps } from "@mui/material/SvgIcon";
import { createElement } from "react";

const icons: Record<CategoryCode, SvgIconComponent> = {
  stock: TrendingUpRounded,
  certificate: SchoolRounded,
  programming: CodeRounded,
  language: TranslateRounded,
  lifestyle: LightbulbRounded,
  career: WorkRounded,
  hobby: PaletteRounded,
  relationship: FavoriteBorderRounded,
  music: MusicNoteRounded,
  playlist: QueueMusicRounded,
  health: SpaRounded,
  sports: FitnessCenterRounded,
  cooking: RestaurantRounded,
  template: WidgetsRounded,
};

const byCode = new Map<string, SvgIconComponent>(Object.entries(icons));

/** The icon of a category; a document for a code of none. Never read out: its label stands beside it. */
export const CategoryIcon = ({ category, ...props }: SvgIconProps & { category: string }) =>
  createElement(byCode.get(category) ?? DescriptionRounded, { "aria-hidden": true, ...props });
