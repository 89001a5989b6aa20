/** A text in Markdown on one line, without its signs. Its time is quadratic in the worst case: for parts of texts. */
export function plainText(source: string): string {
  return source
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)?/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)?/g, '$1')
    .replace(/^ {0,3}(`{3,}|~{3,}).*$/gm, ' ')
    .replace(/^[ \t]*(#{1,6}[ \t]+|>[ \t]?|[-+*][ \t]+(\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)+/gm, '')
    .replace(/^[ \t]*([-*_=][ \t]*){3,}$/gm, ' ')
    .replace(/<\/?[a-z][^>\n]*>/gi, ' ')
    .replace(/(\*\*|__|~~|`)/g, '')
    .replace(/(^|\s)[*_](?=\S)|(?<=\S)[*_](?=[\s.,;:!?)]|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
