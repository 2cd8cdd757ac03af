import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import type { Ref } from "react";
import { Section } from "./OrderSummary.tsx";
import { refundRules } from "./refundRules.ts";

interface ConsentProps {
  isGiven: boolean;
  /** The buyer tried to pay without the consent. */
  isMissing: boolean;
  onChange: (isGiven: boolean) => void;
  inputRef: Ref<HTMLInputElement>;
}

const helpId = "consent-help";

/** The consent that the law requires before digital content is paid for, and the parties of the sale. */
export const Consent = ({ isGiven, isMissing, onChange, inputRef }: ConsentProps) => (
  <Section title="환불 안내 및 동의">
    <Box component="ul" sx={{ m: 0, mb: 1.5, pl: 2.5, typography: "body1", color: "text.secondary" }}>
      <li>{refundRules.unopened}</li>
      <li>{refundRules.opened}</li>
      <li>{refundRules.opening} 구매 전에 미리 읽기와 미리보기, 설명을 확인해주세요.</li>
      <li>{refundRules.whole}</li>
    </Box>
    <FormControlLabel
      sx={{ alignItems: "flex-start", mr: 0 }}
      control={
        <Checkbox
          checked={isGiven}
          onChange={(event) => onChange(event.target.checked)}
          sx={{ mt: -1 }}
          slotProps={{
            input: {
              ref: inputRef,
              "aria-required": true,
              "aria-invalid": isMissing,
              "aria-describedby": helpId,
            },
          }}
        />
      }
      label={
        <Typography component="span" variant="subtitle2">
          [필수] 다운로드·열람 시 청약철회가 제한됨에 동의합니다
        </Typography>
      }
    />
    <FormHelperText id={helpId} error={isMissing} role={isMissing ? "alert" : undefined}>
      {isMissing ? "결제하려면 청약철회 제한에 동의해주세요." : null}
    </FormHelperText>
    <Typography variant="body2" color="text.secondary" sx={{ mt: 1.5 }}>
      노하우는 통신판매중개자이며 통신판매의 당사자가 아닙니다. 상품·거래정보 및 거래에 대한 책임은 판매자인
      멘토에게 있습니다. 자세한 내용은{" "}
      <Link href="/terms" target="_blank" rel="noreferrer">
        이용약관
      </Link>
      을 확인해주세요.
    </Typography>
  </Section>
);
