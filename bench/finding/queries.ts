// What people type, and what they mean by it: topics of the market's data, each alternative behind a comma; `+` wants all.
// `@` names a mentor, `#` a category. Written from the data, whatever the search makes of it.

const lines = {
  "as it stands": `
    주식 > stock
    배당주 > dividend
    부동산 > realestate
    청약 > subscription
    연말정산 > tax
    토익 > toeic
    오픽 > opic
    일본어 > japanese
    중국어 > chinese
    스페인어 > spanish
    파이썬 > python
    리액트 > react
    엑셀 > excel
    노션 > notion
    가계부 > budget
    계약서 > contract
    면접 > interview
    포트폴리오 > portfolio
    공무원 > publicjob
    전산회계 > accounting
    김치 > kimchi
    홈베이킹 > baking
    도시락 > dosirak
    명상 > meditation
    필라테스 > pilates
    골프 > golf
    피아노 > piano
    우쿨렐레 > ukulele
    육아 > parenting
    캘리그라피 > calligraphy`,
  "several words": `
    주식 입문 > stock+intro
    미국 주식 직장인 > overseas+worker
    왕초보 청약 > subscription+beginner
    토익 문제집 > toeic+problems
    영어 회화 왕초보 > conversation+beginner
    파이썬 로드맵 > python+roadmap
    엑셀 자동화 파이썬 > python+excel
    노션 체크리스트 > notion+checklist
    면접 준비 체크리스트 > interview+checklist
    이사 체크리스트 > moving+checklist
    결혼 준비 체크리스트 > marriage+checklist
    마라톤 4주 계획표 > marathon+plan
    한능검 핵심 요약 > korhistory+summary
    정보처리기사 핵심 요약 > infoengineer+summary
    컴활 문제집 > comphwal+problems
    피아노 악보 초보자 > piano+beginner
    기타 코드 기초 > guitar+basic
    다이어트 식단 계획표 > diet+plan
    집 정리 체크리스트 > cleaning+checklist
    사진 촬영 기초 > photo+basic
    무료 블로그 > blog+free
    무료 요가 > yoga+free
    유럽 여행 체크리스트 > europe+checklist
    캠핑 체크리스트 > camping+checklist
    드로잉 기초 다지기 > drawing+basic
    심화 SQL > sql+advanced
    직장인 도시락 계획표 > dosirak+plan
    대학생 연애 > love+student
    강아지 훈련 4주 > dog+plan
    경매 핵심 요약 > auction+summary`,
  spacing: `
    주 식 > stock
    미국주식 > overseas
    해외주식 > overseas
    배당투자 > dividend
    전세계약 > jeonse
    아파트청약 > subscription
    영어 회화 > conversation
    비즈니스영어 > email
    여행 영어 > travel+english
    코딩 테스트 > codingtest
    데이터 분석 > dataanalysis
    앱개발 > appdev
    엑셀함수 > excel
    엑셀 매크로 > vba
    사업 계획서 > proposal
    자기 소개서 > coverletter
    연봉협상 > salary
    한국사 능력 검정시험 > korhistory
    공인 중개사 > realtor
    전산 회계 > accounting
    홈 베이킹 > baking
    천연 발효빵 > bread
    거북목스트레칭 > stretching
    하프마라톤 > marathon
    통 기타 > guitar
    공부플레이리스트 > playlist+study
    결혼준비 > marriage
    셀프인테리어 > interior
    영상편집 > video
    가죽공예 > leather`,
  "initial consonants": `
    ㅂㄷㅅ > realestate
    ㅂㄷㅈ > dividend
    ㅇㅁㅈㅅ > tax
    ㅌㅇ > toeic
    ㅇㅂㅇ > japanese
    ㅍㅇㅆ > python
    ㄱㄱㅂ > budget
    ㅇㄹㅅ > resume
    ㅈㄱㅅㄱㅅ > coverletter
    ㅍㅌㅍㄹㅇ > portfolio
    ㄱㅇㅈㄱㅅ > realtor
    ㅈㅂㅊㄹㄱㅅ > infoengineer
    ㄷㅅㄹ > dosirak
    ㄷㅇㅇㅌ > diet
    ㅅㅌㄹㅊ > stretching
    ㅍㄹㅌㅅ > pilates
    ㅁㄹㅌ > marathon
    ㅇㅋㄹㄹ > ukulele
    ㅍㄹㅇㄹㅅㅌ > playlist
    ㅋㄹㄱㄹㅍ > calligraphy
    ㅇㅌㄹㅇ > interior
    ㅋㅍ > camping, coffee, comphwal
    ㄱㅈㄱㅇ > leather
    ㅅㅍㅇㅇ > spanish
    ㅋㄷㅌㅅㅌ > codingtest`,
  "a wrong letter": `
    엑샐 > excel
    액셀 > excel
    파이선 > python
    파이쏜 > python
    자바스크립드 > javascript
    리엑트 > react
    노숀 > notion
    가게부 > budget
    포토폴리오 > portfolio
    자기소게서 > coverletter
    이럭서 > resume
    연말정싼 > tax
    부동싼 > realestate
    비트코잉 > coin
    오픽 문재집 > opic+problems
    토익 채크리스트 > toeic+checklist
    스패인어 > spanish
    중궁어 > chinese
    일본어 회하 > japanese
    공인중게사 > realtor
    컴퓨터할용능력 > comphwal
    전기기싸 > electric
    바리스따 > barista
    홈배이킹 > baking
    다이어터 > diet
    스트래칭 > stretching
    필라태스 > pilates
    마라톤 흘련 > marathon, running
    우쿠렐레 > ukulele
    피야노 > piano
    바이올링 > violin
    플레이리스뜨 > playlist
    켈리그라피 > calligraphy
    인테리여 > interior
    뜨게질 > knitting
    수채와 > watercolor
    인스타그렘 > instagram
    유투브 > youtube
    웹소썰 > novel
    크라이밍 > climbing`,
  "the other keyboard": `
    wntlr > stock
    qnehdtks > realestate
    cjddir > subscription
    xhdlr > toeic
    dlfqhsdj > japanese
    dprtpf > excel
    shtus > notion
    rkrPqn > budget
    dlfurtj > resume
    auswjq > interior, interview
    dusqhd > salary
    qmffhrm > blog
    dyfl > cooking, vegan
    ekdldjxm > diet
    audtkd > meditation
    fjsld > running
    emdtks > hiking
    rlxk > guitar
    Emrowlf > knitting
    ㅔㅛ쇄ㅜ > python
    ㄷㅌㅊ디 > excel
    ㅜㅐ샤ㅐㅜ > notion
    랴흠 > figma
    ㄴ비 > sql
    ㅗ싀 > html`,
  particles: `
    주식을 > stock
    부동산은 > realestate
    청약으로 > subscription
    토익이랑 > toeic
    영어회화를 > conversation
    파이썬으로 > python
    자바를 > java
    엑셀로 > excel
    노션에서 > notion
    이력서를 > resume
    면접에서 > interview
    블로그는 > blog
    공무원이 > publicjob
    운전면허도 > driver
    김치는 > kimchi
    커피를 > coffee
    다이어트에 > diet
    수면과 > sleep
    요가로 > yoga
    러닝부터 > running
    골프의 > golf
    피아노로 > piano
    작곡을 > composition
    연애를 > love
    결혼준비를 > marriage
    강아지와 > dog
    고양이한테 > cat
    캠핑까지 > camping
    사진을 초보자 > photo+beginner
    유튜브로 > youtube`,
  "compound words": `
    주식입문 > stock+intro
    토익총정리 > toeic+total
    엑셀가이드북 > excel+guide
    파이썬입문 > python+intro
    면접체크리스트 > interview+checklist
    부동산경매 > auction
    노션템플릿 > notion
    블로그글쓰기 > blog
    다이어트식단 > diet
    피아노악보 > piano
    바이올린악보 > violin
    재즈플레이리스트 > jazz
    캘리그라피연습장 > calligraphy+exercise
    마라톤계획표 > marathon+plan
    수채화기초 > watercolor+basic
    유럽여행체크리스트 > europe+checklist
    영상편집강의자료 > video+lecture
    코딩테스트문제집 > codingtest+problems
    공무원핵심요약 > publicjob+summary
    오픽오답노트 > opic+mistakes`,
  "other names": `
    excel > excel
    스프레드시트 > excel
    notion > notion
    피피티 > ppt
    프레젠테이션 ppt > ppt
    포폴 > portfolio
    자소서 > coverletter
    레쥬메 > resume
    재테크 > stock, realestate, fund, pension, dividend
    정처기 > infoengineer
    컴활 > comphwal
    한능검 > korhistory
    중개사 > realtor
    코테 > codingtest
    달리기 > running
    조깅 > running
    홈트 > hometraining
    맨몸운동 > hometraining
    불면증 > sleep
    산행 > hiking
    플리 > playlist
    기타 악보 > guitar, ukulele
    인스타 > instagram
    일어 > japanese
    잉글리시 > english
    조리법 > cooking
    챗지피티 > chatgpt
    연봉협상 > salary
    취준 > interview, resume, coverletter, portfolio, #career
    양식 > word, contract, template, #template`,
  "Latin and Korean names": `
    toeic > toeic
    TOEIC 문제집 > toeic+problems
    opic > opic
    아이엘츠 > ielts
    ielts > ielts
    python > python
    Python 입문 > python+intro
    자바스크립트 > javascript
    javascript > javascript
    react > react
    git > git
    figma > figma
    피그마 > figma
    photoshop > photoshop
    포토샵 > photoshop
    일러스트레이터 > illustrator
    canva > canva
    파워포인트 > ppt
    youtube > youtube
    chatgpt > chatgpt`,
  mentors: `
    느린투자노트 > @느린투자노트
    청약박사 > @청약박사
    합격메이트 > @합격메이트
    파이썬하는방 > @파이썬하는방
    매일영어한줄 > @매일영어한줄
    코바늘상점 > @코바늘상점
    한강러너 > @한강러너
    한강 러너 > @한강러너
    ㅎㄱㄹㄴ > @한강러너
    새벽두시플리 재즈 > @새벽두시플리+jazz
    봉투가계부 엑셀 > @봉투가계부+excel
    셀마스터 노션 > @셀마스터+notion
    김치할머니 도시락 > @김치할머니+dosirak
    마음온도 이별 > @마음온도36도+breakup
    하늘코두 > @하늘코드`,
  categories: `
    자격증 > #certificate
    프로그래밍 > #programming
    외국어 > #language
    생활 > #lifestyle
    커리어 > #career
    취미 > #hobby
    웰빙 > #health
    스포츠 > #sports
    레시피 > #cooking
    음악 > #music
    외국어 무료 > #language+free
    스포츠 왕초보 > #sports+beginner
    자격증 문제집 > #certificate+problems`,
  descriptions: `
    호가창 > described:호가창
    배당락일 > described:배당락일
    등기부등본 > described:등기부등본
    확정일자 > described:확정일자
    피벗테이블 > described:피벗테이블
    조건부서식 > described:조건부서식
    윈도우함수 > described:윈도우함수
    프롬프트엔지니어링 > described:프롬프트엔지니어링
    압박질문 > described:압박질문
    고춧가루 > described:고춧가루
    케이던스 > described:케이던스
    소실점 > described:소실점`,
} as const;

/** A search with the hits that it is to have: those that have all topics of one of the alternatives. */
export interface Query {
  kind: string;
  text: string;
  wanted: readonly (readonly string[])[];
}

/** The searches of the fixture. */
export const queries: readonly Query[] = Object.entries(lines).flatMap(([kind, text]) =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [typed = "", wanted = ""] = line.split(" > ");
      const alternatives = wanted.split(",").map((one) => one.trim().split("+"));
      return { kind, text: typed.trim(), wanted: alternatives };
    }),
);
