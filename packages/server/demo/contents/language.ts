import type { ContentDraft } from "../types.ts";

/** Drafts of the category 외국어. */
export const languageDrafts: readonly ContentDraft[] = [
  {
    slug: "lang-travel-english",
    mentor: "engdaily5",
    title: "여행 영어 상황별 문장집: 공항에서 숙소까지",
    cover: ["여행 영어", "상황별 문장집"],
    price: 9900,
    heat: 90,
    previews: 4,
    files: [["여행 영어 상황별 문장집.pdf"], ["비상 문장 카드.docx", "card"]],
    description:
      "긴 문장을 외우지 않아도 되는 여행 영어입니다. 공항, 이동, 숙소, 식당, 문제 상황으로 나누고 상황마다 '먼저 할 말, 들릴 말, 대답'을 짝으로 실었습니다.\n\n알아듣지 못했을 때 되묻는 문장을 가장 앞에 두었습니다. 지갑에 넣을 수 있는 비상 문장 카드(워드)도 함께 드립니다.",
  },
  {
    slug: "lang-email-english",
    mentor: "engdaily5",
    title: "회사 영어 이메일 첫 문장 패턴",
    cover: ["영어 이메일", "첫 문장"],
    price: 14000,
    heat: 77,
    previews: 3,
    files: [["회사 영어 이메일 패턴.pdf"], ["상황별 메일 틀.docx", "frames"]],
    description:
      "영어 이메일은 첫 문장만 정해지면 나머지가 따라옵니다. 요청, 알림, 거절, 독촉, 사과, 감사 여섯 상황의 첫 문장을 공손한 정도에 따라 나누었습니다.\n\n우리말을 그대로 옮겼을 때 딱딱하게 들리는 표현과 고쳐 쓴 표현을 나란히 두었습니다. 바로 복사해 쓰는 메일 틀 파일이 있습니다.",
  },
  {
    slug: "lang-jp-restaurant",
    mentor: "nihongo77",
    title: "일본 골목식당 주문 회화 (읽는 법 표기)",
    cover: ["일본", "골목식당 회화"],
    price: 6900,
    heat: 65,
    previews: 2,
    files: [["일본 골목식당 주문 회화.pdf"]],
    description:
      "번역기가 필요 없는 만큼만 익히는 식당 일본어입니다. 문을 열고 들어가서 계산하고 나올 때까지 열네 장면을 순서대로 실었고, 모든 문장에 우리말로 읽는 법을 적었습니다.\n\n차림표에서 자주 보는 글자와 못 먹는 음식을 말하는 방법, 혼자 갔을 때의 예절도 담았습니다.",
  },
  {
    slug: "lang-shadowing",
    mentor: "engdaily5",
    title: "하루 15분 영어 섀도잉 루틴 4주",
    cover: ["하루 15분", "영어 섀도잉"],
    price: 12000,
    heat: 62,
    previews: 2,
    files: [["영어 섀도잉 4주.pdf"], ["섀도잉 기록표.xlsx", "log"]],
    description:
      "따라 말하기가 입에 붙지 않는 까닭은 속도가 아니라 분량 때문입니다. 30초짜리 소리 하나를 닷새 동안 다섯 가지 방법으로 따라 하는 4주 과정입니다.\n\n어떤 소리를 고를지, 녹음을 들을 때 무엇만 볼지 기준이 분명합니다. 기록표(엑셀)를 함께 드립니다.",
  },
  {
    slug: "lang-grammar-why",
    mentor: "engdaily5",
    title: "우리말로 이해하는 영어 관사: a와 the가 쉬워지는 이야기",
    cover: ["a와 the가", "쉬워지는 이야기"],
    price: 5000,
    heat: 40,
    previews: 2,
    files: [["영어 관사 이야기.pdf"]],
    description:
      "관사는 규칙이 아니라 '듣는 사람이 아는가'에 대한 배려입니다. 두 사람이 카페에서 나누는 대화 하나로 a와 the, 관사가 없는 경우를 모두 설명합니다.\n\n빈칸 문제와 풀이가 있고, 예외처럼 보이는 것들이 왜 예외가 아닌지 이야기합니다.",
  },
  {
    slug: "lang-jp-kana",
    mentor: "nihongo77",
    title: "[무료] 히라가나 사흘 만에 읽기",
    cover: ["히라가나", "사흘 만에"],
    price: 0,
    heat: 83,
    previews: 1,
    files: [["히라가나 사흘 만에 읽기.pdf"]],
    description:
      "쓰기보다 읽기를 먼저 합니다. 닮은 글자끼리 묶고 우리말 소리와 연결해서 하루 열다섯 자씩 사흘이면 간판을 더듬더듬 읽을 수 있습니다.\n\n매일 마지막에는 실제로 볼 수 있는 낱말 읽기 문제가 있습니다.",
  },
  {
    slug: "lang-toeic-part5",
    mentor: "engdaily5",
    title: "토익 파트5 20초 판단법: 빈칸 앞뒤만 보기",
    cover: ["토익 파트5", "20초 판단법"],
    price: 11000,
    heat: 52,
    previews: 3,
    files: [["토익 파트5 20초 판단법.pdf"]],
    description:
      "해석하기 전에 빈칸의 자리를 먼저 보는 연습입니다. 품사 자리, 동사의 꼴, 접속사와 전치사, 대명사, 어휘 다섯 유형을 알아보는 순서를 그림처럼 외우게 했습니다.\n\n직접 만든 연습 문장과 풀이가 들어 있습니다. 600점대에서 멈춘 분께 권합니다.",
  },
  {
    slug: "lang-small-talk",
    mentor: "engdaily5",
    title: "어색함을 줄이는 영어 스몰토크 질문 카드",
    cover: ["영어", "스몰토크 카드"],
    price: 3500,
    heat: 29,
    previews: 1,
    files: [["영어 스몰토크 질문 카드.pdf"]],
    description:
      "회의 시작 전 3분, 엘리베이터 안 30초에 쓰는 질문과 이어 주는 말입니다. 날씨, 주말, 음식, 일 네 주제로 나누고 피해야 할 질문도 적었습니다.\n\n질문보다 중요한 '맞장구'를 다섯 단계로 연습합니다.",
  },
  {
    slug: "lang-chinese-tone",
    mentor: "nihongo77",
    title: "중국어 성조, 몸으로 익히는 열흘",
    cover: ["중국어 성조", "열흘"],
    price: 8000,
    heat: 18,
    previews: 0,
    files: [["중국어 성조 열흘.pdf"]],
    description:
      "성조는 귀보다 몸이 먼저 기억합니다. 손을 움직이며 네 소리를 내고, 우리말 억양에서 비슷한 소리를 찾아 연결합니다.\n\n하루 10분씩 열흘, 두 글자 낱말에서 소리가 바뀌는 규칙까지 다룹니다. 중국어를 처음 배우는 분을 위한 자료입니다.",
  },
];
