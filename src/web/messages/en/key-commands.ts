/** Commands that create a key. They work as they are; a test runs them. */
export const keyCommands = {
  read: 'npm run cli -- keys create --name Website --scope read',
  admin: 'npm run cli -- keys create --name Owner --scope write --admin',
}
