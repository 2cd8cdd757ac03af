import MenuItem from "@mui/material/MenuItem";
import OutlinedInput from "@mui/material/OutlinedInput";
import NativeSelect from "@mui/material/NativeSelect";
import Select from "@mui/material/Select";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId, type ReactNode } from "react";
import { useController, type Control, type FieldValues, type Path } from "react-hook-form";
import { FieldFrame } from "./FormTextField.tsx";

interface FormSelectProps<V extends FieldValues> {
  control: Control<V, unknown, V>;
  name: Path<V>;
  label: ReactNode;
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  placeholder: string;
  help?: ReactNode;
  isRequired?: boolean;
  disabled?: boolean;
  onValueChange?: (value: string) => void;
}

/** A choice of one; on touch screens the system's own list. */
export const FormSelect = <V extends FieldValues>({
  control,
  name,
  label,
  options,
  placeholder,
  help,
  isRequired = false,
  disabled = false,
  onValueChange,
}: FormSelectProps<V>) => {
  const id = useId();
  const isTouch = useMediaQuery("(pointer: coarse)");
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  const handleChange = (next: string) => {
    field.onChange(next);
    onValueChange?.(next);
  };
  const chosen = typeof value === "string" ? value : "";
  const shared = {
    value: chosen,
    onBlur: field.onBlur,
    name,
    disabled,
    inputRef: field.ref,
    input: <OutlinedInput />,
    // A hint looks like a hint, as in the fields beside it; the choices below it do not.
    sx: chosen === "" ? { color: "text.secondary", "& option": { color: "text.primary" } } : null,
  };
  return (
    <FieldFrame id={id} label={label} isRequired={isRequired} help={help} error={fieldState.error?.message}>
      {isTouch ? (
        <NativeSelect
          {...shared}
          onChange={(event) => handleChange(event.target.value)}
          inputProps={{ id, "aria-describedby": `${id}-help`, "aria-required": isRequired }}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      ) : (
        <Select
          {...shared}
          displayEmpty
          labelId={`${id}-label`}
          onChange={(event) => handleChange(event.target.value)}
          SelectDisplayProps={{ id, "aria-describedby": `${id}-help`, "aria-required": isRequired }}
        >
          <MenuItem value="">{placeholder}</MenuItem>
          {options.map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {option.label}
            </MenuItem>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
};
