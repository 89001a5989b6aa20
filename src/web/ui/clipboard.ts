import { messages } from '#web/messages/en/app.ts'
import { toast } from './toast.ts'

/** Returns whether it succeeded; otherwise a toast says so. The browser may refuse, or have no clipboard on plain http. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast({ text: messages.app.copyFailed, tone: 'bad' })
    return false
  }
}

/** Copies a text and shows a toast. Never rejects. */
export async function copyToClipboard(text: string, success: string) {
  if (await writeToClipboard(text)) toast({ text: success })
}
