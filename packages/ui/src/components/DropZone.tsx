import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useRef, useState, type DragEvent, type ReactNode, type Ref } from "react";

interface DropZoneProps {
  label: string;
  help: ReactNode;
  icon: SvgIconComponent;
  accept: string;
  isMultiple: boolean;
  disabled: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  helpId: string;
  onFiles: (files: File[]) => void;
}

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** Takes files by dropping or by choosing. */
export const DropZone = (props: DropZoneProps) => {
  const { label, help, icon: Icon, accept, isMultiple, disabled, buttonRef, helpId, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files]);
  };
  const handleDrop = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };
  const handleOver = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    // Also while disabled: otherwise the browser opens the file in the place of the form.
    event.preventDefault();
    event.dataTransfer.dropEffect = disabled ? "none" : "copy";
    setIsOver(!disabled);
  };
  return (
    <Box
      onDragOver={handleOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
      sx={{
        display: "grid",
        justifyItems: "center",
        gap: 1.25,
        px: 2,
        py: { xs: 2.5, md: 3.5 },
        textAlign: "center",
        borderRadius: "12px",
        border: "2px dashed",
        borderColor: isOver ? "primary.main" : "divider",
        bgcolor: isOver
          ? "color-mix(in srgb, var(--kh-palette-primary-main) 8%, transparent)"
          : "background.default",
        transition: "background-color 150ms, border-color 150ms",
      }}
    >
      <input
        ref={input}
        type="file"
        aria-label={label}
        aria-describedby={helpId}
        accept={accept}
        multiple={isMultiple}
        disabled={disabled}
        tabIndex={-1}
        style={{ display: "none" }}
        onChange={(event) => {
          take(event.target.files);
          // The same file may be chosen again, after it was removed.
          event.target.value = "";
        }}
      />
      <Button
        ref={buttonRef}
        variant="outlined"
        startIcon={<Icon />}
        disabled={disabled}
        aria-describedby={helpId}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      {/* Shown where the screen is wide enough for dragging. */}
      {disabled ? null : (
        <Typography aria-hidden sx={{ display: { xs: "none", md: "block" } }}>
          {isMultiple ? "여러 개를 한 번에 끌어다 놓아도 돼요" : "여기로 끌어다 놓아도 돼요"}
        </Typography>
      )}
      <Typography variant="body2" color="text.secondary" id={helpId} component="div">
        {help}
      </Typography>
    </Box>
  );
};
