/**
 * Passwords that open every attacker's list and still satisfy the rules (letter, digit, special character,
 * 8 or more), in lower case. Public lists of the most common ones hold hardly any that do: nearly all of their
 * entries already fail the rules, so a large list would refuse nothing more.
 */
const words = `
  password1! password12! password123! password1234! password!1 password!123 password@1 password@123 password#1
  password#123 password1@ password123@ password1# password123# password_1 password.1 password-1 password1.
  passw0rd! passw0rd@ passw0rd# passw0rd1! passw0rd123! passw0rd!1 passw0rd@123
  p@ssword1 p@ssword1! p@ssword12 p@ssword123 p@ssword123! p@ssword1234
  p@ssw0rd p@ssw0rd! p@ssw0rd1 p@ssw0rd1! p@ssw0rd12 p@ssw0rd123 p@ssw0rd123! p@ssw0rd1234
  p@$$w0rd p@$$w0rd! p@$$w0rd1 p@$$w0rd1! p@$$w0rd123 pa$$w0rd pa$$w0rd! pa$$w0rd1 pa$$w0rd1! pa$$w0rd123 pa$$word1
  pass@123 pass@1234 pass@word1 pass123! pass1234! pass1234@
  qwer1234! qwer1234@ qwer1234# qwer1234!@ qwer1234!@# qwer1234!@#$ qwer!234 qwer!@34 qwer123! qwer123!@# !qwer1234
  qwer1234!! qwer12#$ qwe123!@# qwe123!! qwe1234! qweasd123! qwert123! qwert12345! qwerty1! qwerty12! qwerty123!
  qwerty123@ qwerty@123 qwerty1234! qwerty!1 qwerty!123 qwertyuiop1!
  asdf1234! asdf1234@ asdf1234!@ asdf1234!@#$ asdf123! asd123!@# zxcv1234! zxcv1234@ zxcv1234!@ zxc123!@#
  1q2w3e4r! 1q2w3e4r@ 1q2w3e4r!@ 1q2w3e4r!@#$ 1q2w3e4r5t! 1q2w3e4r5t!@ !1q2w3e4r 1q2w3e!! 1q2w3e$r 1q2w3e!@ 1q2w#e$r
  !q2w3e4r !q2w#e4r !q@w#e4r !q@w3e4r 1q@w3e4r q1w2e3r4! q1w2e3r4@ q1w2e3r4t5! a1s2d3f4! z1x2c3v4!
  1qaz@wsx 1qaz!qaz 1qaz2wsx! 1qaz2wsx@ 1qaz2wsx# !qaz2wsx !qaz1qaz !qazxsw2 1qazxsw@ 1qaz@wsx3edc 1qaz@wsx#edc
  1qaz2wsx3edc! zaq!2wsx zaq1@wsx zaq12wsx! zaq1!qaz 2wsx#edc @wsx3edc 3edc$rfv
  abc123!@ abc123!@# abc1234! abc@1234 abcd1234! abcd1234@ abcd1234# abcd1234!@ abcd1234!@#$ abcd@1234 abcd123! abcd!234
  abcd!@34 abcde123! abcde12345! a123456! a123456@ a123456789! a1234567! a12345678! a1b2c3d4! a1234!@#$ !a123456
  aa123456! aa123456@ aa123456# aa1234567! aa12345678! aa1234!! aaa111!!! aaaa1111! aaa123!@# qq123456!
  admin123! admin@123 admin@1234 admin1234! admin1234@ admin!123 admin!234 admin123!@# adm1n123! admin12345! admin#123
  root123! root1234! root@123 user1234! user@123 guest123! guest@123 system123! master123! manager1!
  welcome1! welcome@1 welcome12! welcome123! welcome@123 welcome#1 welcome#123 welcome!1 welcome1@ welcome1234!
  letmein1! letmein123! changeme1! changeme123! iloveyou1! iloveyou123! iloveyou2! iloveyou!1 sunshine1! princess1!
  monkey123! dragon123! football1! baseball1! superman1! batman123! michael1! charlie1! shadow123! master1!
  hello123! hello@123 secret123! summer123! winter123! spring123! login123! access123! computer1! internet1!
  love1234! love123! korea123! korea1234! seoul123! dlatl123! dkssud123! dkssudgktpdy1! tkfkdgo1! tkfkdgo1004!
  alswl123! alsrud123! rlaalswl1! qlalfqjsgh1! qlqjs123! 1004love! love1004! angel1004! angel1004@ a1004!!!
  12345678a! 123456a! 1234567a! 123456789a! 1234qwer! 1234qwer@ 1234qwer!@ 1234qwer!@#$ 1234asdf! 1234abcd! 12345qwert!
  123qwe!! 123qwe!@ 123qwe!@# 123qweasd! 123qweasd!@# 123qwe123! 123abc!! 123abc!@# 123456q! 123456qwe! 123123a! 111111a!
  11111111a! 1111aaaa! 112233a! 121212a! 147258a! 159753a! 000000a! 00000000a! 0000aaaa! 010203a!
  !@#$1234a !@#$qwer1 !@#$1234qwer !@#123qwe !@#qwe123 1234!@#$a 1234!@#$q 1234!@#$qwer qwer!@#$1234 q1w2e3!@ q1w2e3r$
  !1234qwer @1234qwer !1234abcd !123qwe! @a123456 @a12345678 samsung1! samsung123! naver123! kakao123! google123!
`
  .trim()
  .split(/\s+/);

const list: ReadonlySet<string> = new Set(words);

/** Tells whether a password is, but for case, exactly one of the most common ones. */
export const isCommonPassword = (password: string): boolean => list.has(password.toLowerCase());
