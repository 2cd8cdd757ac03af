import AutoAwesomeOutlined from "@mui/icons-material/AutoAwesomeOutlined";
import type { AssistantEngine } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";

/** The kind of an answer, and how far to trust it. */
const words = {
  suggestion: {
    local: "입력한 설명과 파일의 문장, 비슷한 콘텐츠를 견주어 만든 초안이에요. 적용한 뒤 다듬어주세요.",
    openai: "AI가 만든 초안이라 사실과 다를 수 있어요. 내용을 확인한 뒤 적용해주세요.",
  },
  summary: {
    local: "파일에서 중심이 되는 문장을 그대로 골라 모았어요.",
    openai: "AI가 만든 요약이라 사실과 다를 수 있어요. 아래 근거 문장과 원문을 확인해주세요.",
  },
} as const satisfies Record<string, Record<AssistantEngine, string>>;

const labels = {
  suggestion: { local: "간이 분석", openai: "AI 제안" },
  summary: { local: "간이 분석", openai: "AI 요약" },
} as const satisfies Record<string, Record<AssistantEngine, string>>;

/** The label of an engine's answer. */
export const engineLabel = (of: keyof typeof labels, engine: AssistantEngine): string => labels[of][engine];

/** Says which engine made an answer, and how far it can be trusted. */
export const EngineLabel = ({ of, engine }: { of: keyof typeof words; engine: AssistantEngine }) => (
  <Box sx={{ display: "flex", gap: 1, alignItems: "flex-start", flexWrap: "wrap" }}>
    <Chip
      size="small"
      variant="outlined"
      color="primary"
      icon={<AutoAwesomeOutlined />}
      label={engineLabel(of, engine)}
      // Grows with the text.
      sx={{ height: "auto", minHeight: 24 }}
    />
    <Typography variant="body2" color="text.secondary" sx={{ pt: "2px", flex: "1 1 13rem" }}>
      {words[of][engine]}
    </Typography>
  </Box>
);
