/** Where the payment stand-in lives on its server. */
export const standinPath = "/standin/toss";

/** Keys of the stand-in: constants, so that every local installation pays the same way. No provider knows them. */
export const standinKeys = {
  clientKey: "test_ck_knowhow_standin",
  secretKey: "test_sk_knowhow_standin",
  securityKey: "5374616e64696e2d73656375726974792d6b65792d6f662d4b6e6f77686f7721",
} as const;
