/** Path of a Chromium that is there. */
export declare const findChromium: () => string | undefined;

/** Path of a Chromium without windows and profiles, for tests that need neither service worker nor installation. */
export declare const findHeadlessShell: () => string | undefined;
