import { lengthOf } from "@knowhow/shared";
import Box from "@mui/material/Box";
import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import OutlinedInput, { type OutlinedInputProps } from "@mui/material/OutlinedInput";
import { useId, type ReactNode } from "react";
import { useController, type Control, type FieldValues, type Path } from "react-hook-form";

interface FieldFrameProps {
  id: string;
  label: ReactNode;
  isRequired?: boolean;
  help?: ReactNode;
  error?: string | undefined;
  /** The help says why the value is refused. */
  isRefused?: boolean;
  /** Beside the help, at the right: a counter. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Label above, help and error below: the frame of every field. Ids: `<id>-label`, `<id>-help`. */
export const FieldFrame = ({
  id,
  label,
  isRequired,
  help,
  error,
  isRefused = false,
  aside,
  children,
}: FieldFrameProps) => (
  <FormControl fullWidth error={error !== undefined || isRefused}>
    <FormLabel
      id={`${id}-label`}
      htmlFor={id}
      sx={{
        mb: 0.75,
        typography: "subtitle2",
        color: "text.primary",
        "&.Mui-focused": { color: "text.primary" },
      }}
    >
      {label}
      {isRequired ? (
        <Box component="span" aria-hidden sx={{ color: "error.main", ml: 0.5 }}>
          *
        </Box>
      ) : null}
    </FormLabel>
    {children}
    <Box sx={{ display: "flex", gap: 2, justifyContent: "space-between" }}>
      <FormHelperText id={`${id}-help`} {...(error === undefined ? {} : { role: "alert" })}>
        {error ?? help}
      </FormHelperText>
      {aside}
    </Box>
  </FormControl>
);

/** `12/1,000`, red above the limit. */
export const Counter = ({ length, max, unit = "자" }: { length: number; max: number; unit?: string }) => (
  <FormHelperText
    error={length > max}
    sx={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
    aria-label={`${max}${unit} 중 ${length}${unit}`}
  >
    {length.toLocaleString("ko-KR")}/{max.toLocaleString("ko-KR")}
  </FormHelperText>
);

export interface FormTextFieldProps<V extends FieldValues> {
  control: Control<V, unknown, V>;
  name: Path<V>;
  label: ReactNode;
  help?: ReactNode;
  /** The help warns about the typed value: until a submit it stands in the place of the error. */
  isWarned?: boolean;
  /** The help says why the typed value is refused: the field is marked as wrong. */
  isRefused?: boolean;
  isRequired?: boolean;
  /** Shows how many characters of this many are used. */
  counterMax?: number;
  /** Changes the typed value before it is kept: strips spaces, keeps digits. */
  normalize?: (value: string) => string;
  /** Called after each change, for live checks. */
  onValueChange?: (value: string) => void;
  type?: "text" | "email" | "tel" | "password" | "url" | "search" | "number" | "date";
  autoComplete?: string;
  placeholder?: string;
  disabled?: boolean;
  multiline?: boolean;
  minRows?: number;
  maxRows?: number;
  inputProps?: OutlinedInputProps["inputProps"];
  startAdornment?: ReactNode;
  endAdornment?: ReactNode;
  autoFocus?: boolean;
}

/** A text field of a form: label above, help below, the error in its place. */
export const FormTextField = <V extends FieldValues>({
  control,
  name,
  label,
  help,
  isWarned = false,
  isRefused = false,
  isRequired = false,
  counterMax,
  normalize,
  onValueChange,
  type = "text",
  inputProps,
  ...input
}: FormTextFieldProps<V>) => {
  const id = useId();
  const { field, fieldState, formState } = useController({ control, name });
  const value: unknown = field.value;
  const shown = typeof value === "string" || typeof value === "number" ? value : "";
  const error = isWarned && !formState.isSubmitted ? undefined : fieldState.error?.message;
  const handleChange = (typed: string) => {
    const next = normalize ? normalize(typed) : typed;
    field.onChange(next);
    onValueChange?.(next);
  };
  return (
    <FieldFrame
      id={id}
      label={label}
      isRequired={isRequired}
      help={help}
      error={error}
      isRefused={isRefused}
      aside={counterMax === undefined ? null : <Counter length={lengthOf(String(shown))} max={counterMax} />}
    >
      <OutlinedInput
        {...input}
        id={id}
        name={name}
        type={type}
        inputRef={field.ref}
        value={shown}
        onChange={(event) => handleChange(event.target.value)}
        onBlur={field.onBlur}
        inputProps={{ "aria-describedby": `${id}-help`, "aria-required": isRequired, ...inputProps }}
      />
    </FieldFrame>
  );
};
