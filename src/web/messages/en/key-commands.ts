/** Commands that create a key. They work as they are; a test runs them. */
export const keyCommands = {
  read: 'npm run cli -- keys create --name Website --scope read',
  admin: 'npm run cli -- keys create --name Owner --scope write --admin',
}

/** How they are run. */
export const createKeyText =
  'Stop the server, run this in its folder, then start it again. With PostgreSQL it can keep running. The key is shown only once.'
