import type { Webhook } from '#client/resources.ts'
import { webhookText as text } from '#web/messages/en/webhooks.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { webhookResource } from './webhook-resource.ts'
import { formatAddress } from './webhook-words.rules.ts'

export const setEnabled = (session: KeySession, webhook: Webhook, enabled: boolean) =>
  void editResource(session, webhookResource, webhook, { enabled })

/** The caller has confirmed it, and shows an error: there is no undo. */
export const deleteWebhook = (session: KeySession, webhook: Webhook) =>
  removeResource(
    session,
    webhookResource,
    webhook,
    (options) =>
      session.mutate('DELETE /webhooks/:webhook_id', { webhook_id: webhook.id }, options),
    { silent: true },
  )

/** Offers to delete what was created. Not part of its mutation, whose response has the secret. */
export function recordCreation(session: KeySession, webhook: Webhook) {
  const creation = createUndoableCreation(session, webhookResource, {
    label: text.created(formatAddress(webhook)),
    remove: ({ id }, options) =>
      session.mutate('DELETE /webhooks/:webhook_id', { webhook_id: id }, options),
  })
  creation.onSuccess(webhook)
  session.undo.record(creation.undo).done()
}
