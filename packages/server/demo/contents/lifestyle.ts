import type { ContentDraft } from "../types.ts";

/** Drafts of the category 생활/꿀팁. */
export const lifestyleDrafts: readonly ContentDraft[] = [
  {
    slug: "life-first-home",
    mentor: "salim101",
    title: "첫 자취 집 구하기: 계약 전 30분 점검 노트",
    cover: ["첫 자취", "집 구하기"],
    price: 7900,
    heat: 80,
    previews: 3,
    files: [["첫 자취 집 구하기.pdf"], ["집 보기 점검표.docx", "check"]],
    description:
      "집을 볼 때는 마음이 급해서 창문도 열어 보지 못하고 나옵니다. 현장에서 30분 동안 무엇을 어떤 순서로 볼지, 등기부에서 어느 칸을 읽을지, 계약서에 어떤 한 줄을 더 적을지 정리했습니다.\n\n낮과 밤, 비 오는 날에 다르게 보이는 것도 적었습니다. 집마다 한 장씩 쓰는 점검표를 워드로 드립니다.",
  },
  {
    slug: "life-budget-envelope",
    mentor: "budget10",
    title: "봉투 가계부: 엑셀로 옮긴 생활비 예산 나누기",
    cover: ["봉투 가계부", "엑셀판"],
    price: 5900,
    heat: 76,
    previews: 3,
    files: [["봉투 가계부.xlsx", "sheet"], ["봉투 가계부 쓰는 법.pdf"]],
    description:
      "적기만 하는 가계부는 반성문이 됩니다. 월급날 다섯 봉투에 먼저 나누고 남은 것만 쓰는 방법을 엑셀에 옮겼습니다. 봉투를 옮겨 쓸 때의 규칙이 이 방법의 핵심입니다.\n\n엑셀에는 예산, 지출, 남은 돈이 수식으로 이어져 있습니다. PDF에는 월급 230만 원 1인 가구의 석 달 기록을 예로 들었습니다.",
  },
  {
    slug: "life-laundry",
    mentor: "salim101",
    title: "빨래 얼룩 처방전: 커피, 김치, 볼펜까지",
    cover: ["빨래 얼룩", "처방전"],
    price: 3900,
    heat: 57,
    previews: 2,
    files: [["빨래 얼룩 처방전.pdf"]],
    description:
      "얼룩은 종류보다 시간과 온도가 중요합니다. 물로 빠지는 것, 기름으로 빠지는 것, 단백질이라 뜨거운 물을 만나면 굳는 것 세 갈래로 나누고 집에 있는 재료로 처리하는 순서를 적었습니다.\n\n세탁 기호를 읽는 법과 섬유별로 하면 안 되는 일도 표로 정리했습니다.",
  },
  {
    slug: "life-declutter",
    mentor: "tidyup33",
    title: "하루 한 칸 비우기 30일 정리 수첩",
    cover: ["하루 한 칸", "비우기 30일"],
    price: 4900,
    heat: 60,
    previews: 2,
    files: [["하루 한 칸 비우기.pdf"]],
    description:
      "주말을 통째로 쓰는 정리는 다음 주말에 되돌아갑니다. 하루 15분, 서랍 한 칸씩 30일 동안 비우는 순서표입니다. 버릴지 말지 고민될 때 던지는 세 질문과 '보류 상자'를 쓰는 방법이 들어 있습니다.\n\n가족의 물건을 대하는 법, 추억의 물건을 마지막에 두는 까닭도 이야기합니다.",
  },
  {
    slug: "life-moving-day",
    mentor: "tidyup33",
    title: "이사 D-30 일정표와 상자 번호표",
    cover: ["이사", "D-30"],
    price: 3500,
    heat: 39,
    previews: 2,
    files: [["이사 일정표.xlsx", "sheet"], ["이사 D-30.pdf"]],
    description:
      "이사 한 달 전부터 당일까지 할 일을 날짜로 나누었습니다. 주소 이전, 공과금 정산, 인터넷 이전처럼 미리 해야 하는 것과 당일에만 할 수 있는 것을 구별합니다.\n\n상자 번호표(엑셀)에 방과 내용, 여는 순서를 적어 두면 첫날 밤에 수건을 찾아 헤매지 않습니다.",
  },
  {
    slug: "life-electric-bill",
    mentor: "budget10",
    title: "전기요금 줄이는 집 안 점검 열 군데",
    cover: ["전기요금", "점검 열 군데"],
    price: 2500,
    heat: 45,
    previews: 1,
    files: [["전기요금 점검 열 군데.pdf"]],
    description:
      "플러그를 모두 뽑는 일보다 효과가 큰 것부터 적었습니다. 냉장고의 벽 간격, 에어컨의 첫 10분, 밥솥 보온처럼 한 번 바꾸면 계속 줄어드는 열 군데입니다.\n\n고지서에서 볼 숫자 세 개와 우리 집의 기본 전력을 재는 방법도 담았습니다.",
  },
  {
    slug: "life-free-emergency",
    mentor: "salim101",
    title: "[무료] 우리 집 비상 연락장 양식",
    cover: ["우리 집", "비상 연락장"],
    price: 0,
    heat: 55,
    previews: 1,
    files: [["우리 집 비상 연락장.docx"]],
    description:
      "가족 가운데 누가 보아도 알 수 있게 한 장에 모으는 연락장입니다. 병원, 보험, 가스와 수도, 아이와 반려동물, 중요한 서류가 있는 곳까지 칸을 나누었습니다.\n\n냉장고 옆에 붙일 것과 서랍에 둘 것을 구별해서 개인정보가 새지 않게 했습니다.",
  },
  {
    slug: "life-plant-care",
    mentor: "tidyup33",
    title: "죽이지 않는 화분 생활: 물 주기 판단법",
    cover: ["죽이지 않는", "화분 생활"],
    price: 4500,
    heat: 34,
    previews: 2,
    files: [["죽이지 않는 화분 생활.pdf"]],
    description:
      "'일주일에 한 번'이라는 말이 화분을 죽입니다. 흙, 잎, 무게 세 가지로 물 줄 때를 알아보는 방법과 집의 창 방향에 맞는 식물 고르기를 정리했습니다.\n\n노란 잎, 처진 잎, 벌레가 생겼을 때 무엇부터 볼지 순서대로 따라갈 수 있습니다.",
  },
  {
    slug: "life-meal-ledger",
    mentor: "budget10",
    title: "일주일 3만 원 장보기 영수증 읽기",
    cover: ["일주일 3만 원", "장보기"],
    price: 3000,
    heat: 27,
    previews: 0,
    files: [["일주일 3만 원 장보기.pdf"], ["장보기 목록.txt", "list"]],
    description:
      "무조건 아끼는 이야기가 아니라 버리는 것을 줄이는 이야기입니다. 실제 영수증을 네 주 동안 분류해 보고, 버려지는 재료의 값을 계산한 뒤 장보기 목록을 바꾸었습니다.\n\n1인 가구가 일주일 동안 끝까지 먹는 재료 조합과 메모장에 붙여 쓰는 목록을 드립니다.",
  },
];
