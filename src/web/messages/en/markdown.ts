export const markdownText = {
  tooComplex: 'This text is too long or too complex to format, so you see it as written.',
  image: 'Image',
  table: 'Table',
  done: 'Done',
  open: 'Not done',
}
