import AddPhotoAlternateOutlined from "@mui/icons-material/AddPhotoAlternateOutlined";
import ChevronLeftRounded from "@mui/icons-material/ChevronLeftRounded";
import ChevronRightRounded from "@mui/icons-material/ChevronRightRounded";
import CloseRounded from "@mui/icons-material/CloseRounded";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import { useId, type DragEvent, type ReactNode } from "react";
import { DropZone } from "@knowhow/ui/components/DropZone.tsx";
import { acceptOf, extensionsOf, limitText, nounOf } from "@knowhow/ui/device/drafts/fileRules.ts";
import { FormSection } from "./FormSection.tsx";
import { RefusalNotice } from "./RefusalNotice.tsx";
import { SectionProblem, type Later } from "./SectionProblem.tsx";
import type { FilesProblem } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { UnkeptNotice } from "./UnkeptNotice.tsx";
import { isUnderWay, type UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";
import type { FormFiles } from "./formFiles.ts";
import { statusIdOf, UploadStatus } from "../drafts/UploadStatus.tsx";
import { useRowFocus, type RowFocus } from "./useRowFocus.ts";
import type { ShownFiles } from "./useDraftForm.ts";

/** Marks a drag as one of our own images, with the index where it began. */
const dragType = "application/x-knowhow-preview";

interface TileProps {
  list: FormFiles;
  item: UploadItem;
  position: number;
  count: number;
  focus: RowFocus;
}

const Tile = ({ list, item, position, count, focus }: TileProps) => {
  const place = `${position + 1}번째 이미지`;
  const handleDragStart = (event: DragEvent) => {
    event.dataTransfer.setData(dragType, String(position));
    event.dataTransfer.effectAllowed = "move";
  };
  const handleDragOver = (event: DragEvent) => {
    if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
  };
  const handleDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    list.move(Number(event.dataTransfer.getData(dragType)), position);
  };
  return (
    <Box
      component="li"
      ref={focus.refOf(item.key, "row")}
      tabIndex={-1}
      draggable={count > 1}
      onDragStart={handleDragStart}
      onDragOver={handleDragOver}
      onDrop={handleDrop}
      sx={{
        display: "grid",
        gap: 0.5,
        minWidth: 0,
        alignContent: "start",
        cursor: count > 1 ? "grab" : "auto",
      }}
    >
      <Box
        sx={{
          position: "relative",
          aspectRatio: "4 / 3",
          borderRadius: "12px",
          overflow: "hidden",
          bgcolor: "action.hover",
          border: "1px solid",
          borderColor: item.status === "failed" || item.status === "refused" ? "error.main" : "divider",
        }}
      >
        <img
          src={item.address}
          alt={`${place}: ${item.name}`}
          draggable={false}
          style={{
            width: "100%",
            height: "100%",
            objectFit: "cover",
            display: "block",
            opacity: item.status === "done" ? 1 : 0.5,
          }}
        />
        {position === 0 ? (
          <Chip size="small" color="primary" label="대표" sx={{ position: "absolute", left: 8, top: 8 }} />
        ) : null}
      </Box>
      <UploadStatus item={item} list={list} buttonRef={focus.refOf(item.key, "status")} />
      <Box sx={{ display: "flex", justifyContent: "space-between" }}>
        <IconButton
          size="small"
          ref={focus.refOf(item.key, "earlier")}
          aria-label={`${place} 앞으로`}
          disabled={position === 0}
          onClick={() => focus.move(item.key, "earlier")}
        >
          <ChevronLeftRounded fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          ref={focus.refOf(item.key, "remove")}
          aria-label={`${place} ${isUnderWay(item) ? "업로드 취소" : "제거"}`}
          aria-describedby={statusIdOf(item)}
          onClick={() => focus.remove(item.key)}
        >
          <CloseRounded fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          ref={focus.refOf(item.key, "later")}
          aria-label={`${place} 뒤로`}
          disabled={position === count - 1}
          onClick={() => focus.move(item.key, "later")}
        >
          <ChevronRightRounded fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
};

interface PreviewsSectionProps {
  uploads: ShownFiles;
  problem: FilesProblem | undefined;
  /** Set when the files above have a problem too, which is shown first. */
  isSecond: boolean;
  later: Later | undefined;
  /** Shown above the images. */
  notice: ReactNode;
}

/** The preview images; the first one is the cover. */
export const PreviewsSection = ({ uploads, problem, isSecond, later, notice }: PreviewsSectionProps) => {
  const { list, items, refusals } = uploads;
  const id = useId();
  const focus = useRowFocus(uploads);
  return (
    <FormSection
      title="미리보기 이미지"
      description="첫 번째 이미지가 대표 이미지예요. 순서는 끌거나 화살표로 바꿀 수 있어요. 없으면 기본 표지를 만들어 드려요."
    >
      {notice}
      {items.length > 0 ? (
        <Box
          component="ul"
          aria-label="올린 미리보기 이미지"
          sx={{
            display: "grid",
            gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", sm: "repeat(3, minmax(0, 1fr))" },
            gap: 1.5,
            m: 0,
            p: 0,
            listStyle: "none",
          }}
        >
          {items.map((item, position) => (
            <Tile
              key={item.key}
              list={list}
              item={item}
              position={position}
              count={items.length}
              focus={focus}
            />
          ))}
        </Box>
      ) : null}
      <div>
        <DropZone
          label="이미지 선택"
          icon={AddPhotoAlternateOutlined}
          accept={acceptOf("preview")}
          isMultiple
          disabled={items.length >= list.max}
          buttonRef={focus.addButton}
          helpId={`${id}-help`}
          help={
            <>
              {extensionsOf("preview").join(", ")}
              <br />한 장에 최대 {limitText("preview")} · {items.length}/{list.max}장
            </>
          }
          onFiles={(files) => void list.add(files)}
        />
        <RefusalNotice refusals={refusals} noun={nounOf("preview")} onDismiss={focus.dismissRefusals} />
      </div>
      <UnkeptNotice items={items} />
      <SectionProblem problem={problem} later={later} isQuiet={isSecond} />
    </FormSection>
  );
};
