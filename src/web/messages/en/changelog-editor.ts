import { plural } from '#web/messages/plural.ts'

/** Writing an entry. */
export const editorText = {
  title: 'Title',
  titlePlaceholder: 'Title',
  body: 'Text',
  bodyPlaceholder: 'What is new? Markdown works.',
  words: (count: number) => plural(count, { one: '# word', other: '# words' }),
  // Inserted where nothing is selected.
  strong: 'bold',
  emphasis: 'emphasis',
  linkText: 'link',
  code: 'code',
  noUpload: 'Files can’t be uploaded. Insert an image by its address.',
  postLinked: (title: string) => `Linked “${title}”`,
  toolbar: {
    label: 'Format',
    strong: 'Bold',
    emphasis: 'Italic',
    heading: 'Heading',
    link: 'Link',
    bullets: 'Bulleted list',
    numbers: 'Numbered list',
    quote: 'Quote',
    code: 'Code',
    image: 'Image',
    withKey: (label: string, keys: string) => `${label} (${keys})`,
  },
  image: {
    title: 'Insert an image',
    address: 'Address',
    addressHint: 'Files can’t be uploaded here.',
    description: 'Description',
    descriptionHint: 'For readers who can’t see it.',
    insert: 'Insert image',
    invalid: 'Enter an address that begins with https://',
  },
  posts: {
    label: 'Feedback posts',
    how: 'Type [[ to link a feedback post',
    found: (count: number) =>
      count === 0 ? 'No posts found' : plural(count, { one: '# post', other: '# posts' }),
    loading: 'Searching…',
    failed: 'Couldn’t search posts.',
    votes: (count: number) => plural(count, { one: '# vote', other: '# votes' }),
    links: (count: number) =>
      plural(count, { one: 'Links # feedback post', other: 'Links # feedback posts' }),
    linked: 'Linked feedback posts',
    missing: 'Post not found',
    remove: (title: string) => `Remove the link to “${title}”`,
    removed: (title: string) => `Removed the link to “${title}”`,
  },
  preview: {
    label: 'Preview',
    look: 'Preview as',
    page: 'Page',
    phone: 'Phone',
    mail: 'Mail',
    subject: 'Subject:',
    untitled: 'Untitled',
    nothing: 'Nothing to preview yet',
  },
}
