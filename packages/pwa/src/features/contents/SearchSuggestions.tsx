import CategoryRounded from "@mui/icons-material/CategoryRounded";
import DescriptionRounded from "@mui/icons-material/DescriptionRounded";
import HistoryRounded from "@mui/icons-material/HistoryRounded";
import PersonRounded from "@mui/icons-material/PersonRounded";
import type { SearchSuggestion } from "@knowhow/shared";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import Paper from "@mui/material/Paper";
import { useEffect, useState, type RefObject } from "react";
import { useNavigate } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { forgetSearches, readSearches } from "@knowhow/ui/client/keptSearches.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";

/** Suggestions are asked for once typing has paused this long. */
const pauseMs = 200;

/** The list of a combobox, as its input names it. */
export interface ShownList {
  id: string;
  activeId: string | undefined;
}

export interface SearchSuggestionsProps {
  text: string;
  input: RefObject<HTMLInputElement | null>;
  onSearch: (search: string) => void;
  onClose: () => void;
  /** Called with the shown list, so that the input can name it. */
  onShow: (list: ShownList | undefined) => void;
}

const listId = "market-suggestions";
const optionId = (index: number): string => `${listId}-${index}`;

const looks: Readonly<Record<SearchSuggestion["kind"] | "recent", { icon: SvgIconComponent; word: string }>> =
  {
    title: { icon: DescriptionRounded, word: "콘텐츠" },
    mentor: { icon: PersonRounded, word: "멘토" },
    category: { icon: CategoryRounded, word: "카테고리" },
    recent: { icon: HistoryRounded, word: "최근 검색" },
  };

interface Option {
  kind: SearchSuggestion["kind"] | "recent";
  text: string;
  id?: string | undefined;
}

/** The text once it has not changed for a moment. */
const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
};

/** Suggestions while a search is typed; before that, the last searches of this device. */
export const SearchSuggestions = ({ text, input, onSearch, onClose, onShow }: SearchSuggestionsProps) => {
  const navigate = useNavigate();
  const { user } = useMe();
  const paused = usePaused(text.trim());
  const [recent, setRecent] = useState(() => readSearches(user?.id));
  const { data } = useEndpoint(
    client.search.suggestions,
    { query: { q: paused } },
    { enabled: paused !== "" },
  );
  const isTyping = text.trim() !== "";
  const options: Option[] = isTyping
    ? (data?.suggestions ?? [])
    : recent.map((search) => ({ kind: "recent", text: search }));
  const [active, setActive] = useState<{ index: number; text: string }>();
  // The active option belongs to the text that it was chosen under.
  const index = active?.text === text && active.index < options.length ? active.index : undefined;
  const isShown = options.length > 0;
  useEffect(() => {
    onShow(isShown ? { id: listId, activeId: index === undefined ? undefined : optionId(index) } : undefined);
    return () => onShow(undefined);
  }, [onShow, isShown, index]);

  const choose = ({ kind, text: chosen, id }: Option) => {
    onClose();
    if (kind === "title" && id !== undefined) void navigate(`/content/${id}`);
    else if (kind === "category" && id !== undefined) void navigate(`/market?category=${id}`);
    else onSearch(chosen);
  };
  useEffect(() => {
    const box = input.current;
    const handleKey = (event: KeyboardEvent) => {
      // Keys of a syllable that is being composed are its own.
      if (event.isComposing || options.length === 0) return;
      if (event.key === "Escape") onClose();
      else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const step = event.key === "ArrowDown" ? 1 : -1;
        const from = index ?? (step === 1 ? -1 : options.length);
        setActive({ index: (from + step + options.length) % options.length, text });
      } else if (event.key === "Enter" && index !== undefined && options[index]) choose(options[index]);
      else return;
      event.preventDefault();
    };
    box?.addEventListener("keydown", handleKey);
    return () => box?.removeEventListener("keydown", handleKey);
  });

  if (!isShown) return null;
  return (
    <Paper
      elevation={8}
      // The box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      sx={{ position: "absolute", insetInline: 0, top: "100%", mt: 0.5, zIndex: 2, overflow: "hidden" }}
    >
      <MenuList id={listId} role="listbox" aria-label={isTyping ? "추천 검색어" : "최근 검색어"} dense>
        {options.map((option, at) => {
          const { icon: Icon, word } = looks[option.kind];
          return (
            <MenuItem
              key={`${option.kind} ${option.id ?? option.text}`}
              id={optionId(at)}
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              selected={at === index}
              onClick={() => choose(option)}
              sx={{ gap: 1.5, minHeight: 44 }}
            >
              <Icon aria-hidden fontSize="small" sx={{ color: "text.secondary" }} />
              <Box component="span" sx={{ flex: 1, overflow: "hidden", textOverflow: "ellipsis" }}>
                {option.text}
              </Box>
              <Box component="span" sx={{ typography: "caption", color: "text.secondary" }}>
                {word}
              </Box>
            </MenuItem>
          );
        })}
      </MenuList>
      {isTyping ? null : (
        <Button
          color="inherit"
          fullWidth
          onClick={() => {
            forgetSearches(user?.id);
            setRecent([]);
          }}
        >
          최근 검색어 지우기
        </Button>
      )}
    </Paper>
  );
};
