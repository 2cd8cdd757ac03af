/** In SQL, for a table or alias of orders: this order gives its buyer the content; refunding only after having been paid. */
export const givesAccessSql = (alias: string): string =>
  `(${alias}.status in ('paid', 'refund_requested') or (${alias}.status = 'refunding' and ${alias}.paid_at is not null))`;
