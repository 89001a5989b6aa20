/** The pages for admin keys. */
export const accessText = {
  failed: 'Couldn’t check what this key may do',
  back: 'Go to overview',
}
