/** Extensions of main and extra files. */
export const fileExtensions = [
  "pdf", "doc", "docx", "hwp", "hwpx", "txt", "ppt", "pptx", "xls", "xlsx", "zip", "rar",
] as const; // oxfmt-ignore

/** Extensions of preview and profile images. */
export const imageExtensions = ["jpg", "jpeg", "png", "gif", "webp"] as const;

/** Extensions that are refused with a warning of their own: they would run on the buyer's machine. */
export const executableExtensions = [
  "exe", "bat", "cmd", "com", "scr", "msi", "js", "jse", "vbs", "vbe", "wsf", "ps1", "sh", "jar", "apk", "dll", "lnk", "hta", "app", "dmg", "pkg", "deb",
] as const; // oxfmt-ignore
