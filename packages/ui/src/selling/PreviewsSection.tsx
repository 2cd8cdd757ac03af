import AddPhotoAlternateOutlined from "@mui/icons-material/AddPhotoAlternateOutlined";
import ChevronLeftRounded from "@mui/icons-material/ChevronLeftRounded";
import ChevronRightRounded from "@mui/icons-material/ChevronRightRounded";
import CloseRounded from "@mui/icons-material/CloseRounded";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import { useId, useRef, type DragEvent } from "react";
import { DropZone } from "./DropZone.tsx";
import { acceptOf, extensionsOf, limitText } from "./fileRules.ts";
import { FormSection } from "./FormSection.tsx";
import type { UploadItem, UploadList } from "./UploadList.ts";
import { UploadStatus } from "./UploadStatus.tsx";

/** Marks a drag as one of our own images, with where it began. */
const dragType = "application/x-knowhow-preview";

interface TileProps {
  list: UploadList;
  item: UploadItem;
  position: number;
  count: number;
  onRemove: () => void;
}

const Tile = ({ list, item, position, count, onRemove }: TileProps) => {
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
          borderColor: item.status === "failed" ? "error.main" : "divider",
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
      <UploadStatus item={item} onRetry={() => list.retry(item.key)} />
      <Box sx={{ display: "flex", justifyContent: "space-between" }}>
        <IconButton
          size="small"
          aria-label={`${place} 앞으로`}
          disabled={position === 0}
          onClick={() => list.move(position, position - 1)}
        >
          <ChevronLeftRounded fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={`${place} ${item.status === "uploading" ? "업로드 취소" : "제거"}`}
          onClick={onRemove}
        >
          <CloseRounded fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={`${place} 뒤로`}
          disabled={position === count - 1}
          onClick={() => list.move(position, position + 1)}
        >
          <ChevronRightRounded fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
};

/** The pictures that are seen before buying; the first one is the cover. */
export const PreviewsSection = ({ list, items }: { list: UploadList; items: readonly UploadItem[] }) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const handleRemove = (key: string) => {
    list.remove(key);
    button.current?.focus();
  };
  return (
    <FormSection
      title="미리보기 이미지"
      description="첫 번째 이미지가 대표 이미지예요. 순서는 끌거나 화살표로 바꿀 수 있어요. 없으면 기본 표지를 만들어 드려요."
    >
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
              onRemove={() => handleRemove(item.key)}
            />
          ))}
        </Box>
      ) : null}
      <DropZone
        label="이미지 선택"
        icon={AddPhotoAlternateOutlined}
        accept={acceptOf("preview")}
        isMultiple
        disabled={items.length >= list.most}
        buttonRef={button}
        helpId={`${id}-help`}
        help={`${extensionsOf("preview").join(", ")} · 한 장에 최대 ${limitText("preview")} · ${items.length}/${list.most}장`}
        onFiles={(files) => void list.add(files)}
      />
    </FormSection>
  );
};
