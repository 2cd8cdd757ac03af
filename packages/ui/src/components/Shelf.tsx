import ChevronLeftRounded from "@mui/icons-material/ChevronLeftRounded";
import ChevronRightRounded from "@mui/icons-material/ChevronRightRounded";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import {
  Children,
  isValidElement,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
} from "react";

interface Edges {
  start: boolean;
  end: boolean;
}

/** Follows whether a sideways list is at its beginning and at its end. */
const useEdges = () => {
  const list = useRef<HTMLUListElement>(null);
  const [edges, setEdges] = useState<Edges>({ start: true, end: true });
  const measure = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const start = element.scrollLeft <= 1;
    const end = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1;
    setEdges((before) => (before.start === start && before.end === end ? before : { start, end }));
  }, []);
  useEffect(() => {
    const element = list.current;
    if (!element || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [measure]);
  return { list, edges, measure };
};

interface ShelfProps {
  title: ReactNode;
  /** The link to all of it. */
  more?: ReactNode;
  /** Cards; each becomes one entry of the list. */
  children: ReactNode;
  isBusy?: boolean;
}

const fade = (edges: Edges) =>
  `linear-gradient(to right, ${edges.start ? "black" : "transparent"}, black 24px, black calc(100% - 40px), ${edges.end ? "black" : "transparent"})`;

const arrow = { border: "1px solid", borderColor: "divider", bgcolor: "background.paper" } as const;

/** A row of cards that scrolls sideways, snaps, and shows that there is more. */
export const Shelf = ({ title, more, children, isBusy = false }: ShelfProps) => {
  const id = useId();
  const { list, edges, measure } = useEdges();
  const entries = Children.toArray(children);
  useEffect(measure, [measure, entries.length]);
  const handleStep = (direction: 1 | -1) => {
    const element = list.current;
    element?.scrollBy({ left: direction * element.clientWidth * 0.85, behavior: "smooth" });
  };
  const hasArrows = !(edges.start && edges.end);
  return (
    <Box component="section" aria-labelledby={id} aria-busy={isBusy}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, mb: 1.5, minHeight: 44 }}>
        <Typography variant="h2" id={id} sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
        {more}
        <Box
          sx={{ display: { xs: "none", md: "flex" }, gap: 0.5, visibility: hasArrows ? "visible" : "hidden" }}
        >
          <IconButton
            aria-label="이전으로 넘기기"
            disabled={edges.start}
            onClick={() => handleStep(-1)}
            sx={arrow}
          >
            <ChevronLeftRounded />
          </IconButton>
          <IconButton
            aria-label="다음으로 넘기기"
            disabled={edges.end}
            onClick={() => handleStep(1)}
            sx={arrow}
          >
            <ChevronRightRounded />
          </IconButton>
        </Box>
      </Box>
      <Box
        component="ul"
        ref={list}
        onScroll={measure}
        sx={{
          display: "grid",
          gridAutoFlow: "column",
          gridAutoColumns: { xs: "minmax(min(10.5rem, 84%), 44%)", sm: "15rem", md: "16.5rem" },
          gap: { xs: 1.5, md: 2 },
          m: 0,
          mx: { xs: -2, md: -0.5 },
          px: { xs: 2, md: 0.5 },
          py: 0.5,
          listStyle: "none",
          overflowX: "auto",
          overscrollBehaviorX: "contain",
          scrollSnapType: "x mandatory",
          scrollPaddingInline: { xs: 16, md: 4 },
          scrollbarWidth: "none",
          maskImage: { md: fade(edges) },
          "&::-webkit-scrollbar": { display: "none" },
          "& > li": { scrollSnapAlign: "start", minWidth: 0 },
        }}
      >
        {entries.map((entry, position) => (
          <li key={isValidElement(entry) ? entry.key : position}>{entry}</li>
        ))}
      </Box>
    </Box>
  );
};
