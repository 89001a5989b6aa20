import { app } from './en-app.ts'
import { signIn } from './en-sign-in.ts'
import { tasks } from './en-tasks.ts'

/** Every visible word. Another language is another object of this shape. */
export const words = { app, signIn, tasks }
