/** Replaces the build by a fresh one; files that open tabs of the old one may still load stay. */
export declare const release: (fresh: string, dist: string, now?: number) => void;
