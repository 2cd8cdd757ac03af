/** In SQL, for a table or alias of orders: whether the provider still cancels its payment, within a year. */
export const isCancellableSql = (alias: string): string =>
  `coalesce(${alias}.paid_at > app_now() - interval '1 year', false)`;

/** In SQL, for a table or alias of orders: whether it gives its buyer the content; refunding, only once paid. */
export const givesAccessSql = (alias: string): string =>
  `(${alias}.status in ('paid', 'refund_requested') or (${alias}.status = 'refunding' and ${alias}.paid_at is not null))`;
