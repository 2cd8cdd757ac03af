import { categoryLabel, formatBuyerPrice, formatWon, type Suggestion } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { Reveal } from "@knowhow/ui/components/Reveal.tsx";
import { priceOf } from "@knowhow/ui/device/drafts/priceRules.ts";
import { CopiedNotice, ProposedDescription } from "./CopiedNotice.tsx";
import { Comparables } from "./Comparables.tsx";
import { EngineLabel } from "./EngineLabel.tsx";
import { SuggestionField } from "./SuggestionField.tsx";
import { TroubleNotice } from "./SuggestionInputStep.tsx";
import type { AssistantTrouble } from "./troubles.ts";
import { valuesOf, type Applying, type SuggestedField } from "./useApplying.ts";

/** The labels of the fields. */
export const fieldLabels = {
  title: "제목",
  description: "설명",
  category: "카테고리",
  price: "판매가",
} as const satisfies Record<SuggestedField, string>;

const OwnValue = ({ text }: { text: string }) => (
  <Typography
    color="text.secondary"
    sx={{
      whiteSpace: "pre-wrap",
      overflowWrap: "anywhere",
      display: "-webkit-box",
      WebkitBoxOrient: "vertical",
      WebkitLineClamp: 4,
      overflow: "hidden",
    }}
  >
    {text}
  </Typography>
);

const ownText = (field: SuggestedField, value: unknown): string => {
  if (field === "category") return categoryLabel(String(value));
  if (field !== "price") return String(value);
  const price = priceOf(value);
  return price === undefined ? String(value) : price === 0 ? "무료" : formatWon(price);
};

const Price = ({ suggestion: { suggestedPrice, reason, comparables } }: { suggestion: Suggestion }) => (
  <>
    <Box sx={{ display: "flex", alignItems: "baseline", gap: 1, flexWrap: "wrap" }}>
      <Typography variant="h3" component="p" sx={{ fontVariantNumeric: "tabular-nums" }}>
        {suggestedPrice === 0 ? "무료" : formatWon(suggestedPrice)}
      </Typography>
      {suggestedPrice === 0 ? null : (
        <Typography variant="body2" color="text.secondary">
          구매자 결제액 {formatBuyerPrice(suggestedPrice)} (수수료 포함)
        </Typography>
      )}
    </Box>
    {reason ? <Typography>{reason}</Typography> : null}
    <Comparables comparables={comparables ?? []} />
  </>
);

const bodies: Record<SuggestedField, (suggestion: Suggestion) => ReactNode> = {
  title: ({ title }) => <Typography variant="subtitle1">{title}</Typography>,
  description: ({ description, copied = [] }) => (
    <>
      <ProposedDescription text={description} copied={copied} />
      <CopiedNotice copied={copied} />
    </>
  ),
  category: ({ category }) => (
    <div>
      <CategoryBadge category={category} />
    </div>
  ),
  price: (suggestion) => <Price suggestion={suggestion} />,
};

const order = ["title", "category", "price", "description"] as const satisfies readonly SuggestedField[];

/** Shown when a suggestion is asked for again with unchanged input. */
export const sameAgain = "같은 내용으로는 같은 제안이 나와요. 설명을 더 적어보세요.";

interface SuggestionResultProps {
  suggestion: Suggestion;
  applying: Applying;
  /** The input that it was made from. */
  from: string;
  trouble: AssistantTrouble | undefined;
  /** How often it was asked for again with unchanged input. */
  repeats: number;
  /** Called with the words for a finished action. */
  onDone: (said: string) => void;
  onRevise: () => void;
}

/** Third step: the suggestion, field by field, each beside the form's own value. */
export const SuggestionResult = (props: SuggestionResultProps) => {
  const { suggestion, applying, from, trouble, repeats, onDone, onRevise } = props;
  const suggested = valuesOf(suggestion);
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1.5 }}>
      <TroubleNotice trouble={trouble} />
      {repeats > 0 ? (
        <Reveal cause={repeats}>
          <Alert severity="info" role="note">
            {sameAgain}
          </Alert>
        </Reveal>
      ) : null}
      <Reveal cause={suggestion} isQuiet={trouble !== undefined || repeats > 0}>
        <EngineLabel of="suggestion" engine={suggestion.engine} />
      </Reveal>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography variant="body2" color="text.secondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
          내 설명: {from}
        </Typography>
        <Button size="small" onClick={onRevise}>
          설명 고치기
        </Button>
      </Box>
      {order.map((field) => {
        const label = fieldLabels[field];
        return (
          <SuggestionField
            key={field}
            label={label}
            state={applying.stateOf(field, suggested)}
            own={<OwnValue text={ownText(field, applying.valueOf(field))} />}
            onApply={() => {
              applying.apply([field], suggested);
              onDone(`${label}: 제안을 적용했습니다.`);
            }}
            onUndo={() => {
              applying.undoField(field);
              onDone(`${label}: 되돌렸습니다.`);
            }}
          >
            {bodies[field](suggestion)}
          </SuggestionField>
        );
      })}
    </Box>
  );
};
