import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode, type Ref } from "react";

interface ConsentFieldProps {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  name: string;
  disabled?: boolean;
  help?: ReactNode;
  error?: string | undefined;
}

/** A consent to the use of personal data, with a link to the policy in a tab of its own. */
export const ConsentField = ({
  label,
  isChecked,
  onChange,
  onBlur,
  inputRef,
  name,
  disabled = false,
  help,
  error,
}: ConsentFieldProps) => {
  const id = useId();
  return (
    <Box>
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          justifyContent: "space-between",
          columnGap: 1,
        }}
      >
        <FormControlLabel
          disabled={disabled}
          label={label}
          sx={{ mr: 0 }}
          control={
            <Checkbox
              name={name}
              checked={isChecked}
              onChange={(_, checked) => onChange(checked)}
              onBlur={onBlur}
              slotProps={{
                input: { ...(inputRef ? { ref: inputRef } : {}), "aria-describedby": `${id}-help` },
              }}
            />
          }
        />
        <MuiLink
          href="/privacy-policy"
          target="_blank"
          rel="noopener"
          aria-label="개인정보처리방침 (새 창)"
          variant="body2"
          underline="always"
          sx={{ py: 1, pl: { xs: 4, sm: 0 }, whiteSpace: "nowrap" }}
        >
          개인정보처리방침
        </MuiLink>
      </Box>
      <Typography
        id={`${id}-help`}
        variant="body2"
        component="div"
        color={error ? "error" : "textSecondary"}
        {...(error ? { role: "alert" } : {})}
      >
        {error ?? help}
      </Typography>
    </Box>
  );
};
