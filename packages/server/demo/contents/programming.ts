import type { ContentDraft } from "../types.ts";

/** Drafts of the category 프로그래밍. */
export const programmingDrafts: readonly ContentDraft[] = [
  {
    slug: "prog-python-excel",
    mentor: "pyroom22",
    title: "파이썬으로 엑셀 업무 자동화: 매주 하던 취합을 3분에",
    cover: ["파이썬으로", "엑셀 자동화"],
    price: 25000,
    heat: 91,
    previews: 4,
    files: [["파이썬 엑셀 업무 자동화.pdf"], ["예제 코드.zip", "code"]],
    description:
      "부서마다 보내오는 엑셀 파일을 열고, 복사하고, 붙이고, 이름을 바꾸는 일을 파이썬 40줄로 바꿉니다. 설치부터 시작해서 폴더의 파일을 모두 읽고, 열 이름을 맞추고, 합계표를 만들어 저장하는 데까지 한 걸음씩 갑니다.\n\n프로그래밍을 처음 하는 사무직을 위해 썼습니다. 오류 메시지를 읽는 법과 자주 나는 오류 여섯 가지의 해결도 담았습니다. 예제 코드는 압축 파일로 드립니다.",
  },
  {
    slug: "prog-git-first",
    mentor: "devhaneul1",
    title: "혼자서도 쓰는 깃(Git) 첫 주: 되돌리기가 무섭지 않게",
    cover: ["깃(Git)", "첫 주"],
    price: 9900,
    heat: 73,
    previews: 3,
    files: [["깃 첫 주.pdf"]],
    description:
      "명령어 목록 대신 하루에 상황 하나씩, 일주일 동안 익히는 깃입니다. 저장하고, 비교하고, 되돌리고, 갈라 보고, 합치는 일을 작은 일기 폴더로 연습합니다.\n\n실수했을 때 찾아보는 되돌리기 표가 있어 곁에 두고 쓰기 좋습니다. 터미널을 처음 여는 분도 따라올 수 있게 화면에 나오는 글까지 적었습니다.",
  },
  {
    slug: "prog-sql-recipes",
    mentor: "devhaneul1",
    title: "현업 SQL 레시피: 집계와 창 함수",
    cover: ["현업 SQL", "레시피"],
    price: 18000,
    heat: 68,
    previews: 3,
    files: [["현업 SQL 레시피.pdf"], ["연습용 SQL.zip", "code"]],
    description:
      "'지난달보다 얼마나 늘었나', '고객마다 마지막 주문은 언제인가' 같은 질문을 그대로 제목으로 삼은 SQL 모음입니다. 집계, 창 함수, 날짜 다루기를 표준 문법 중심으로 적어 여러 데이터베이스에서 쓸 수 있습니다.\n\n연습용 표를 만드는 스크립트를 압축 파일로 함께 드립니다. SELECT와 JOIN을 한 번쯤 써 본 분께 맞습니다.",
  },
  {
    slug: "prog-error-reading",
    mentor: "pyroom22",
    title: "에러 메시지 읽는 순서 (파이썬 입문자용)",
    cover: ["에러 메시지", "읽는 순서"],
    price: 4900,
    heat: 56,
    previews: 2,
    files: [["에러 메시지 읽는 순서.pdf"]],
    description:
      "빨간 글씨가 나오면 창을 닫아 버리는 분을 위한 짧은 안내서입니다. 맨 아래 줄부터 거꾸로 읽는 까닭, 내 코드와 남의 코드를 구별하는 법, 검색할 때 남길 낱말과 지울 낱말을 실제 메시지로 연습합니다.\n\n가장 자주 만나는 오류 여덟 가지의 뜻과 확인할 곳을 표로 정리했습니다.",
  },
  {
    slug: "prog-http-story",
    mentor: "devhaneul1",
    title: "주소창에 글자를 치면 생기는 일: 웹의 여행 이야기",
    cover: ["주소창에", "글자를 치면"],
    price: 7000,
    heat: 38,
    previews: 2,
    files: [["주소창에 글자를 치면.pdf"]],
    description:
      "개발자 면접의 단골 질문을 편지가 오가는 이야기로 풀었습니다. DNS, TCP, TLS, HTTP, 캐시를 우체국과 사서함, 봉인, 답장으로 이어서 설명합니다.\n\n비유가 어디까지 맞고 어디서부터 다른지도 적어 두었습니다. 마지막에는 면접에서 2분 안에 말하는 답변 뼈대가 있습니다.",
  },
  {
    slug: "prog-regex-card",
    mentor: "pyroom22",
    title: "정규표현식 카드: 전화번호부터 한글까지",
    cover: ["정규표현식", "카드"],
    price: 6000,
    heat: 44,
    previews: 2,
    files: [["정규표현식 카드.pdf"]],
    description:
      "기호를 외우지 않고 '찾고 싶은 말'에서 거꾸로 찾는 카드입니다. 전화번호, 날짜, 우편번호, 한글만, 앞뒤 빈칸처럼 우리나라 자료를 다룰 때 자주 쓰는 모양을 골랐습니다.\n\n탐욕스러운 찾기와 게으른 찾기의 차이를 예시로 보여 줍니다.",
  },
  {
    slug: "prog-clean-names",
    mentor: "devhaneul1",
    title: "좋은 이름 짓기: 변수와 함수 이름 고민을 줄이는 규칙",
    cover: ["좋은 이름", "짓기"],
    price: 5500,
    heat: 49,
    previews: 1,
    files: [["좋은 이름 짓기.pdf"], ["낱말 모음.xlsx", "words"]],
    description:
      "이름이 떠오르지 않는 까닭은 영어가 약해서가 아니라 하는 일이 하나가 아니어서일 때가 많습니다. 이름을 짓는 네 단계와 피할 이름, 짝이 되는 낱말을 정리했습니다.\n\n자주 쓰는 동사와 짝말 모음을 엑셀로 드립니다. 코드 리뷰에서 이름 때문에 다투는 팀에도 도움이 됩니다.",
  },
  {
    slug: "prog-deploy-check",
    mentor: "devhaneul1",
    title: "작은 서비스 배포 전 점검표 (1인 개발자)",
    cover: ["배포 전", "점검표"],
    price: 12000,
    heat: 31,
    previews: 2,
    files: [["배포 전 점검표.docx"]],
    description:
      "혼자 만든 서비스를 처음 세상에 내놓을 때 빠뜨리기 쉬운 것들을 적었습니다. 비밀값, 백업, 되돌리는 방법, 로그, 알림, 개인정보까지 여섯 갈래입니다.\n\n워드 문서이므로 우리 서비스에 맞게 줄이고 더해서 쓰세요. 금요일 저녁에 배포하지 않는 까닭도 있습니다.",
  },
  {
    slug: "prog-free-roadmap",
    mentor: "pyroom22",
    title: "[무료] 비전공자 파이썬 8주 공부 지도",
    cover: ["비전공자", "파이썬", "8주 지도"],
    price: 0,
    heat: 86,
    previews: 2,
    files: [["비전공자 파이썬 8주 지도.pdf"]],
    description:
      "무엇부터 배워야 할지 몰라 강의만 모으고 있다면 이 지도로 시작해 보세요. 여덟 주 동안 매주 하나씩 작은 것을 만들며 꼭 필요한 문법만 배웁니다.\n\n주마다 '여기까지 알면 충분' 선을 그어 두어 깊은 물에 빠지지 않게 했습니다.",
  },
  {
    slug: "prog-algorithm-pattern",
    mentor: "pyroom22",
    title: "코딩테스트 유형 알아보기: 문제 문장에서 힌트 찾기",
    cover: ["코딩테스트", "유형 찾기"],
    price: 17000,
    heat: 59,
    previews: 0,
    files: [["코딩테스트 유형 알아보기.pdf"]],
    description:
      "풀이를 보면 알겠는데 혼자서는 시작을 못 하는 분을 위한 자료입니다. 입력의 크기, '최소', '연속된', '모든 경우' 같은 낱말에서 어떤 방법을 떠올릴지 표로 연결했습니다.\n\n여섯 유형마다 짧은 문제와 생각의 흐름, 파이썬 뼈대 코드를 담았습니다.",
  },
];
