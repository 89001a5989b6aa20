/** Why no file system can be mounted for a small disk, undefined where it can. */
export function whyNoSmallDisk(): string | undefined
