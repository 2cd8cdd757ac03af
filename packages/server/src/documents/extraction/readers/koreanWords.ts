const lastWord = /[가-힣]+$/u;
const firstWord = /^[가-힣]+/u;

/** Endings that always end a sentence's last word. */
const endsWord = /^(?:니다|습니다|입니다|다|요|까|죠)[.!?]/u;
/** Particles and endings, which seldom begin a line unless their word began on the line before. */
const continues =
  /^(?:는|를|을|은|의|에|에서|에게|으로|로|까지|부터|처럼|만|도|와|과|면|며|고|으면|으며|습니다)(?:[\s,]|$)/u;
/** Endings of whole words: particles and endings that few nouns end with, behind as many letters. */
const isWhole =
  /(?:[가-힣][은는을를의에고며면로]|[가-힣]{2}[이가와과지어]|[가-힣](?:에서|에게|까지|부터|하는|하여|해서|지만|아서|도록|니다|는지|으니))$/u;
/** Beginnings of words that are joined to no other. */
const opens =
  /^(?:있[는습다어으을지던]|없[는습다어으을이지]|않[는습다아으을고]|말고|같[은이습]|때문|그리고|그러나|하지만|그래서|또는|또한|위해|위한|대한|대해|통해|따라|것[은이을입]|(?:수|때|등|및|이|그|각|더|두|세|네|한)\s)/u;
/** Numbers before what they count. */
const numeral = /^(?:두|세|네|몇|다섯|여섯|일곱|여덟|아홉|열|할|될)$/u;
const counter = /^(?:번|개|달|줄|시간|사람|가지|장|쪽|주|해|명|권|칸|곳|잔)/u;

/** Longest line that people read. */
const maxLineLength = 1_000;
const maxWordLength = 40;
/** Words of a long book; more are not remembered. */
const maxWords = 200_000;

/** How a file wraps its lines. */
interface Wrapping {
  keepsWords: boolean;
  isLikely: boolean;
}

/** Remembers the words of a text and tells by them, and by how Korean words end, where a word was cut. */
export const createWords = () => {
  const known = new Set<string>();
  return {
    /** Remembers the words within a line: those at its ends may be halves. */
    remember(line: string) {
      if (line.length > maxLineLength) return;
      const inner = line.trim().replace(firstWord, "").replace(lastWord, "");
      for (const [word] of inner.matchAll(/[가-힣]{2,}/gu)) if (known.size < maxWords) known.add(word);
    },
    /**
     * Whether the end of a line and the beginning of the next are halves of a word. `keepsWords`: the file cuts none;
     * `isLikely`: it cuts them as they come, so that they are halves unless something speaks against it.
     */
    areHalves(line: string, next: string, { keepsWords, isLikely }: Wrapping): boolean {
      if (!/[가-힣A-Za-z0-9)\]”’"'%]$/u.test(line)) return false;
      if (endsWord.test(next)) return true;
      if (keepsWords) return false;
      if (continues.test(next)) return true;
      const first = lastWord.exec(line.slice(-maxWordLength))?.[0] ?? "";
      const second = firstWord.exec(next.slice(0, maxWordLength))?.[0] ?? "";
      if (first === "" || second === "") return false;
      if (known.has(first + second)) return true;
      if (!isLikely || isWhole.test(first) || opens.test(next)) return false;
      if (numeral.test(first) || (first === "한" && counter.test(second))) return false;
      return second.length < 2 || !known.has(second);
    },
  };
};
