import { reportReasons, type ReportReason } from "@knowhow/shared";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useId } from "react";
import { useController, type Control } from "react-hook-form";

interface Reporting {
  reportReason: ReportReason;
  reportDetails: string;
}

/** The list of reasons to choose from. */
export const ReasonField = ({ control }: { control: Control<Reporting, unknown, Reporting> }) => {
  const id = useId();
  const { field, fieldState } = useController({ control, name: "reportReason" });
  const error = fieldState.error?.message;
  return (
    <FormControl error={error !== undefined}>
      <FormLabel
        id={`${id}-label`}
        sx={{ mb: 0.5, typography: "subtitle2", "&, &.Mui-focused": { color: "text.primary" } }}
      >
        신고 사유
      </FormLabel>
      <RadioGroup
        name={field.name}
        value={field.value}
        onChange={(_, reason) => field.onChange(reason)}
        onBlur={field.onBlur}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fit, minmax(9.5rem, 1fr))" }}
      >
        {reportReasons.map(({ code, label }, at) => (
          <FormControlLabel
            key={code}
            value={code}
            label={label}
            control={<Radio {...(at === 0 ? { slotProps: { input: { ref: field.ref } } } : {})} />}
          />
        ))}
      </RadioGroup>
      <FormHelperText id={`${id}-help`} {...(error === undefined ? {} : { role: "alert" })}>
        {error}
      </FormHelperText>
    </FormControl>
  );
};
