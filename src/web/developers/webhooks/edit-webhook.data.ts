import type { Webhook } from '#client/resources.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import { webhookText as text } from '#web/messages/en/webhooks.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { webhookResource } from './webhook-resource.ts'
import { formatAddress } from './webhook-words.rules.ts'

export const setEnabled = (session: KeySession, webhook: Webhook, enabled: boolean) =>
  void editResource(session, webhookResource, webhook, { enabled })

/** The caller has confirmed it, and shows an error: there is no undo. `stop` ends a request that still waits. */
export async function deleteWebhook(session: KeySession, webhook: Webhook, stop: AbortSignal) {
  const { id: webhook_id } = webhook
  const outcome = await removeResource(
    session,
    webhookResource,
    webhook,
    (options) =>
      session.mutate('DELETE /webhooks/:webhook_id', { webhook_id }, { ...options, stop }),
    { silent: true },
  )
  if (outcome.state === 'removed' || outcome.state === 'gone')
    session.undo.removeScope(webhookResource.scope(webhook))
  return outcome
}

/** Offers to delete what was created. Not part of its mutation, whose response has the secret. */
export function recordCreation(session: KeySession, webhook: Webhook, request: ShownRequest) {
  const creation = createUndoableCreation(session, webhookResource, {
    label: text.created(formatAddress(webhook)),
    remove: ({ id }, options) =>
      session.mutate('DELETE /webhooks/:webhook_id', { webhook_id: id }, options),
  })
  creation.onSuccess(webhook)
  // Attempts do not change its version, and by now a receiver may depend on it.
  const confirmBefore = async () => (await creation.undo.confirmBefore?.()) ?? text.deleteEffect
  session.undo.record({ ...creation.undo, requests: [request], confirmBefore }).done()
}
