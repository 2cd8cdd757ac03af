/** Beginnings of sentences that continue the one before. */
const leans =
  /^["'“‘(]*(?:그리고|그러나|그런데|그래서|그래도|그러면|그러니|그러므로|그렇지|그렇게|그렇다|그때|그중|그 |그것|그런|그러한|하지만|따라서|또한|또 |즉|곧 |반면|반대로|다만|대신|이때|이는|이것|이를|이런|이러한|이렇게|이처럼|이 (?:때|경우|밖|중)|여기|거기|왜냐|예를 들|단,|물론|결국|덕분에|아니면|있으면|없으면|하면 |되면 |까닭을|뒤에 |앞에 |이유는|까닭은|this|that|these|those|it|they|he|she|however|but|so|then|therefore|and|also|for example|such)(?=[\s,가-힣]|$)/iu;
/** Words with the particle of a topic or a subject. */
const topic = /[가-힣A-Za-z0-9)\]”’"'%](?:은|는|이|가|란|께서|도|들은|에는)[,"'”’]?$/u;
/** Verbs before a noun look like a topic. */
const beforeNoun = /(?:하|되|있|없|않|쓰|보|받|주|오|드|지|치|키|싶|따르|만드|묻|읽|적|맞|먹)는$/u;
/** Endings of definitions, which need a topic. */
const copula = /(?:입니다|이다|이에요|예요|였습니다|이었습니다|뜻합니다|말합니다|의미합니다)["'”’)]*[.!]?$/u;
/** Endings of reasons, which refer to the sentence before. */
const reason = /(?:때문|까닭|덕분|셈)(?:입니다|이다|이에요|이죠)["'”’)]*[.!]?$/u;
const korean = /[가-힣]/u;

/** How well a sentence stands alone: it `leans` on the one before, is `topicless`, or `whole`. */
export const independenceOf = (sentence: string): "leans" | "topicless" | "whole" => {
  if (leans.test(sentence) || reason.test(sentence)) return "leans";
  if (!korean.test(sentence)) return "whole";
  const words = sentence.split(" ").slice(0, -1);
  if (words.some((word) => topic.test(word) && !beforeNoun.test(word))) return "whole";
  return copula.test(sentence) ? "leans" : "topicless";
};
