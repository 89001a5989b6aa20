/** The OpenAPI document of the public API as JSON; `tools/public-document.ts` puts it here. */
export const publicDocument: string = ''
