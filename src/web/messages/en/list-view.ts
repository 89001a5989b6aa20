/** How a list is shown: sorted, collapsed, selected. */
export const listViewText = {
  sort: 'Sort view by',
  sortOptions: { board: 'Board order', due: 'Due date', name: 'Title' },
  sorted: (list: string, by: string) => `${list} is sorted by ${by.toLowerCase()}`,
  select: 'Select all cards',
  collapse: 'Collapse',
  expand: (list: string, count: string) => `Expand ${list}, ${count}`,
  collapsed: (list: string) => `${list} collapsed`,
  expanded: (list: string) => `${list} expanded`,
  copyLink: 'Copy link to list',
  linkCopied: (list: string) => `Copied the link to ${list}`,
  gone: 'This list is archived or was deleted.',
}
