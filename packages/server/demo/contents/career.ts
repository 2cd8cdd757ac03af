import type { ContentDraft } from "../types.ts";

/** Drafts of the category 취업/커리어. */
export const careerDrafts: readonly ContentDraft[] = [
  {
    slug: "career-cover-letter",
    mentor: "resume24",
    title: "자기소개서 다시 쓰기: 첫 문단만 고쳐도 달라집니다",
    cover: ["자기소개서", "다시 쓰기"],
    price: 15000,
    heat: 85,
    previews: 4,
    files: [["자기소개서 다시 쓰기.pdf"], ["소재 찾기 질문지.docx", "questions"]],
    description:
      "읽는 사람은 한 장에 1분을 쓰지 않습니다. 첫 문단에서 '무엇을 할 줄 아는 사람인가'가 보이도록 고치는 방법을 전과 후로 보여 드립니다.\n\n지원동기, 성장과정, 협업 경험 세 문항을 실제처럼 써 본 초고와 고친 글로 비교합니다. 소재가 없다고 느끼는 분을 위한 질문지가 있습니다.",
  },
  {
    slug: "career-interview-answers",
    mentor: "careerhr8",
    title: "전직 인사담당자가 쓰는 면접 질문의 속뜻",
    cover: ["면접 질문의", "속뜻"],
    price: 19000,
    heat: 79,
    previews: 3,
    files: [["면접 질문의 속뜻.pdf"]],
    description:
      "면접관은 답이 아니라 근거를 적습니다. 자주 나오는 질문이 무엇을 확인하려는 것인지, 평가표에는 어떤 칸이 있는지, 답을 어떤 순서로 말하면 적기 쉬운지 설명합니다.\n\n답변을 외우지 않고 준비하는 카드 방법과 마지막 '질문 있으신가요'에 쓰는 물음까지 담았습니다.",
  },
  {
    slug: "career-portfolio",
    mentor: "resume24",
    title: "디자이너가 아니어도 만드는 포트폴리오 구성안",
    cover: ["포트폴리오", "구성안"],
    price: 22000,
    heat: 58,
    previews: 3,
    files: [["포트폴리오 구성안.pptx"], ["포트폴리오 쓰는 법.pdf", "guide"]],
    description:
      "마케팅, 기획, 운영처럼 눈에 보이는 결과물이 없는 일을 한 장으로 보여 주는 방법입니다. 문제, 한 일, 결과, 배운 점 네 칸으로 프로젝트를 정리하는 슬라이드 틀을 드립니다.\n\n숫자가 없을 때 결과를 말하는 법, 회사 자료를 지우고 공개하는 기준도 적었습니다.",
  },
  {
    slug: "career-salary-talk",
    mentor: "careerhr8",
    title: "연봉 협상 대화 준비표 (이직과 재계약)",
    cover: ["연봉 협상", "대화 준비표"],
    price: 13000,
    heat: 64,
    previews: 2,
    files: [["연봉 협상 대화 준비표.pdf"], ["준비표.xlsx", "sheet"]],
    description:
      "협상은 말솜씨가 아니라 준비한 숫자로 합니다. 세 가지 숫자(바라는 값, 받아들일 값, 떠날 값)를 정하고, 근거를 모으고, 대화 문장을 미리 써 보는 준비표입니다.\n\n이직과 재계약의 다른 점, 연봉 말고 이야기할 수 있는 것, 제안을 받은 뒤 시간을 버는 문장도 있습니다.",
  },
  {
    slug: "career-new-employee",
    mentor: "careerhr8",
    title: "신입사원 첫 90일 생존 노트",
    cover: ["신입사원", "첫 90일"],
    price: 8900,
    heat: 53,
    previews: 2,
    files: [["신입사원 첫 90일.pdf"]],
    description:
      "처음 석 달은 일을 잘하는 때가 아니라 믿음을 쌓는 때입니다. 첫날, 첫 주, 한 달, 석 달로 나누어 무엇을 물어보고 무엇을 적어 둘지 정리했습니다.\n\n보고하는 문장 틀, 실수했을 때 말하는 순서, 점심시간과 회식에서의 작은 요령까지 담았습니다.",
  },
  {
    slug: "career-meeting-notes",
    mentor: "careerhr8",
    title: "회의록 15분 작성법과 워드 양식",
    cover: ["회의록", "15분 작성법"],
    price: 4900,
    heat: 42,
    previews: 1,
    files: [["회의록 양식.docx"], ["회의록 15분 작성법.pdf", "guide"]],
    description:
      "말한 순서대로 적지 않고 정해진 것부터 적습니다. 회의 중에 세 칸만 채우고 끝난 뒤 15분에 정리해 보내는 방법과 바로 쓰는 워드 양식입니다.\n\n이견이 있을 때 적는 법, 보내는 메일의 첫 문장, 다음 회의로 이어지는 표를 담았습니다.",
  },
  {
    slug: "career-linkedin",
    mentor: "resume24",
    title: "경력기술서 한 줄 공식: 숫자가 없어도 쓰는 성과",
    cover: ["경력기술서", "한 줄 공식"],
    price: 9900,
    heat: 48,
    previews: 2,
    files: [["경력기술서 한 줄 공식.pdf"]],
    description:
      "'~을 담당함'으로 끝나는 줄을 '무엇을 어떻게 바꾸어 어떤 결과를 냈다'로 고치는 공식입니다. 사무, 영업, 고객지원, 생산, 교육 다섯 직무의 고치기 예시를 실었습니다.\n\n성과를 숫자로 재지 않았던 사람이 숫자를 찾아내는 일곱 군데도 알려 드립니다.",
  },
  {
    slug: "career-free-calendar",
    mentor: "resume24",
    title: "[무료] 취업 준비 12주 계획 달력",
    cover: ["취업 준비", "12주 달력"],
    price: 0,
    heat: 71,
    previews: 1,
    files: [["취업 준비 12주 달력.xlsx", "sheet"], ["12주 달력 쓰는 법.pdf"]],
    description:
      "지원만 하다 지치지 않도록 준비, 지원, 돌아보기를 4주씩 나눈 달력입니다. 하루에 할 일은 세 개를 넘지 않고 토요일은 쉽니다.\n\n엑셀 달력에는 지원 기록 시트가 있어 떨어진 까닭을 모아 볼 수 있습니다.",
  },
  {
    slug: "career-side-freelance",
    mentor: "resume24",
    title: "퇴사 전 프리랜서 준비 점검 노트",
    cover: ["퇴사 전", "프리랜서 준비"],
    price: 12000,
    heat: 23,
    previews: 0,
    files: [["퇴사 전 프리랜서 준비.pdf"]],
    description:
      "회사를 그만두기 전에 해 볼 수 있는 작은 실험들을 모았습니다. 석 달 치 생활비, 첫 고객 세 명, 견적서와 계약서, 세금 달력을 차례로 점검합니다.\n\n좋은 점만 적지 않았습니다. 혼자 일할 때 가장 힘든 점과 돌아갈 길을 남기는 방법도 이야기합니다.",
  },
];
