import { messages } from '#web/messages/en/app.ts'
import { feedbackSetupText } from '#web/messages/en/feedback-setup.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { toast } from '#web/ui/toast.ts'
import type { Outcome } from './setup.data.ts'

const text = feedbackSetupText.changes

/** Saves a change outside of a form. A toast names what was refused and saves it again. */
export async function reportSave(name: string, save: () => Promise<Outcome>): Promise<void> {
  const outcome = await save()
  if (outcome.state !== 'error') return
  const { error } = outcome
  const isConflict = error.code === 'precondition_failed'
  toast({
    text: isConflict ? text.changedByOther(name) : formatSaveError(error),
    tone: 'bad',
    action: {
      label: isConflict ? text.saveAnyway : messages.app.tryAgain,
      run: () => void reportSave(name, save),
    },
  })
}
