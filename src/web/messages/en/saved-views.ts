/** Filters of a page that were saved under a name. */
export const savedViewsText = {
  views: 'Views',
  save: 'Save this view as',
  saveAgain: (name: string) => `Save “${name}” under another name`,
  saveView: 'Save view',
  kept: 'Kept on this device, as a tab above the rows.',
  unfiltered: 'Without a filter. Kept on this device.',
  nameRequired: 'Enter a name.',
  all: 'All',
  switchTo: (name: string) => `Switch to view “${name}”`,
  copyLink: (name: string) => `Copy link to ${name}`,
  linkCopied: 'Link copied',
  remove: (name: string) => `Remove view ${name}`,
  removed: (name: string) => `Removed view ${name}`,
}
