import ContrastRounded from "@mui/icons-material/ContrastRounded";
import DarkModeOutlined from "@mui/icons-material/DarkModeOutlined";
import LightModeOutlined from "@mui/icons-material/LightModeOutlined";
import IconButton from "@mui/material/IconButton";
import { useColorScheme } from "@mui/material/styles";

const steps = {
  system: { next: "light", label: "화면 밝기: 시스템 설정", icon: ContrastRounded },
  light: { next: "dark", label: "화면 밝기: 밝게", icon: LightModeOutlined },
  dark: { next: "system", label: "화면 밝기: 어둡게", icon: DarkModeOutlined },
} as const;

/** Switches between the schemes: as the system, light, dark. */
export const SchemeButton = () => {
  const { mode = "system", setMode } = useColorScheme();
  const { next, label, icon: Icon } = steps[mode];
  return (
    <IconButton color="inherit" title={label} aria-label={label} onClick={() => setMode(next)}>
      <Icon />
    </IconButton>
  );
};
