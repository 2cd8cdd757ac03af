import SendRounded from "@mui/icons-material/SendRounded";
import { lengthOf, textLimits } from "@knowhow/shared";
import { messageField } from "@knowhow/shared/schemas.ts";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { Counter } from "../../forms/FormTextField.tsx";
import { useEnterSends } from "./useEnterSends.ts";

/** Number of characters from which the counter is shown. */
const countFrom = textLimits.message - 200;

interface ComposerProps {
  /** The text in the box when the room was left; known a moment later where the device has to be read. */
  keptText: string;
  onTextChange: (text: string) => void;
  onSend: (text: string) => void;
  /** Texts that are often written here: inserted at the cursor by a press, or by Alt and their number. */
  phrases?: readonly { label: string; text: string }[];
}

const Phrases = ({
  phrases,
  onChoose,
}: {
  phrases: readonly { label: string; text: string }[];
  onChoose: (text: string) => void;
}) => (
  <Box role="group" aria-label="빠른 답변" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75, mb: 1 }}>
    {phrases.map(({ label, text }, at) => (
      <Chip
        key={label}
        size="small"
        variant="outlined"
        label={label}
        title={`Alt+${at + 1}`}
        onClick={() => onChoose(text)}
        // The cursor stays where it is.
        onMouseDown={(event) => event.preventDefault()}
      />
    ))}
  </Box>
);

/** The phrase of a key press, by the place of its number on the keyboard. */
const phraseOf = (
  { altKey, code, nativeEvent }: KeyboardEvent,
  phrases: readonly { text: string }[],
): string | undefined => {
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  if (!altKey || digit === undefined || nativeEvent.isComposing) return undefined;
  return phrases[Number(digit) - 1]?.text;
};

const noPhrases: readonly { label: string; text: string }[] = [];

/** The box for writing a message; it can be used while another message is on its way. */
export const Composer = ({ keptText, onTextChange, onSend, phrases = noPhrases }: ComposerProps) => {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(keptText);
  const [seen, setSeen] = useState(keptText);
  if (keptText !== seen) {
    setSeen(keptText);
    if (text === "") setText(keptText);
  }
  useLayoutEffect(() => {
    // The cursor goes behind the kept text, unless the person is writing already.
    if (document.activeElement !== box.current) box.current?.setSelectionRange(seen.length, seen.length);
  }, [seen]);
  const length = lengthOf(text);
  const isTooLong = length > textLimits.message;
  const change = (next: string) => {
    setText(next);
    onTextChange(next);
  };
  const insert = (phrase: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = box.current ?? {};
    change(text.slice(0, selectionStart) + phrase + text.slice(selectionEnd));
    const behind = selectionStart + phrase.length;
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(behind, behind);
    });
  };
  const { handlers, send } = useEnterSends(box, () => {
    // The box's own text, not the last drawn one: an input method may have just committed.
    const typed = box.current?.value ?? "";
    if (!messageField.isValidSync(typed)) return;
    // Kept as a message before the text is dropped: a page that ends in between has it twice, never not at all.
    onSend(messageField.cast(typed));
    change("");
  });
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      sx={{
        px: 1.5,
        pt: 1,
        pb: { xs: 1, md: 1.5 },
        borderTop: "1px solid",
        borderColor: "divider",
        bgcolor: "background.paper",
      }}
    >
      {phrases.length === 0 ? null : <Phrases phrases={phrases} onChoose={insert} />}
      <Box sx={{ display: "flex", alignItems: "flex-end", gap: 1 }}>
        <OutlinedInput
          {...handlers}
          onKeyDown={(event) => {
            const phrase = phraseOf(event, phrases);
            if (phrase === undefined) {
              handlers.onKeyDown(event);
              return;
            }
            event.preventDefault();
            insert(phrase);
          }}
          inputRef={box}
          value={text}
          onChange={(event) => change(event.target.value)}
          error={isTooLong}
          multiline
          maxRows={5}
          fullWidth
          placeholder="메시지를 입력해주세요"
          inputProps={{
            "aria-label": "메시지",
            "aria-describedby": `${id}-help`,
            enterKeyHint: "send",
            autoComplete: "off",
          }}
          sx={{ py: "11px", px: 1.75, lineHeight: 1.45 }}
        />
        <IconButton
          type="submit"
          aria-label="보내기"
          // The box keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          sx={{
            width: 48,
            height: 48,
            flexShrink: 0,
            bgcolor: "primary.main",
            color: "primary.contrastText",
            "&:hover": { bgcolor: "primary.dark" },
          }}
        >
          <SendRounded />
        </IconButton>
      </Box>
      <Box id={`${id}-help`} sx={{ display: "flex", justifyContent: "space-between", gap: 2 }}>
        {isTooLong ? (
          <FormHelperText error role="alert">
            {`메시지는 ${textLimits.message.toLocaleString("ko-KR")}자 이하여야 합니다.`}
          </FormHelperText>
        ) : null}
        {length > countFrom ? (
          <Box sx={{ ml: "auto" }}>
            <Counter length={length} max={textLimits.message} />
          </Box>
        ) : null}
      </Box>
    </Box>
  );
};
