import AutoAwesomeOutlined from "@mui/icons-material/AutoAwesomeOutlined";
import CircularProgress from "@mui/material/CircularProgress";
import Fab from "@mui/material/Fab";
import GlobalStyles from "@mui/material/GlobalStyles";

/** Notices stay above the button. */
const room = (
  <GlobalStyles styles={{ "@media (min-width:900px)": { ":root": { "--kh-float": "calc(2rem + 32px)" } } }} />
);

const floating = {
  position: { xs: "static", md: "fixed" },
  zIndex: { md: "speedDial" },
  right: 24,
  bottom: 24,
  boxShadow: { xs: "none", md: 6 },
} as const;

interface FloatingButtonProps {
  label: string;
  /** Whether the button stands in the page on a desk too, as at a form: nothing may cover the form's end. */
  isInPage?: boolean;
  /** The dialog is loading. */
  isLoading: boolean;
  /** The dialog is open. */
  isOpen: boolean;
  /** Hovered or focused: it may be pressed soon. */
  onNear: () => void;
  onPress: () => void;
}

/** The helper's button: floats at the lower right edge of a desk; on a phone, where it would cover things, in the page. */
export const FloatingButton = ({
  label,
  isInPage = false,
  isLoading,
  isOpen,
  onNear,
  onPress,
}: FloatingButtonProps) => (
  <>
    {isOpen || isInPage ? null : room}
    <Fab
      variant="extended"
      aria-haspopup="dialog"
      aria-busy={isLoading}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onPress}
      sx={{
        position: "static",
        width: { xs: "100%", md: "auto" },
        boxShadow: "none",
        ...(isInPage ? {} : floating),
        gap: 1,
        px: 2.25,
        minHeight: 48,
        height: "auto",
        textTransform: "none",
        fontWeight: 650,
        color: "text.primary",
        bgcolor: "background.paper",
        border: "1px solid",
        borderColor: "divider",
        "&:hover": { bgcolor: "background.paper", borderColor: "primary.main" },
      }}
    >
      {isLoading ? (
        <CircularProgress size={20} aria-hidden />
      ) : (
        <AutoAwesomeOutlined aria-hidden sx={{ fontSize: 20, color: "primary.main" }} />
      )}
      {label}
    </Fab>
  </>
);
