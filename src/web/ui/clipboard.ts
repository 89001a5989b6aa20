import { messages } from '#web/messages/en/app.ts'
import { toast } from './toast.ts'

/** Puts a text where it can be pasted, and says so. Never rejects: the browser may refuse, or have no clipboard on plain http. */
export async function copy(text: string, done: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast({ text: done })
  } catch {
    toast({ text: messages.app.copyFailed, tone: 'bad' })
  }
}
