/** Particles at the end of a Korean word and endings of verbs made from nouns, longest first. */
const endings = [
  "으로부터", "에서부터", "이었습니다", "하였습니다", "했습니다", "됩니다", "합니다", "입니다", "습니다", "하세요", "하려면",
  "에서는", "에게서", "이라는", "으로는", "으로도", "까지는", "하는데", "하면서", "해주는", "되어야", "해야", "하기", "하는", "하며", "하면",
  "하고", "하여", "해서", "했던", "되는", "되어", "되고", "에서", "에게", "으로", "부터", "까지", "처럼", "보다", "마다", "이나", "라는",
  "이며", "에는", "에도", "와의", "과의", "만의", "들을", "들이", "들은", "들의", "인데", "이다", "한다", "된다", "해요", "예요", "이에요",
  "은", "는", "이", "가", "을", "를", "의", "에", "도", "로", "와", "과", "만", "한", "할", "된", "들",
] as const; // oxfmt-ignore

/** Words that do not tell a text's subject. */
const empty = new Set(
  (
    "그리고 그러나 하지만 그래서 또는 또한 즉 및 등 위해 위한 대한 대해 통해 따라 때문 경우 정도 이것 그것 저것 여기 거기 우리 저희 여러분 " +
    "있는 있습 없는 없습 있다 없다 같은 같이 모든 많은 다른 어떤 이런 그런 저런 매우 아주 정말 바로 가장 더욱 다시 먼저 다음 이번 지금 " +
    "것 수 때 곳 분 점 번 개 명 년 월 일 안 밖 위 아래 앞 뒤 중 후 전 더 꼭 잘 못 좀 " +
    "the a an and or of to in on for with is are was be this that it as by at from not can will you your we our"
  ).split(" "),
);

const hangul = /[가-힣]$/u;

/** A word without its Korean particle, if at least two letters remain. */
const stemOf = (word: string): string => {
  if (!hangul.test(word)) return word;
  const ending = endings.find((one) => word.length - one.length >= 2 && word.endsWith(one));
  return ending === undefined ? word : word.slice(0, -ending.length);
};

/** The words of a text that carry meaning, in order and with repetitions: lower case, without particles. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter((word) => word.length > 1 && word.length <= 40 && !/^\d+$/.test(word))
    .map(stemOf)
    .filter((word) => word.length > 1 && !empty.has(word));
