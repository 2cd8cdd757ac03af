import type { ContentDraft } from "../types.ts";

/** Drafts of the category 자격증/학습. */
export const certificateDrafts: readonly ContentDraft[] = [
  {
    slug: "cert-excel-functions",
    mentor: "cellmaster9",
    title: "컴활 1급 실기 엑셀 함수 총정리 (자격증 단기 합격용)",
    cover: ["컴활 1급", "엑셀 함수", "총정리"],
    price: 12900,
    heat: 95,
    previews: 4,
    files: [["컴활 1급 엑셀 함수 총정리.pdf"], ["함수 연습 파일.xlsx", "sheet"]],
    description:
      "컴퓨터활용능력 1급 실기에서 점수를 가르는 것은 새로운 함수가 아니라 함수를 겹쳐 쓰는 순서입니다. 자주 나오는 함수를 찾기, 조건, 글자, 날짜, 배열 다섯 무리로 묶고 겹쳐 쓰는 틀을 문장으로 외우게 만들었습니다.\n\n엑셀 연습 파일에는 작은 표와 정답 수식이 함께 들어 있어 셀을 눌러 보며 확인할 수 있습니다. 시험 하루 전에 다시 볼 실수 목록도 넣었습니다.",
  },
  {
    slug: "cert-engineer-info",
    mentor: "passmate3",
    title: "정보처리기사 실기 3주 암기 노트: 비전공자 자격증 도전",
    cover: ["정보처리기사", "3주 암기 노트"],
    price: 16000,
    heat: 81,
    previews: 3,
    files: [["정보처리기사 실기 3주 암기 노트.pdf"]],
    description:
      "전공자가 아니어서 용어가 낯선 분을 위해 '뜻, 비슷한 말과의 차이, 한 줄 보기' 세 칸으로만 정리했습니다. 하루 세 시간씩 3주 일정표와 코드 문제를 손으로 추적하는 방법을 담았습니다.\n\n결합도와 응집도, 테스트 기법, SQL, 보안 용어처럼 해마다 나오는 부분을 먼저 외우도록 순서를 짰습니다.",
  },
  {
    slug: "cert-history-timeline",
    mentor: "dawn0430",
    title: "한국사능력검정시험 흐름 연표 한 장 요약",
    cover: ["한국사", "흐름 연표"],
    price: 7900,
    heat: 70,
    previews: 3,
    files: [["한국사 흐름 연표.pdf"], ["빈칸 연표.docx", "blank"]],
    description:
      "사건을 하나씩 외우면 순서 문제에서 무너집니다. 이 연표는 '왜 다음 일이 일어났는가'를 화살표 문장으로 이어서 시대의 흐름을 통째로 기억하게 합니다.\n\n선사부터 현대까지 다섯 마당으로 나누었고, 빈칸을 채우는 연습지를 워드 파일로 함께 드립니다.",
  },
  {
    slug: "cert-accounting-2",
    mentor: "passmate3",
    title: "전산회계 2급 분개 100제 대신 분개 공식 12개",
    cover: ["전산회계", "분개 공식 12"],
    price: 11000,
    heat: 54,
    previews: 2,
    files: [["전산회계 분개 공식 12.pdf"]],
    description:
      "문제를 100개 푸는 것보다 거래의 모양 12개를 알아보는 편이 빠릅니다. 사고, 팔고, 빌리고, 갚고, 나누어 적는 거래를 열두 가지 공식으로 줄이고 각각 한 문제씩 풀어 봅니다.\n\n차변과 대변이 자꾸 바뀌는 분께 권합니다. 왼쪽과 오른쪽을 외우는 대신 '통장이 어떻게 되는가'로 생각하는 방법을 씁니다.",
  },
  {
    slug: "cert-realtor-plan",
    mentor: "dawn0430",
    title: "직장인 공인중개사 1차 120일 공부 계획표",
    cover: ["공인중개사", "120일 계획"],
    price: 9000,
    heat: 47,
    previews: 2,
    files: [["공인중개사 1차 120일 계획.pdf"], ["120일 계획표.xlsx", "sheet"]],
    description:
      "퇴근 뒤 두 시간, 주말 다섯 시간으로 1차 두 과목을 준비한 기록을 계획표로 옮겼습니다. 회독마다 무엇을 버리고 무엇을 남길지, 밀린 날을 어떻게 흡수할지가 핵심입니다.\n\n엑셀 계획표에는 주차별 범위와 확인 칸이 있습니다. 민법과 부동산학개론을 번갈아 보는 이유도 설명합니다.",
  },
  {
    slug: "cert-adsp-summary",
    mentor: "passmate3",
    title: "ADsP 데이터분석 준전문가 빈출 개념 요약",
    cover: ["ADsP", "빈출 개념"],
    price: 9900,
    heat: 50,
    previews: 2,
    files: [["ADsP 빈출 개념 요약.pdf"]],
    description:
      "통계를 처음 보는 분이 시험 직전에 읽는 요약본입니다. 데이터 이해, 분석 기획, 통계와 모형을 말로 풀고, 헷갈리는 짝(정밀도와 재현율, 1종과 2종 오류)을 표로 나란히 놓았습니다.\n\n수식은 꼭 필요한 네 개만 넣고 모두 예시로 계산합니다.",
  },
  {
    slug: "cert-korean-cook",
    mentor: "dawn0430",
    title: "한식조리기능사 실기 공통 감점 포인트 노트",
    cover: ["한식조리기능사", "감점 노트"],
    price: 6500,
    heat: 36,
    previews: 1,
    files: [["한식조리기능사 감점 포인트.pdf"]],
    description:
      "요리 솜씨가 있어도 떨어지는 까닭은 대부분 위생과 시간입니다. 어떤 과제가 나와도 똑같이 적용되는 준비 순서, 칼질 규격, 불 조절, 마무리 점검을 공통 감점표로 정리했습니다.\n\n자격증 시험장에 들어가기 전 대기실에서 읽기 좋은 분량입니다.",
  },
  {
    slug: "cert-study-timer",
    mentor: "dawn0430",
    title: "자격증 공부가 밀리지 않는 50분 타이머 학습법",
    cover: ["50분", "타이머 학습법"],
    price: 4500,
    heat: 61,
    previews: 2,
    files: [["50분 타이머 학습법.pdf"], ["공부 기록지.docx", "log"]],
    description:
      "의지가 아니라 구조로 공부하는 방법입니다. 50분을 4등분해서 읽기, 덮기, 쓰기, 틀리기를 한 바퀴 돌리고, 마지막 3분에 다음 시작점을 남깁니다.\n\n어떤 자격증이든 적용할 수 있습니다. 하루 네 칸짜리 기록지를 함께 드립니다.",
  },
  {
    slug: "cert-free-checklist",
    mentor: "passmate3",
    title: "[무료] 자격증 시험 전날과 당일 체크리스트",
    cover: ["시험 전날과", "당일 체크리스트"],
    price: 0,
    heat: 88,
    previews: 1,
    files: [["시험 전날과 당일 체크리스트.pdf"]],
    description:
      "신분증을 두고 와서 돌아간 사람을 세 번 보고 만들었습니다. 전날 밤, 아침, 시험장, 시험 중, 끝난 뒤로 나눈 한 장짜리 목록입니다.\n\n컴퓨터로 보는 시험과 종이로 보는 시험의 다른 점도 표시했습니다. 마음껏 인쇄해서 쓰세요.",
  },
  {
    slug: "cert-mistake-note",
    mentor: "dawn0430",
    title: "오답노트를 안 쓰는 오답 정리법",
    cover: ["오답노트 없는", "오답 정리"],
    price: 5000,
    heat: 26,
    previews: 0,
    files: [["오답노트 없는 오답 정리법.pdf"]],
    description:
      "예쁘게 옮겨 적는 데 쓰는 시간을 다시 푸는 데 씁니다. 틀린 까닭을 네 글자 부호로 나누고, 사흘 뒤와 열흘 뒤에 다시 만나는 방법을 설명합니다.\n\n문제집 귀퉁이에 연필로 적는 부호만 익히면 바로 시작할 수 있습니다.",
  },
];
