/** Puts a fresh build in the place of the one before; what that one's open tabs may still load stays. */
export declare const release: (fresh: string, dist: string, now?: number) => void;
