/** Password of every demo account; local installations only. */
export const demoPassword = "Knowhow!2026";

/** Login ids of the accounts that the start message names. */
export const demoUserIds = ["mentor1", "buyer1", "admin1", "warned1", "suspended1", "banned1"] as const;
