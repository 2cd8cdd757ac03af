import { Model, snakeCaseMappers, type Transaction } from "objection";

/** Parent of all models: snake_case columns, uuid ids given by the database. */
export class BaseModel extends Model {
  declare id: string;
  static override readonly columnNameMappers = snakeCaseMappers();
}

/** An open transaction, as services take it. */
export type Trx = Transaction;
