import CloseRounded from "@mui/icons-material/CloseRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput, { type OutlinedInputProps } from "@mui/material/OutlinedInput";
import type { Theme } from "@mui/material/styles";
import type { SystemStyleObject } from "@mui/system";
import { useRef, useState, type ReactNode, type RefObject } from "react";

/** The text that is typed into a search box; it follows the search where that is changed elsewhere. */
export const useSearchText = (search: string) => {
  const [text, setText] = useState(search);
  const [last, setLast] = useState(search);
  if (last !== search) {
    setLast(search);
    setText(search);
  }
  return [text, setText] as const;
};

interface SearchFieldProps extends Pick<
  OutlinedInputProps,
  "name" | "placeholder" | "onFocus" | "onBlur" | "inputProps"
> {
  label: string;
  text: string;
  onType: (text: string) => void;
  onClear: () => void;
  input?: RefObject<HTMLInputElement | null>;
  sx?: SystemStyleObject<Theme>;
  /** Stands at the end, behind the button that clears. */
  button?: ReactNode;
}

/** The box that a search is typed into, cleared in one press. */
export const SearchField = ({
  label,
  text,
  onType,
  onClear,
  input,
  inputProps,
  button,
  sx = {},
  ...rest
}: SearchFieldProps) => {
  const ownInput = useRef<HTMLInputElement>(null);
  const inputRef = input ?? ownInput;
  return (
    <OutlinedInput
      {...rest}
      fullWidth
      size="small"
      value={text}
      onChange={(event) => onType(event.target.value)}
      inputRef={inputRef}
      inputProps={{ "aria-label": label, enterKeyHint: "search", maxLength: 100, ...inputProps }}
      startAdornment={
        <InputAdornment position="start">
          <SearchRounded aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        text === "" && !button ? null : (
          <InputAdornment position="end">
            {text === "" ? null : (
              <IconButton
                aria-label="검색어 지우기"
                onClick={() => {
                  onClear();
                  inputRef.current?.focus();
                }}
              >
                <CloseRounded fontSize="small" />
              </IconButton>
            )}
            {button}
          </InputAdornment>
        )
      }
      sx={{ borderRadius: 999, minHeight: 48, ...sx }}
    />
  );
};
