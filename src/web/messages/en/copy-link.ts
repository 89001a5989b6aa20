/** The button that copies the address of a page for other people. */
export const copyLinkText = {
  label: 'Copy link',
  copied: 'Link copied. To open it, people need a key for this workspace.',
}
