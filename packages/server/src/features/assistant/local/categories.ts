import type { CategoryCode } from "@knowhow/shared";

/** Words by which a category is known: `strong` ones say it alone, `weak` ones add to it. */
const vocabulary: Record<CategoryCode, { strong: string; weak: string }> = {
  stock: {
    strong:
      "주식 증권 배당 종목 매수 매도 재무제표 코스피 코스닥 etf 펀드 채권 상장 공모주 시황 차트분석 캔들 손절 익절 포트폴리오비중 부동산투자 갭투자 경매투자 암호화폐 비트코인 코인투자 연금저축 irp 파이어족 재테크",
    weak: "투자 계좌 수익률 금리 자산 시장 환율 매매 리밸런싱 증시 선물 옵션 분산 수수료 연금",
  },
  certificate: {
    strong:
      "자격증 기사시험 정보처리기사 컴활 컴퓨터활용능력 한국사능력검정 공인중개사 전산회계 전산세무 조리기능사 기능사 산업기사 필기시험 실기시험 수능 내신 기출 오답노트 오답 모의고사 adsp sqld 사회조사분석사 세무사 회계사 공무원시험 검정고시 임용",
    weak: "시험 합격 필기 실기 암기 문제집 공부법 공부 학습 요약노트 요점 총정리 과목 점수 수험 회독 인강 문제풀이 정리노트",
  },
  programming: {
    strong:
      "프로그래밍 코딩 파이썬 python 자바스크립트 javascript 타입스크립트 typescript 리액트 react 자바 java sql 데이터베이스 알고리즘 깃허브 github git 도커 docker 쿠버네티스 aws 백엔드 프론트엔드 웹개발 앱개발 개발자 정규식 api 서버 배포 디버깅 리눅스 스프링 장고 html css 머신러닝 딥러닝 챗봇개발 크롤링 매크로 vba 소스코드 오픈소스",
    weak: "코드 함수 변수 자동화 에러 오류 라이브러리 프레임워크 자료구조 프로젝트 데이터 쿼리 테이블 select join null commit 스크립트 개발 명령어 컴퓨터 http 테스트",
  },
  language: {
    strong:
      "영어 일본어 중국어 스페인어 프랑스어 독일어 베트남어 러시아어 한국어교육 토익 toeic 토플 toefl 오픽 opic jlpt hsk 영문법 영단어 회화 섀도잉 쉐도잉 히라가나 가타카나 성조 파닉스 외국어 원어민 영작 스피킹 리스닝 문법책",
    weak: "문법 단어 발음 문장 표현 어휘 번역 통역 듣기 말하기 독해 외국인 패턴",
  },
  lifestyle: {
    strong:
      "자취 살림 청소 빨래 세탁 정리정돈 수납 가계부 생활비 절약 이사 전세 월세 집구하기 인테리어 육아 반려동물 강아지 고양이 화분 식물키우기 전기요금 관리비 분리수거 미니멀 비우기 생활꿀팁 꿀팁 여행계획 캠핑 자동차관리 보험 연말정산 비상금",
    weak: "생활 집 가정 살기 아끼기 얼룩 세제 냉장고 물건 계약서 점검 주거 동네 장보기 가전 여행 식물 화분 물주기 공과금 요금",
  },
  career: {
    strong:
      "취업 이직 면접 자기소개서 자소서 이력서 경력기술서 연봉 퇴사 신입사원 인사담당자 채용 직장생활 커리어 링크드인 linkedin 프리랜서 회의록 보고서작성 업무메일 승진 인턴 직무 헤드헌터 부업 창업 사업계획서",
    weak: "회사 직장 업무 상사 팀장 경력 지원동기 협상 포트폴리오 회의 보고 기획 퇴사 구직 인사 노무 근로 조직 경쟁력",
  },
  hobby: {
    strong:
      "취미 코바늘 뜨개질 뜨개 자수 캘리그라피 손글씨 그림그리기 드로잉 수채화 사진촬영 사진 보정 라이트룸 포토샵 영상편집 도예 목공 가죽공예 공예 비누만들기 캔들만들기 종이접기 보드게임 낚시 레고 프라모델 다이어리꾸미기 바느질 재봉 원예 마술 유튜브편집 블로그운영",
    weak: "만들기 그리기 도안 실 바늘 붓 카메라 렌즈 구도 작품 색감 스케치 촬영 손재주",
  },
  relationship: {
    strong:
      "연애 연인 커플 부부 이별 재회 썸 소개팅 짝사랑 데이트 결혼생활 심리학 심리 감정일기 감정 자존감 인간관계 대화법 애착 우울 불안감 상담 mbti 성격유형 거절하는 화해 공감",
    weak: "관계 마음 사랑 싸움 싸우 갈등 대화 상처 친구 가족 남자친구 여자친구 서운 미안 사이 거절 말하기",
  },
  music: {
    strong:
      "악보 피아노 기타코드 통기타 우쿨렐레 드럼 바이올린 첼로 플루트 오카리나 작곡 작사 편곡 화성학 청음 계이름 코드진행 반주 보컬 발성 미디 midi 시퀀서 음악이론 연주 칼림바 리코더 오선지 스트럼",
    weak: "음정 음악 코드 박자 리듬 음계 건반 기타 곡 노래 연습곡 손가락 화음 멜로디 합주",
  },
  playlist: {
    strong:
      "플레이리스트 플리 playlist 선곡 추천곡 듣는음악 노래추천 자장가 bgm 곡목록 노래모음 듣기좋은 재생목록 명곡 음반추천 클래식입문 재즈입문",
    weak: "듣는 노래 곡 가사 클래식 재즈 발라드 음악 감상 집중 잠들 분위기 매장음악 선율 볼륨 앨범 아티스트 순서표",
  },
  health: {
    strong:
      "건강 수면 불면 잠자는 스트레칭 거북목 허리통증 디스크 자세교정 명상 호흡법 다이어트식단 영양제 비타민 혈압 혈당 당뇨 콜레스테롤 건강검진 면역 웰빙 마사지 눈피로 안구건조 금연 금주 체중관리 갱년기 피로회복 교대근무",
    weak: "잠 몸 목 어깨 허리 통증 습관 물마시기 식습관 식단 호흡 피로 스트레스 회복 눈 걷기 기록지 루틴 의자",
  },
  sports: {
    strong:
      "러닝 달리기 마라톤 헬스장 홈트 홈트레이닝 근력운동 스쿼트 데드리프트 벤치프레스 수영 자유형 평영 등산 자전거 라이딩 축구 농구 야구 테니스 배드민턴 탁구 골프 클라이밍 필라테스 요가 크로스핏 복싱 주짓수 스키 스노보드 서핑 풋살 볼링 운동루틴 pt프로그램",
    weak: "운동 훈련 근육 체력 자세 세트 완주 페이스 코치 경기 선수 동작 트레이닝 준비운동 유산소 인터벌 훈련표",
  },
  cooking: {
    strong:
      "레시피 요리 반찬 밑반찬 도시락 베이킹 제빵 제과 쿠키 케이크 발효빵 무반죽 국물 육수 양념 찌개 볶음 구이 파스타 김치담그기 이유식 에어프라이어 밥솥 프라이팬 오븐 계량 손질법 밀키트 칵테일 홈카페 커피내리기 술안주 소스",
    weak: "음식 재료 식재료 밥 국 고기 채소 냄비 불 간장 설탕 소금 맛 식사 큰술 작은술 끓이 굽기 볶기 장보기 냉장고",
  },
  template: {
    strong:
      "템플릿 template 노션 notion 서식 ppt템플릿 파워포인트 슬라이드양식 엑셀양식 제안서 견적서 계약서양식 플래너 다이어리양식 체크리스트양식 스프레드시트 구글시트 피그마 figma 아이콘팩 폰트 목업 mockup 디자인소스 프리셋 근무표 청첩장",
    weak: "엑셀 시트 ppt 일정관리 자동계산 인쇄용 편집가능 복제 서류 관리표 슬라이드 양식",
  },
};

const tables = Object.entries(vocabulary).map(([code, { strong, weak }]) => ({
  code: code as CategoryCode, // Object.entries widens the keys of the table.
  words: [
    ...strong.split(" ").map((word) => [word, 3] as const),
    ...weak.split(" ").map((word) => [word, 1] as const),
  ],
}));

/** Blanks do not part words of this table: 정보 처리 기사 is 정보처리기사. */
const normal = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
/** How often each Latin word occurs in a text; they are matched whole: `api` is no part of `rapid`. */
const latinOf = (text: string): Map<string, number> => {
  const times = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[a-z][a-z0-9+#]*/g) ?? [])
    times.set(word, (times.get(word) ?? 0) + 1);
  return times;
};

const timesIn = (text: string, word: string): number => {
  let times = 0;
  for (let at = text.indexOf(word); at >= 0 && times < 16; at = text.indexOf(word, at + word.length))
    times += 1;
  return times;
};

/** The category of a text without any category's words. */
const otherwise: CategoryCode = "lifestyle";

/** Longer texts say no more about their category. */
const judged = 60_000;

/** The category whose words occur most: in the user's words, which count more, and in the file. */
export const categoryOf = (said: string, file: string): CategoryCode => {
  const parts = [
    { text: said, share: 3 },
    { text: file, share: 1 },
  ].map(({ text, share }) => {
    const cut = text.slice(0, judged);
    return { text: normal(cut), latin: latinOf(cut), share };
  });
  let best: CategoryCode = otherwise;
  let bestScore = 0;
  for (const { code, words } of tables) {
    let score = 0;
    for (const [word, weight] of words) {
      for (const { text, latin, share } of parts) {
        const times = /^[a-z]/.test(word) ? (latin.get(word) ?? 0) : timesIn(text, word);
        if (times > 0) score += weight * share * (1 + Math.log2(times));
      }
    }
    if (score > bestScore) [best, bestScore] = [code, score];
  }
  return best;
};
