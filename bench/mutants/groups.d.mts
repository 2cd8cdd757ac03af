export const groups: Record<string, { project: string; mutate: string[] }>;
