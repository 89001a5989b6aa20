/** The menu of the changelog. */
export const changelogMenuText = {
  label: 'Changelog settings',
  subscribers: 'Subscribers',
  labels: 'Edit labels',
  wait: 'Time to undo publishing',
  waits: { 0: 'None', 6: '6 seconds', 30: '30 seconds' },
  page: 'Public page',
  on: 'On',
  off: 'Off',
  openPage: 'Open public page',
  adminOnly: 'Only an admin key can switch the public page.',
  isOff: 'The public page is off, so readers can’t open entries on the web.',
  switchOnPage: 'Switch on the public page',
  switchOnTitle: 'Switch the public page on?',
  switchOnEffect:
    'Everyone on the internet can read the published entries. Drafts and scheduled entries stay private.',
  switchOn: 'Switch on',
  switchedOn: 'The public page is on',
  switchedOff: 'The public page is off',
}
