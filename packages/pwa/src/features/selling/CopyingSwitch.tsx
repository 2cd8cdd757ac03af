import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import { useId } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

/** Whether buyers may select and copy text in the reader, and how little it keeps from them otherwise. */
export const CopyingSwitch = ({ form }: { form: UseFormReturn<SellingValues, unknown, SellingValues> }) => {
  const id = useId();
  return (
    <div>
      <Controller
        control={form.control}
        name="allowsCopying"
        render={({ field: { value, onChange, onBlur, ref, name } }) => (
          <FormControlLabel
            control={
              <Switch
                checked={value ?? true}
                onChange={(_, isOn) => onChange(isOn)}
                onBlur={onBlur}
                name={name}
                slotProps={{ input: { ref, "aria-describedby": id } }}
              />
            }
            label="읽는 화면에서 글을 선택하고 복사할 수 있어요"
          />
        )}
      />
      <FormHelperText id={id} sx={{ mx: 0 }}>
        끄면 앱의 읽는 화면에서만 막아요. 구매자는 파일을 그대로 다운로드할 수 있어서 복사를 완전히 막지는
        못해요.
      </FormHelperText>
    </div>
  );
};
