import ArrowDownwardRounded from "@mui/icons-material/ArrowDownwardRounded";
import ArrowUpwardRounded from "@mui/icons-material/ArrowUpwardRounded";
import CloseRounded from "@mui/icons-material/CloseRounded";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import UploadFileRounded from "@mui/icons-material/UploadFileRounded";
import { textLimits, uploadsPath } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { DropZone } from "@knowhow/ui/components/DropZone.tsx";
import { acceptOf, extensionsOf, limitText, nounOf } from "@knowhow/ui/device/drafts/fileRules.ts";
import { CopyingSwitch } from "./CopyingSwitch.tsx";
import { FormSection } from "./FormSection.tsx";
import { RefusalNotice } from "./RefusalNotice.tsx";
import { SectionProblem, type Later } from "./SectionProblem.tsx";
import { priceOf } from "@knowhow/ui/device/drafts/priceRules.ts";
import type { FilesProblem, SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { UnkeptNotice } from "./UnkeptNotice.tsx";
import { isUnderWay, type UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";
import type { FormFiles } from "./formFiles.ts";
import { statusIdOf, UploadStatus } from "../drafts/UploadStatus.tsx";
import { isReadable } from "../reading/readable.ts";
import { SoldTrialButton } from "../trials/SoldTrialButton.tsx";
import { UploadTrialLine } from "../trials/UploadTrialLine.tsx";
import { useDroppedTrial } from "./useDroppedTrial.ts";
import { useRowFocus, type RowFocus } from "./useRowFocus.ts";
import type { ShownFiles } from "./useDraftForm.ts";

interface FileRowProps {
  list: FormFiles;
  item: UploadItem;
  position: number;
  count: number;
  focus: RowFocus;
  /** What the content would cost; undefined of a file that is on sale, whose trial is chosen otherwise. */
  price: number | undefined;
}

const FileRow = ({ list, item, position, count, focus, price }: FileRowProps) => (
  <Box
    component="li"
    ref={focus.refOf(item.key, "row")}
    tabIndex={-1}
    sx={{
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      columnGap: 1.5,
      p: 1.5,
      "& + &": { borderTop: "1px solid", borderColor: "divider" },
    }}
  >
    <DescriptionOutlined aria-hidden sx={{ color: "text.secondary" }} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ display: "flex", columnGap: 1, alignItems: "center", flexWrap: "wrap" }}>
        {position === 0 ? <Chip size="small" color="primary" label="대표" /> : null}
        <Typography variant="subtitle2" component="span" sx={{ overflowWrap: "anywhere" }}>
          {item.name}
        </Typography>
      </Box>
    </Box>
    <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "end", mr: -0.5 }}>
      {count > 1 ? (
        <>
          <IconButton
            size="small"
            ref={focus.refOf(item.key, "earlier")}
            aria-label={`${item.name} 위로`}
            disabled={position === 0}
            onClick={() => focus.move(item.key, "earlier")}
          >
            <ArrowUpwardRounded fontSize="small" />
          </IconButton>
          <IconButton
            size="small"
            ref={focus.refOf(item.key, "later")}
            aria-label={`${item.name} 아래로`}
            disabled={position === count - 1}
            onClick={() => focus.move(item.key, "later")}
          >
            <ArrowDownwardRounded fontSize="small" />
          </IconButton>
        </>
      ) : null}
      <IconButton
        size="small"
        ref={focus.refOf(item.key, "remove")}
        aria-label={isUnderWay(item) ? `${item.name} 업로드 취소` : `${item.name} 제거`}
        aria-describedby={statusIdOf(item)}
        onClick={() => focus.remove(item.key)}
      >
        <CloseRounded fontSize="small" />
      </IconButton>
    </Box>
    {/* Full width below: the progress does not fit between a name and three buttons. */}
    <Box sx={{ flex: "1 0 100%", pl: "36px" }}>
      <UploadStatus item={item} list={list} buttonRef={focus.refOf(item.key, "status")} />
      {price !== undefined && item.objectPath !== undefined && isReadable(item.name) ? (
        <UploadTrialLine
          objectId={item.objectPath.slice(uploadsPath.length)}
          fileName={item.name}
          price={price}
        />
      ) : null}
    </Box>
  </Box>
);

interface FilesSectionProps {
  form: UseFormReturn<SellingValues, unknown, SellingValues>;
  uploads: ShownFiles;
  problem: FilesProblem | undefined;
  later: Later | undefined;
  hasVersionNote: boolean;
  /** The content whose files they were before, with their addresses. */
  sold: { contentId: string | null; paths: readonly string[] };
}

/** The sold files: up to five, the first of them the main one, or one external link. */
export const FilesSection = ({ form, uploads, problem, later, hasVersionNote, sold }: FilesSectionProps) => {
  const { list, items, refusals } = uploads;
  const id = useId();
  const focus = useRowFocus(uploads);
  const dropped = useDroppedTrial(items);
  // Without a price there is one to be.
  const price = priceOf(useWatch({ control: form.control, name: "price" })) ?? 1;
  const link = useWatch({ control: form.control, name: "link" });
  const hasLink = link.trim() !== "";
  const help = hasLink ? (
    "링크에는 미리 읽기가 없어요. 유료라면 미리보기 이미지를 한 장 이상 올리거나 설명을 자세히 적어주세요. 외부 링크를 지우면 파일을 올릴 수 있어요."
  ) : (
    <>
      {extensionsOf("file").join(", ")}
      <br />
      대표 파일 최대 {limitText("file")}, 추가 파일 최대 {limitText("extra")} ·{" "}
      <Box component="span" sx={{ whiteSpace: "nowrap" }}>
        {items.length}/{list.max}개
      </Box>
    </>
  );
  return (
    <FormSection
      title="판매할 파일"
      description="파일이나 외부 링크 중 한 가지로 등록해요. 첫 번째 파일이 대표 파일이에요. 문서의 앞부분은 ‘미리 읽기’로 누구나 볼 수 있어요. 어느 부분을 보일지는 파일마다 고를 수 있고, 등록한 뒤에도 콘텐츠 화면에서 바꿀 수 있어요."
    >
      {items.length > 0 ? (
        <Box
          component="ul"
          aria-label="올린 파일"
          sx={{
            m: 0,
            p: 0,
            listStyle: "none",
            border: "1px solid",
            borderColor: "divider",
            borderRadius: "12px",
          }}
        >
          {items.map((item, position) => (
            <FileRow
              key={item.key}
              list={list}
              item={item}
              position={position}
              count={items.length}
              focus={focus}
              price={sold.paths.includes(item.objectPath ?? "") ? undefined : price}
            />
          ))}
        </Box>
      ) : null}
      {dropped === undefined ? null : (
        <Typography variant="body2" role="status">
          {dropped}에서 고른 미리 읽기는 파일과 함께 지워졌어요. 새 파일에서는 제안한 부분이 보이고, 다시 고를
          수 있어요.
        </Typography>
      )}
      {sold.contentId !== null && items.some(({ objectPath = "" }) => sold.paths.includes(objectPath)) ? (
        <SoldTrialButton contentId={sold.contentId} />
      ) : null}
      <div>
        <DropZone
          label="파일 선택"
          icon={UploadFileRounded}
          accept={acceptOf("file")}
          isMultiple
          disabled={hasLink || items.length >= list.max}
          buttonRef={focus.addButton}
          helpId={`${id}-help`}
          help={help}
          onFiles={(files) => void list.add(files)}
        />
        <RefusalNotice refusals={refusals} noun={nounOf("file")} onDismiss={focus.dismissRefusals} />
      </div>
      <UnkeptNotice items={items} />
      <SectionProblem problem={problem} later={later} />
      {items.length === 0 ? (
        <FormTextField
          control={form.control}
          name="link"
          type="url"
          label="외부 링크"
          placeholder="https://"
          help="구글 드라이브, 드롭박스, 원드라이브, 네이버 MYBOX, 노션 등의 HTTPS 공유 링크를 넣을 수 있어요."
          inputProps={{ autoCapitalize: "none", spellCheck: false }}
        />
      ) : null}
      <CopyingSwitch form={form} />
      {hasVersionNote ? (
        <FormTextField
          control={form.control}
          name="versionNote"
          label="무엇이 바뀌었나요? (선택)"
          multiline
          minRows={2}
          maxRows={8}
          counterMax={textLimits.versionNote}
          placeholder="예: 3장을 새로 쓰고 오타를 고쳤어요"
          help="저장하면 새 버전이 되고, 구매한 분들께 채팅으로 알려드려요. 전에 산 파일도 계속 받을 수 있어요."
        />
      ) : null}
    </FormSection>
  );
};
