import Box from "@mui/material/Box";

/** Above this, how many more makes no difference. */
const maxCount = 99;

/** How many messages wait, as a number in a pill; nothing when none does. */
export const UnreadBadge = ({ count }: { count: number }) =>
  count > 0 ? (
    <Box
      component="span"
      sx={{
        display: "inline-grid",
        placeItems: "center",
        minWidth: "1.5em",
        height: "1.5em",
        px: "0.4em",
        borderRadius: 999,
        bgcolor: "secondary.main",
        color: "secondary.contrastText",
        fontSize: "0.8125rem",
        fontWeight: 700,
        lineHeight: 1,
        fontVariantNumeric: "tabular-nums",
      }}
    >
      <span aria-hidden>{count > maxCount ? `${maxCount}+` : count}</span>
      <Box
        component="span"
        sx={{ position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" }}
      >
        {`읽지 않은 메시지 ${count}개`}
      </Box>
    </Box>
  ) : null;
