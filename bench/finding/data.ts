// A market to search in: 20,000 titles as mentors write them, the same ones every time, each with the topics it is about.

/** Topics, category, names of a subject in titles, and words that only its descriptions have; a line each. */
const subjects = `
  stock | stock | 주식, 주식 투자 | 예수금 호가창 시장가 지정가
  stock etf | stock | ETF, ETF 분산투자 | 추종지수 괴리율 총보수
  stock dividend | stock | 배당주, 배당 투자 | 배당락일 배당성향
  stock overseas | stock | 해외 주식, 미국 주식 | 환전수수료 양도소득세
  realestate | stock | 부동산, 부동산 투자 | 임장 등기부등본 근저당
  realestate auction | stock | 부동산 경매, 경매 | 권리분석 명도 낙찰가
  realestate subscription | stock | 청약, 아파트 청약 | 가점표 무주택기간
  realestate jeonse | lifestyle | 전세 계약, 전세 | 확정일자 전입신고 보증보험
  coin | stock | 비트코인, 가상자산 | 콜드월렛 반감기 김치프리미엄
  tax | stock | 연말정산, 종합소득세 | 소득공제 세액공제 홈택스
  pension | stock | 연금저축, 개인연금 IRP | 세제혜택 중도인출
  fund bond | stock | 채권 투자, 채권 | 표면금리 듀레이션
  toeic | language | 토익, TOEIC | 파트7 빈칸추론
  opic | language | 오픽, OPIc | 돌발질문 롤플레이
  ielts | language | 아이엘츠, IELTS | 밴드스코어 라이팅태스크
  english conversation | language | 영어 회화, 영어회화 | 발음기호 원어민표현
  english grammar | language | 영어 문법, 영문법 | 가정법 관계대명사
  english email | language | 비즈니스 영어 이메일, 영어 이메일 | 참조수신 맺음말
  english travel | language | 여행 영어, 여행영어 | 입국심사 환승
  japanese | language | 일본어, 일본어 회화 | 히라가나 가타카나 존경어
  jlpt japanese | language | JLPT, JLPT 일본어 | 청해 독해지문
  chinese | language | 중국어, 중국어 회화 | 병음 성조변화
  spanish | language | 스페인어, 스페인어 회화 | 동사변화 남성명사
  french | language | 프랑스어, 불어 | 연음 접속법
  python | programming | 파이썬, Python | 리스트컴프리헨션 가상환경
  python excel | programming | 파이썬 엑셀 자동화, 파이썬으로 엑셀 자동화 | 오픈파이엑셀 셀병합
  javascript | programming | 자바스크립트, JavaScript | 클로저 프로미스
  react | programming | 리액트, React | 훅규칙 상태끌어올리기
  java | programming | 자바, Java | 추상클래스 가비지컬렉터
  sql | programming | SQL, SQL 쿼리 | 윈도우함수 서브쿼리
  git | programming | 깃허브, Git | 리베이스 충돌해결
  html | programming | HTML CSS, 웹 퍼블리싱 | 플렉스박스 미디어쿼리
  codingtest | programming | 코딩테스트, 코테 | 너비우선탐색 동적계획법
  appdev | programming | 앱 개발, 안드로이드 앱 | 스토어심사 인앱결제
  gamedev | programming | 유니티 게임 개발, 유니티 | 콜라이더 프리팹
  dataanalysis | programming | 데이터 분석, 데이터분석 | 이상치 결측값
  ai chatgpt | programming | 챗GPT 활용, ChatGPT | 프롬프트엔지니어링 환각현상
  excel | template | 엑셀, 엑셀 함수 | 피벗테이블 조건부서식
  excel vba | template | 엑셀 매크로, 엑셀 VBA | 사용자폼 모듈삽입
  notion | template | 노션, 노션 템플릿 | 롤업 관계형속성
  ppt | template | 파워포인트, PPT | 슬라이드마스터 애니메이션창
  word | template | 워드 문서, 워드 양식 | 머리글 목차삽입
  budget | template | 가계부, 봉투 가계부 | 고정지출 변동지출
  budget excel | template | 엑셀 가계부, 가계부 엑셀 | 자동합계 월별시트
  proposal | template | 사업계획서, 제안서 | 시장규모 손익분기점
  contract | template | 계약서 양식, 계약서 | 손해배상 관할법원
  figma | template | 피그마, Figma | 오토레이아웃 컴포넌트세트
  photoshop | template | 포토샵, Photoshop | 누끼따기 레이어마스크
  illustrator | template | 일러스트레이터, 일러스트 | 펜툴 패스파인더
  canva | template | 캔바, Canva | 브랜드키트 카드뉴스
  resume | career | 이력서, 이력서 작성 | 공백기 증명사진
  coverletter | career | 자기소개서, 자기소개서 첨삭 | 성장과정 입사포부
  interview | career | 면접, 면접 준비 | 압박질문 마지막한마디
  portfolio | career | 포트폴리오, 포트폴리오 제작 | 작업과정 케이스스터디
  salary | career | 연봉 협상, 연봉협상 | 처우협의 사이닝보너스
  jobchange | career | 이직, 이직 준비 | 퇴직사유 평판조회
  publicjob | certificate | 공무원 시험, 공무원 | 행정법 국어기출
  ncs | certificate | NCS, NCS 직업기초능력 | 모듈형 의사소통능력
  freelancer | career | 프리랜서, 프리랜서 시작 | 원천징수 단가표
  sidejob | career | 부업, 스마트스토어 부업 | 상세페이지 위탁판매
  marketing | career | 마케팅, 마케팅 기획 | 퍼널 전환율
  blog | career | 블로그, 블로그 글쓰기 | 상위노출 애드센스
  youtube | career | 유튜브, 유튜브 채널 운영 | 썸네일 조회수
  instagram | career | 인스타그램, 인스타 운영 | 릴스 팔로워
  comphwal | certificate | 컴퓨터활용능력, 컴활 1급 | 액세스실기 상시시험
  infoengineer | certificate | 정보처리기사, 정처기 실기 | 요구사항명세 데이터모델링
  korhistory | certificate | 한국사능력검정시험, 한능검 | 사료해석 고려시대
  realtor | certificate | 공인중개사, 공인중개사 1차 | 민법총칙 부동산학개론
  accounting | certificate | 전산회계, 전산회계 1급 | 분개연습 결산정리
  adsp dataanalysis | certificate | ADsP, 데이터분석 준전문가 | 빅데이터이해 가설검정
  driver | certificate | 운전면허, 운전면허 필기 | 표지판 기능시험
  socialworker | certificate | 사회복지사, 사회복지사 1급 | 지역사회복지 실천기술
  barista | certificate | 바리스타, 바리스타 2급 | 에스프레소추출 스팀밀크
  electric | certificate | 전기기사, 전기기사 필기 | 회로이론 전력공학
  cooking | cooking | 집밥 요리, 자취 요리 | 계량스푼 불조절
  cooking korean | cooking | 한식 레시피, 한식 반찬 | 양념장 겉절이
  cooking kimchi | cooking | 김치, 김장 김치 | 절임배추 고춧가루
  baking | cooking | 홈베이킹, 베이킹 | 버터크림 오븐예열
  baking bread | cooking | 천연발효빵, 식빵 만들기 | 르방 글루텐
  dosirak | cooking | 도시락, 직장인 도시락 | 밀프렙 보온통
  vegan cooking | cooking | 비건 요리, 채식 레시피 | 두부면 비건치즈
  coffee | cooking | 핸드드립 커피, 커피 | 분쇄도 원두산지
  diet | health | 다이어트, 다이어트 식단 | 정체기 기초대사량
  diet lowcarb | health | 저탄고지, 키토제닉 | 케톤수치 방탄커피
  sleep | health | 수면, 숙면 습관 | 멜라토닌 렘수면
  stretching | health | 스트레칭, 거북목 스트레칭 | 승모근 폼롤러
  meditation | health | 명상, 마음챙김 명상 | 호흡관찰 바디스캔
  yoga | sports | 요가, 빈야사 요가 | 다운독 사바아사나
  pilates | sports | 필라테스, 매트 필라테스 | 코어근육 리포머
  running | sports | 러닝, 러닝 훈련 | 케이던스 젖산역치
  running marathon | sports | 마라톤, 하프 마라톤 | 테이퍼링 급수대
  hometraining | sports | 홈트레이닝, 홈트 | 플랭크 버피
  weight | sports | 헬스, 웨이트 트레이닝 | 삼대중량 데드리프트
  swimming | sports | 수영, 자유형 수영 | 플립턴 킥판
  golf | sports | 골프, 골프 스윙 | 슬라이스교정 퍼팅라인
  tennis | sports | 테니스, 테니스 서브 | 백핸드 발리
  hiking | sports | 등산, 백패킹 등산 | 배낭무게 스틱사용법
  cycling | sports | 자전거, 로드 자전거 | 클릿페달 업힐
  climbing | sports | 클라이밍, 실내 클라이밍 | 볼더링 초크
  guitar | music | 통기타, 기타 코드 | 하이코드 스트로크
  piano | music | 피아노, 피아노 악보 | 체르니 페달링
  ukulele | music | 우쿨렐레, 우쿨렐레 악보 | 로우지 칼립소주법
  drum | music | 드럼, 드럼 악보 | 파라디들 하이햇
  singing | music | 보컬, 노래 발성 | 두성 복식호흡
  composition | music | 작곡, 미디 작곡 | 신시사이저 대위법
  violin | music | 바이올린, 바이올린 악보 | 비브라토 운지법
  playlist study | playlist | 공부 플레이리스트, 집중 플레이리스트 | 백색소음 가사없는
  playlist morning | playlist | 아침 플레이리스트, 출근길 플레이리스트 | 상쾌한템포 기상음악
  playlist jazz | playlist | 재즈 플레이리스트, 재즈 선곡 | 스윙리듬 빌에반스
  playlist sleep | playlist | 자장가 플레이리스트, 잠들기 전 플레이리스트 | 파도소리 오르골
  love | relationship | 연애, 연애 상담 | 밀당 소개팅대화
  breakup | relationship | 이별, 이별 극복 | 재회가능성 미련
  marriage | relationship | 결혼 준비, 결혼준비 | 스드메 상견례
  psychology | relationship | 심리학, 심리 상담 | 애착유형 방어기제
  speech | relationship | 말하기, 대화법 | 경청반응 발표불안
  parenting | lifestyle | 육아, 신생아 육아 | 수면교육 이유식시작
  pet dog | lifestyle | 강아지 훈련, 반려견 | 분리불안 배변패드
  pet cat | lifestyle | 고양이 키우기, 고양이 | 캣타워 하악질
  plant | lifestyle | 식물 키우기, 반려식물 | 분갈이 과습
  cleaning | lifestyle | 정리수납, 집 정리 | 미니멀라이프 옷장구역
  laundry | lifestyle | 빨래, 얼룩 제거 | 과탄산소다 섬유유연제
  moving | lifestyle | 이사, 이사 준비 | 포장이사 견적비교
  interior | lifestyle | 인테리어, 셀프 인테리어 | 도배풀 타일줄눈
  camping | lifestyle | 캠핑, 차박 캠핑 | 텐트설치 불멍
  travel jeju | lifestyle | 제주 여행, 제주도 여행 | 올레길 렌터카
  travel europe | lifestyle | 유럽 여행, 유럽 배낭여행 | 유레일패스 소매치기
  knitting | hobby | 뜨개질, 코바늘 뜨개 | 사슬뜨기 게이지
  drawing | hobby | 그림 그리기, 드로잉 | 소실점 명암법
  watercolor drawing | hobby | 수채화, 수채화 그리기 | 번짐기법 마스킹액
  calligraphy | hobby | 캘리그라피, 손글씨 캘리그라피 | 붓펜농도 여백구성
  photo | hobby | 사진 촬영, 스마트폰 사진 | 조리개값 황금시간대
  video | hobby | 영상 편집, 프리미어 프로 | 컷편집 색보정
  woodwork | hobby | 목공, 가구 만들기 | 사포질 짜맞춤
  leather | hobby | 가죽공예, 가죽 지갑 만들기 | 새들스티치 엣지코트
  candle | hobby | 캔들 만들기, 향초 공방 | 소이왁스 심지
  writing | hobby | 글쓰기, 에세이 쓰기 | 퇴고요령 문장다듬기
  novel writing | hobby | 웹소설, 웹소설 연재 | 회귀물 투고
  chess | hobby | 체스, 체스 오프닝 | 시칠리안디펜스 캐슬링
  magic | hobby | 마술, 카드 마술 | 더블리프트 손기술`;

/** What a content is, with the topic of that. */
const forms = [
  "입문|intro", "핵심 요약|summary", "체크리스트|checklist", "4주 계획표|plan", "실전 노트|practice", "질문 모음|questions", "문제집|problems",
  "오답노트|mistakes", "한 장 정리|page", "연습장|exercise", "기초 다지기|basic", "심화 과정|advanced", "따라 하기|follow", "점검표|checklist",
  "가이드북|guide", "비법 노트|secrets", "해설서|solutions", "예제 50개|examples", "단기 완성|quick", "독학 로드맵|roadmap", "워크북|exercise",
  "강의 자료|lecture", "총정리|total", "자주 하는 실수|faults",
]; // oxfmt-ignore

/** Who it is for, with a topic where searches name it. */
const readers = [
  "직장인|worker", "초보자|beginner", "대학생|student", "사회초년생", "40대", "왕초보|beginner", "퇴근 후", "주말", "하루 15분", "혼자 하는",
  "[무료]|free", "현직자의", "처음 만나는", "2주", "3개월",
]; // oxfmt-ignore

const tails = [
  "처음부터 끝까지", "실수 없이 시작하는 법", "바로 써먹는 요령", "헷갈리는 것만 골라서", "순서대로 따라가면 됩니다", "10년 경험을 담았습니다",
  "책 한 권 분량", "그림으로 이해하는", "막히는 곳에서 다시", "시간을 줄이는 방법",
]; // oxfmt-ignore

/** Mentors of each category. */
const mentors: Readonly<Record<string, readonly string[]>> = {
  stock: ["느린투자노트", "배당하는부엉이", "복리의정원", "청약박사"],
  certificate: ["합격메이트", "새벽네시독서실", "기출수집가", "한방합격"],
  programming: ["하늘코드", "파이썬하는방", "버그사냥꾼", "코딩하는곰"],
  language: ["매일영어한줄", "골목일본어", "토익저격수", "세계말글방"],
  lifestyle: ["살림백단", "비우는하루", "초록발코니", "짐싸는사람"],
  career: ["서류통과연구소", "전직인사담당자", "이직상담소", "글밥먹는사람"],
  hobby: ["빛수집가", "코바늘상점", "느린붓", "작은목공소"],
  relationship: ["마음온도36도", "대화수업", "사이연구소"],
  music: ["여든여덟건반", "여섯줄공방", "동네작곡가"],
  playlist: ["새벽두시플리", "동네클래식", "재즈다방"],
  health: ["여덟시간숙면", "십분스트레칭", "가벼운접시"],
  sports: ["한강러너", "물결수영", "땀나는거실", "산타는할배"],
  cooking: ["한냄비식탁", "백팔십도베이킹", "김치할머니", "드립하는남자"],
  template: ["노션서랍", "슬라이드공장", "봉투가계부", "셀마스터"],
};

/** A content of the market. */
export interface Finding {
  title: string;
  description: string;
  category: string;
  mentor: string;
  topics: readonly string[];
  price: number;
  likes: number;
}

const split = (text: string, by: string): string[] => text.split(by).map((part) => part.trim());
const pick = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length];
  if (found === undefined) throw new Error("an empty list");
  return found;
};
/** A number that only looks drawn. */
const mixed = (n: number): number => Math.imul(n ^ (n >>> 15), 2_654_435_761) >>> 8;

const titleOf = (n: number, name: string, form: string, reader: string): string => {
  const tail = pick(tails, mixed(n + 5));
  switch (mixed(n) % 6) {
    case 0:
      return `${reader} ${name} ${form}`;
    case 1:
      return `${name} ${form}: ${tail}`;
    case 2:
      return `${reader} ${name}, ${tail}`;
    case 3:
      return `${name} ${form} (${reader} 추천)`;
    case 4:
      return `${reader} ${name}${form.replaceAll(" ", "")}`;
    default:
      return `${tail} ${name} ${form}`;
  }
};

/** The number of contents. */
export const findingCount = 20_000;

/** The contents of the market. */
export const makeFindings = (): Finding[] => {
  const rows = split(subjects.trim(), "\n").map((line) => {
    const [topics = "", category = "", names = "", details = ""] = split(line, "|");
    return { topics: topics.split(" "), category, names: split(names, ","), details: details.split(" ") };
  });
  return Array.from({ length: findingCount }, (_, n) => {
    const { topics, category, names, details } = pick(rows, n);
    const round = Math.floor(n / rows.length);
    const [form = "", formTopic] = pick(forms, mixed(n + 11)).split("|");
    const [reader = "", readerTopic] = pick(readers, mixed(n + 3)).split("|");
    const title = titleOf(n, pick(names, round), form, reader);
    const mentor = pick(mentors[category] ?? [], mixed(n + 9));
    const has = (part: string): boolean => title.includes(part) || title.includes(part.replaceAll(" ", ""));
    return {
      title,
      // Words of other subjects stand in descriptions too, as they do in real ones.
      description: `${pick(details, round)} 이야기까지 담았습니다. ${pick(pick(rows, mixed(n + 1)).names, n)} 자료를 찾다가 지친 분께 권합니다.`,
      category,
      mentor,
      topics: [
        ...topics,
        ...(formTopic !== undefined && has(form) ? [formTopic] : []),
        ...(readerTopic !== undefined && has(reader) ? [readerTopic] : []),
        ...details.filter((_, index) => index === round % details.length).map((word) => `described:${word}`),
      ],
      price: title.includes("[무료]") ? 0 : 1_500 + (mixed(n + 4) % 60) * 500,
      likes: Math.floor((mixed(n + 7) % 1_000) ** 3 / 10_000_000),
    };
  });
};
