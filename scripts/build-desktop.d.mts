export declare const buildDesktop: (options?: { force?: boolean; isSigned?: boolean }) => Promise<void>;
