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
}
