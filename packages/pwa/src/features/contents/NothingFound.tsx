import CategoryRounded from "@mui/icons-material/CategoryRounded";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import { categoryLabel, type SearchAnswer } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ContentGrid } from "./ContentGrid.tsx";
import type { MarketQuery } from "./marketQuery.ts";

/** Says that a category has no contents at all. */
export const EmptyCategory = () => (
  <EmptyState
    icon={CategoryRounded}
    component="h3"
    title="이 카테고리에는 아직 콘텐츠가 없습니다"
    description="다른 카테고리를 둘러보거나 첫 콘텐츠를 올려보세요."
    action={
      <Button component={Link} to="/upload" variant="outlined">
        콘텐츠 올리기
      </Button>
    }
  />
);

interface NothingFoundProps {
  place: MarketQuery;
  near: SearchAnswer["near"];
  /** More may be found with fewer filters. */
  isFiltered: boolean;
  onClear: () => void;
}

/** Says that nothing fits, and shows hits of some of the words, or else popular contents. */
export const NothingFound = ({
  place: { search, category },
  near,
  isFiltered,
  onClear,
}: NothingFoundProps) => {
  const everywhere = category === "" ? "" : `'${categoryLabel(category)}'에서 `;
  return (
    <>
      <EmptyState
        icon={SearchOffRounded}
        component="h3"
        title={search === "" ? "조건에 맞는 콘텐츠가 없습니다" : "검색 결과가 없습니다"}
        description={
          isFiltered
            ? "고른 조건을 줄이면 더 찾을 수 있어요."
            : "다른 단어로 검색하거나, 초성(ㅈㄱㅈ)이나 멘토 이름으로 찾아보세요."
        }
        action={
          <Button variant="outlined" onClick={onClear}>
            {isFiltered ? "조건 지우기" : "전체 콘텐츠 보기"}
          </Button>
        }
      />
      {near ? (
        <Box component="section" aria-label={near.words === undefined ? "인기 콘텐츠" : "비슷한 콘텐츠"}>
          <Typography variant="h3" sx={{ mb: 2 }}>
            {near.words === undefined
              ? `대신 ${everywhere}인기 있는 콘텐츠를 보여드려요`
              : `대신 '${near.words}'에 맞는 콘텐츠를 찾았어요`}
          </Typography>
          <ContentGrid contents={near.hits} />
        </Box>
      ) : null}
    </>
  );
};
