import type { ContentDraft } from "../types.ts";

/** Drafts of the category 템플릿/리소스. */
export const templateDrafts: readonly ContentDraft[] = [
  {
    slug: "tmpl-notion-schedule",
    mentor: "notion365",
    title: "노션 일정 관리 템플릿: 할 일과 달력이 하나로",
    cover: ["노션 일정", "템플릿"],
    price: 15000,
    heat: 98,
    previews: 4,
    files: [["노션 일정 템플릿 쓰는 법.pdf"], ["노션 일정 템플릿.zip", "kit"]],
    description:
      "할 일 목록과 달력과 프로젝트 문서를 따로 만들면 같은 일을 세 번 적게 됩니다. 데이터베이스 하나에 적고 보기 다섯 개로 나누어 보는 노션 템플릿입니다.\n\n압축 파일을 풀어 가져오기만 하면 3분 안에 쓸 수 있습니다. 아침에 세 개를 고르고 저녁에 한 줄을 남기는 하루의 흐름을 PDF로 설명했습니다. 무료 요금제에서 쓸 수 있는 기능만 사용했습니다.",
  },
];
