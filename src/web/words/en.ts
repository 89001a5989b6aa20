import { app } from './en-app.ts'
import { tasks } from './en-tasks.ts'

/** Every visible word; those of the sign-in page come with that page. Another language is another object of this shape. */
export const words = { app, tasks }
