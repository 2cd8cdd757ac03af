import { categories, textLimits, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { FormSelect } from "@knowhow/ui/forms/FormSelect.tsx";
import { FieldFrame, FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { DescriptionPreview } from "./DescriptionPreview.tsx";
import { FormSection } from "./FormSection.tsx";
import { TagsField } from "./TagsField.tsx";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

interface BasicsSectionProps {
  form: UseFormReturn<SellingValues, unknown, SellingValues>;
  user: CurrentUser;
}

const options = categories.map(({ code, label }) => ({ value: code, label }));

/** The basics of the content: title, seller, category. */
export const BasicsSection = ({ form, user }: BasicsSectionProps) => {
  const id = useId();
  const { control } = form;
  return (
    <FormSection title="기본 정보">
      <FormTextField
        control={control}
        name="title"
        label="제목"
        isRequired
        counterMax={textLimits.title}
        placeholder="무엇을 얻을 수 있는지 알려주세요"
      />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
        }}
      >
        <FieldFrame id={id} label="멘토 닉네임" help="닉네임은 내 정보에서 바꿀 수 있어요.">
          <OutlinedInput
            id={id}
            value={user.nickname}
            disabled
            inputProps={{ "aria-describedby": `${id}-help` }}
          />
        </FieldFrame>
        <FormSelect
          control={control}
          name="category"
          label="카테고리"
          isRequired
          options={options}
          placeholder="카테고리를 골라주세요"
        />
      </Box>
    </FormSection>
  );
};

/** The description of the content, how buyers will see it, and its tags. */
export const DescriptionSection = ({ form }: Pick<BasicsSectionProps, "form">) => (
  <FormSection title="콘텐츠 소개">
    <FormTextField
      control={form.control}
      name="description"
      label="설명"
      isRequired
      multiline
      minRows={6}
      maxRows={18}
      counterMax={textLimits.description}
      placeholder="어떤 내용인지, 누구에게 도움이 되는지, 무엇이 들어 있는지 알려주세요"
      help="**굵게**, # 제목, - 목록, [글](https://주소)를 쓸 수 있어요."
    />
    <DescriptionPreview control={form.control} />
    <TagsField form={form} />
  </FormSection>
);
