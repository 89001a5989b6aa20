import { messages } from '#web/messages/en/app.ts'
import { toast } from './toast.ts'

/** Puts a text where it can be pasted, and says so. Never rejects: the browser may refuse, or have no clipboard on plain http. */
export async function copyToClipboard(text: string, success: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast({ text: success })
  } catch {
    toast({ text: messages.app.copyFailed, tone: 'bad' })
  }
}
