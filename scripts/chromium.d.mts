/** Path of a Chromium that is there. */
export declare const findChromium: () => string | undefined;
