import { plural } from '#web/messages/plural.ts'

/** The menus of the workspace and of the access to it. */
export const connectionMenuText = {
  connections: {
    switchTo: 'Workspace',
    add: 'Add a connection',
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere in this browser',
  },
  badge: {
    write: 'You can view and edit this workspace.',
    readByKey: 'You have read-only access.',
    readByChoice: 'You opened this workspace in read-only mode. Your key also allows editing.',
    allowWriting: 'Allow editing',
    forbidWriting: 'Switch to read-only mode',
  },
  /** Before the session ends. */
  leave: {
    unsaved: (count: number) =>
      plural(count, { one: '# change isn’t saved yet', other: '# changes aren’t saved yet' }),
    unsavedText: 'If you leave now, unsaved changes are lost.',
    unsent: (count: number) =>
      plural(count, { one: '# text isn’t sent yet', other: '# texts aren’t sent yet' }),
    untitled: 'Untitled draft',
    unsentText: 'Signing out removes unsent text from this device.',
    title: (count: number) =>
      count === 0
        ? 'All jobs have finished'
        : plural(count, { one: '# job is still running', other: '# jobs are still running' }),
    text: 'Leaving stops running jobs. Finished items are kept.',
    stay: 'Stay',
    continue: (jobs: number, isSignOut: boolean) => {
      if (isSignOut) return jobs === 0 ? 'Sign out' : 'Stop and sign out'
      return jobs === 0 ? 'Leave' : 'Stop and leave'
    },
  },
}
