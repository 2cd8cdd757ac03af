import { receiveForm, type ReceivedForm } from "../multipart.ts";
import { stateOf } from "../state.ts";
import { validate } from "../validate.ts";
import type { Route, Step } from "./route.ts";

/** Lets the handler receive the form of the call, and deletes its file once the handler is done. */
export const offerForm =
  ({ contract, schemas, config }: Pick<Route, "contract" | "schemas" | "config">): Step =>
  async (ctx, next) => {
    let received: ReceivedForm | undefined;
    stateOf(ctx).receive = async () => {
      received = await receiveForm(ctx, config.dataDir, contract.file);
      return {
        body: await validate(schemas.body, received.fields, contract.errors),
        file: received.requireFile(),
      };
    };
    try {
      await next();
    } finally {
      await received?.discard();
    }
  };
