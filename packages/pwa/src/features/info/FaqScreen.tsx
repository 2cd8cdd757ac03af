import ExpandMoreRounded from "@mui/icons-material/ExpandMoreRounded";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import MuiLink from "@mui/material/Link";
import OutlinedInput from "@mui/material/OutlinedInput";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { findQuestions, type Question } from "./faq.ts";
import { useAnchor } from "@knowhow/ui/components/useAnchor.ts";

interface EntryProps {
  entry: Question;
  isOpen: boolean;
  onToggle: () => void;
}

const Entry = ({ entry: { id, question, answer, links = [] }, isOpen, onToggle }: EntryProps) => (
  <Accordion
    id={id}
    expanded={isOpen}
    onChange={onToggle}
    disableGutters
    elevation={0}
    sx={{
      bgcolor: "transparent",
      scrollMarginTop: "6rem",
      "&::before": { display: "none" },
      "&:not(:last-of-type)": { borderBottom: "1px solid", borderColor: "divider" },
    }}
  >
    <AccordionSummary
      expandIcon={<ExpandMoreRounded />}
      id={`${id}-question`}
      aria-controls={`${id}-answer`}
      sx={{ minHeight: 56, px: { xs: 2, md: 3 } }}
    >
      <Typography component="span" variant="subtitle1">
        {question}
      </Typography>
    </AccordionSummary>
    <AccordionDetails sx={{ px: { xs: 2, md: 3 }, pt: 0, pb: 2.5, display: "grid", gap: 1 }}>
      {answer.map((paragraph) => (
        <Typography key={paragraph} color="textSecondary">
          {paragraph}
        </Typography>
      ))}
      {links.length > 0 ? (
        <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2.5 }}>
          {links.map(({ to, label }) => (
            <MuiLink key={to} component={Link} to={to} sx={{ py: 0.75 }}>
              {label}
            </MuiLink>
          ))}
        </Box>
      ) : null}
    </AccordionDetails>
  </Accordion>
);

const SearchField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <OutlinedInput
    type="search"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    placeholder="궁금한 것을 검색해보세요"
    inputProps={{ "aria-label": "자주 묻는 질문 검색", enterKeyHint: "search" }}
    startAdornment={
      <InputAdornment position="start">
        <SearchRounded />
      </InputAdornment>
    }
    fullWidth
  />
);

const Groups = ({ groups }: { groups: ReturnType<typeof findQuestions> }) => {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isNamed = (id: string) => hash === `#${id}`;
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const handleToggle = (id: string, isOpen: boolean) => {
    setToggled((before) => ({ ...before, [id]: !isOpen }));
    // The address follows the open question, so that it can be shared.
    void navigate({ hash: isOpen ? "" : id }, { replace: true, preventScrollReset: true });
  };
  return groups.map(({ id: group, title, questions }) => (
    <Box
      key={group}
      component="section"
      id={group}
      aria-labelledby={`${group}-title`}
      sx={{ display: "grid", gap: 1, scrollMarginTop: "6rem" }}
    >
      <Typography id={`${group}-title`} variant="h3" component="h2">
        {title}
      </Typography>
      <Box
        sx={{
          border: "1px solid",
          borderColor: "divider",
          borderRadius: "12px",
          bgcolor: "background.paper",
        }}
      >
        {questions.map((entry) => {
          const isOpen = toggled[entry.id] ?? isNamed(entry.id);
          return (
            <Entry
              key={entry.id}
              entry={entry}
              isOpen={isOpen}
              onToggle={() => handleToggle(entry.id, isOpen)}
            />
          );
        })}
      </Box>
    </Box>
  ));
};

/** /faq: questions in four groups, each with an address, searched while typing. */
export const FaqScreen = () => {
  useAnchor();
  const [query, setQuery] = useState("");
  const groups = findQuestions(query);
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <Box sx={{ display: "grid", gap: 3, maxWidth: "48rem", mx: "auto" }}>
      <PageTitle
        title="자주 묻는 질문"
        description="결제, 업로드·판매, 계정, 기술에 대해 많이 물어보신 것을 모았어요."
      />
      <SearchField value={query} onChange={setQuery} />
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: -2 }}>
        {query.trim() === "" ? "" : `질문 ${count}개를 찾았어요.`}
      </Typography>
      {count === 0 ? (
        <EmptyState
          icon={SearchOffRounded}
          title="찾는 질문이 없어요"
          description="다른 말로 검색하거나 직접 문의해주세요."
          action={
            <Button variant="outlined" onClick={() => setQuery("")}>
              검색어 지우기
            </Button>
          }
        />
      ) : (
        <Groups groups={groups} />
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography sx={{ mr: 1 }}>원하는 답을 찾지 못하셨나요?</Typography>
        <Button component={Link} to="/user-admin-chats" variant="contained">
          1:1 문의하기
        </Button>
        <Button component={Link} to="/support" variant="outlined">
          고객센터
        </Button>
      </Box>
    </Box>
  );
};
