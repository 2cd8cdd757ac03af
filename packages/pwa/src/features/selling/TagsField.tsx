import CloseRounded from "@mui/icons-material/CloseRounded";
import { lengthOf, maxTags, tagKey, textLimits, tidyTag } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useController, type FieldError, type UseFormReturn } from "react-hook-form";
import { useFocusAfterRemoval } from "@knowhow/ui/components/useFocusAfterRemoval.ts";
import { hiddenText } from "@knowhow/ui/features/accounts/hiddenText.ts";
import { Counter, FieldFrame } from "@knowhow/ui/forms/FormTextField.tsx";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

const separator = /[,，\n]/u;

/** Why a text can not be one more tag; nothing of one that is there already. */
const troubleOf = (tags: readonly string[], tag: string): string | undefined => {
  if (lengthOf(tag) > textLimits.tag) return `태그는 ${textLimits.tag}자 이하여야 합니다.`;
  return tags.length >= maxTags ? `태그는 최대 ${maxTags}개까지 등록할 수 있습니다.` : undefined;
};

/** The words of an error about the tags, or about one of them. */
const refusalIn = (error: FieldError | undefined): string | undefined =>
  // Of a list the library keeps the errors of its entries in the place of one.
  [error, ...(Array.isArray(error) ? (error as (FieldError | undefined)[]) : [])].find((one) => one?.message)
    ?.message;

const isAmong = (tags: readonly string[], tag: string): boolean =>
  tags.some((one) => tagKey(one) === tagKey(tag));

/** Whether the key belongs to a text that is being composed; Safari says so by the code alone. */
const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else says so in every browser
  nativeEvent.isComposing || nativeEvent.keyCode === 229;

/** Tags as chips, each added by Enter, a comma or leaving the field; a typed one is in the form at once, and kept with it. */
export const TagsField = ({ form }: { form: UseFormReturn<SellingValues, unknown, SellingValues> }) => {
  const id = useId();
  const { field, fieldState } = useController({ control: form.control, name: "tags" });
  const [typed, setTyped] = useState("");
  /** The tag of the form's that is being typed. */
  const [pending, setPending] = useState<string>();
  const [said, setSaid] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useFocusAfterRemoval(list, input);
  const value = field.value ?? [];
  const tags = value.filter((tag) => tag !== pending);
  const last = tidyTag(typed);
  const trouble = last === "" || isAmong(tags, last) ? undefined : troubleOf(tags, last);
  const error = trouble ?? refusalIn(fieldState.error);

  const write = (next: readonly string[]) => {
    if (JSON.stringify(next) !== JSON.stringify(value)) field.onChange([...next]);
  };
  /** Adds texts one after another; one that can not be a tag is typed on. */
  const add = (texts: readonly string[], rest: string) => {
    const next = [...tags];
    const refused: string[] = [];
    for (const text of texts) {
      const tag = tidyTag(text);
      if (tag === "" || isAmong(next, tag)) continue;
      if (troubleOf(next, tag) === undefined) next.push(tag);
      else refused.push(tag);
    }
    const added = next.slice(tags.length);
    if (added.length > 0) setSaid(`${added.join(", ")} 태그를 추가했어요.`);
    follow(next, [...refused, ...(rest === "" && refused.length > 0 ? [] : [rest])].join(", "));
  };
  const follow = (others: readonly string[], text: string) => {
    const tag = tidyTag(text);
    const isTag = tag !== "" && !isAmong(others, tag) && troubleOf(others, tag) === undefined;
    setTyped(text);
    setPending(isTag ? tag : undefined);
    write(isTag ? [...others, tag] : others);
  };
  const handleText = (text: string, isUnfinished: boolean) => {
    const parts = text.split(separator);
    if (isUnfinished || parts.length === 1) follow(tags, text);
    else add(parts.slice(0, -1), parts.at(-1) ?? "");
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Enter") {
      // The form is sent from elsewhere.
      event.preventDefault();
      add(typed.split(separator), "");
    } else if (event.key === "Backspace" && typed === "" && tags.length > 0) {
      remove(tags.at(-1) ?? "");
    }
  };
  const remove = (tag: string) => {
    setSaid(`${tag} 태그를 삭제했어요.`);
    write(value.filter((one) => one !== tag));
  };
  return (
    <FieldFrame
      id={id}
      label="태그"
      help="검색에 쓰여요. Enter나 쉼표로 나눠 입력하고, 태그를 누르면 지워져요."
      error={error}
      aside={<Counter length={value.length} max={maxTags} unit="개" />}
    >
      {tags.length === 0 ? null : (
        <Box
          component="ul"
          ref={list}
          aria-label="입력한 태그"
          sx={{ display: "flex", flexWrap: "wrap", gap: 1, m: 0, mb: 1, p: 0, listStyle: "none" }}
        >
          {tags.map((tag) => (
            <Box component="li" key={tag} sx={{ minWidth: 0 }}>
              <Chip
                component="button"
                type="button"
                variant="outlined"
                aria-label={`${tag} 태그 삭제`}
                onClick={() => remove(tag)}
                label={
                  <Box component="span" sx={{ display: "inline-flex", alignItems: "center", gap: 0.5 }}>
                    {tag}
                    <CloseRounded aria-hidden sx={{ fontSize: "1.1em" }} />
                  </Box>
                }
                sx={{ minHeight: 44, maxWidth: "100%" }}
              />
            </Box>
          ))}
        </Box>
      )}
      <OutlinedInput
        id={id}
        name={field.name}
        inputRef={(element: HTMLInputElement | null) => {
          input.current = element;
          field.ref(element);
        }}
        value={typed}
        onChange={({ target, nativeEvent }) =>
          handleText(target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
        }
        onKeyDown={handleKey}
        onBlur={() => {
          add(typed.split(separator), "");
          field.onBlur();
        }}
        placeholder={tags.length === 0 ? "예: 주식 초보, 재테크" : ""}
        inputProps={{
          "aria-describedby": `${id}-help`,
          autoComplete: "off",
          enterKeyHint: "enter",
          onCompositionEnd: () => handleText(input.current?.value ?? "", false),
        }}
      />
      <Box component="span" role="status" sx={hiddenText}>
        {said}
      </Box>
    </FieldFrame>
  );
};
