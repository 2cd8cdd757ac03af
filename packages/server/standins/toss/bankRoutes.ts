import type Router from "@koa/router";
import { object, string } from "yup";
import { checkBody } from "./body.ts";
import { standinError } from "./errors.ts";
import { restRoute } from "./restCall.ts";
import type { Standin } from "./standin.ts";

const holderBody = object({
  bankCode: string()
    .required()
    .matches(/^\d{2,3}$/),
  // The provider stops at 14 digits; the product lets people enter up to 30 and they belong to the holder too.
  accountNumber: string()
    .required()
    .matches(/^\d{1,30}$/),
  holderName: string().required().max(50),
});

/** What the last digit of an account number makes of it. */
export function accountFate(accountNumber: string): "valid" | "otherHolder" | "unreachable" {
  if (accountNumber.endsWith("1")) return "otherHolder";
  if (accountNumber.endsWith("9")) return "unreachable";
  return "valid";
}

/** Adds the check that an account belongs to a holder. */
export function addBankRoutes(router: Router, standin: Standin): void {
  router.post(
    "/v2/bank-accounts/verify-holder-name",
    restRoute(standin, { version: 2, entityType: "bank-account" }, async (call) => {
      const wanted = checkBody(holderBody, call.body);
      call.refuseIfTold();
      const fate = accountFate(wanted.accountNumber);
      if (fate === "unreachable") throw standinError("PROVIDER_ERROR");
      return { isValid: fate === "valid" };
    }),
  );
}
