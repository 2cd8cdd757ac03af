import VisibilityOffRounded from "@mui/icons-material/VisibilityOffRounded";
import VisibilityRounded from "@mui/icons-material/VisibilityRounded";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { FormTextField, type FormTextFieldProps } from "./FormTextField.tsx";

type PasswordFieldProps<V extends FieldValues> = Omit<
  FormTextFieldProps<V>,
  "type" | "endAdornment" | "multiline"
> & {
  autoComplete: "current-password" | "new-password";
};

/** A password that can be made visible while it is typed. */
export const PasswordField = <V extends FieldValues>(props: PasswordFieldProps<V>) => {
  const [isVisible, setIsVisible] = useState(false);
  // Two of these may stand in one form: each is named after its field.
  const name = typeof props.label === "string" ? props.label : "비밀번호";
  return (
    <FormTextField
      {...props}
      type={isVisible ? "text" : "password"}
      inputProps={{ autoCapitalize: "none", spellCheck: false, ...props.inputProps }}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={`${name} ${isVisible ? "숨기기" : "보기"}`}
            aria-pressed={isVisible}
            onClick={() => setIsVisible((before) => !before)}
          >
            {isVisible ? <VisibilityOffRounded /> : <VisibilityRounded />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
};
