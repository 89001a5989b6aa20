import { auditVerbs } from '#service/developers/audit.ts'
import { eventVerbs } from '#service/developers/events.ts'
import { keyVerbs, requireKey } from '#service/developers/keys.ts'
import { requireMember, memberVerbs } from '#service/developers/members.ts'
import { requireView, viewVerbs } from '#service/developers/views.ts'
import { workspaceVerbs } from '#service/developers/workspace.ts'
import { requireAutomation, automationVerbs } from '#service/email/automations/automations.ts'
import { enrollmentVerbs, requireEnrollment } from '#service/email/automations/enrollments.ts'
import { campaignEventVerbs } from '#service/email/campaigns/campaign-events.ts'
import { campaignReportVerbs } from '#service/email/campaigns/campaign-reports.ts'
import { campaignSendingVerbs } from '#service/email/campaigns/campaign-sending.ts'
import { requireCampaign, campaignVerbs } from '#service/email/campaigns/campaigns.ts'
import { contactExportVerbs } from '#service/email/contact-files/contact-export.ts'
import { contactImportVerbs, requireImport } from '#service/email/contact-files/contact-imports.ts'
import { contactBatchVerbs } from '#service/email/contacts/contact-batch.ts'
import {
  contactVerbs,
  requireContactById,
  requireContact,
  requireList,
} from '#service/email/contacts/contacts.ts'
import { requireSuppression, suppressionVerbs } from '#service/email/contacts/suppressions.ts'
import { requireTag, tagVerbs } from '#service/email/contacts/tags.ts'
import { listVerbs } from '#service/email/lists/lists.ts'
import { requireSegmentFilter, segmentVerbs } from '#service/email/segments/segments.ts'
import { changelogVerbs, requireEntry } from '#service/feedback/changelog/changelog.ts'
import { requireSubscriber, subscriberVerbs } from '#service/feedback/changelog/subscribers.ts'
import { commentVerbs, requireComment } from '#service/feedback/posts/comments.ts'
import { mergeVerbs } from '#service/feedback/posts/post-merges.ts'
import { requirePost, postVerbs } from '#service/feedback/posts/posts.ts'
import { similarPostVerbs } from '#service/feedback/posts/similar-posts.ts'
import { voteVerbs } from '#service/feedback/posts/votes.ts'
import { feedbackBoardVerbs, requireFeedbackBoard } from '#service/feedback/setup/boards.ts'
import { requireNamedResource } from '#service/feedback/setup/named-resource.ts'
import { requirePostStatus, statusVerbs } from '#service/feedback/setup/statuses.ts'
import { tagAndLabelVerbs } from '#service/feedback/setup/tags-and-labels.ts'
import { userMergeVerbs } from '#service/feedback/users/user-merges.ts'
import { requirePortalUser, portalUserVerbs } from '#service/feedback/users/users.ts'
import type { ResourceLocators } from '#service/http/endpoint/endpoint-dependencies.ts'
import { boardListVerbs, findListOf } from '#service/tasks/board-lists.ts'
import { boardState } from '#service/tasks/boards.store.ts'
import { boardVerbs } from '#service/tasks/boards.ts'
import { cardActivityVerbs } from '#service/tasks/card-activity.ts'
import { cardBatchVerbs } from '#service/tasks/card-batch.ts'
import { cardImportVerbs } from '#service/tasks/card-import.ts'
import { cardMoveVerbs } from '#service/tasks/card-moves.ts'
import { findCard } from '#service/tasks/cards.store.ts'
import { cardVerbs } from '#service/tasks/cards.ts'
import { findLabelOf, labelVerbs } from '#service/tasks/labels.ts'
import {
  type WebhookOptions,
  requireDelivery,
  requireWebhookById,
  webhookVerbs,
} from '#service/webhooks/webhooks.ts'
import type { Verbs } from './context.ts'
import { orNotFound } from './refusal.ts'
import { searchVerbs } from './search.ts'

/** The verbs of all domains. A row of the contract without one is a compile error here. */
export const allVerbs = (clearKeyCache: () => void, webhooks: WebhookOptions): Verbs => ({
  ...boardVerbs,
  ...boardListVerbs,
  ...labelVerbs,
  ...cardVerbs,
  ...cardMoveVerbs,
  ...cardBatchVerbs,
  ...cardImportVerbs,
  ...cardActivityVerbs,
  ...feedbackBoardVerbs,
  ...statusVerbs,
  ...tagAndLabelVerbs,
  ...postVerbs,
  ...similarPostVerbs,
  ...voteVerbs,
  ...commentVerbs,
  ...portalUserVerbs,
  ...mergeVerbs,
  ...userMergeVerbs,
  ...changelogVerbs,
  ...subscriberVerbs,
  ...listVerbs,
  ...tagVerbs,
  ...contactVerbs,
  ...contactBatchVerbs,
  ...contactExportVerbs,
  ...contactImportVerbs,
  ...suppressionVerbs,
  ...segmentVerbs,
  ...campaignVerbs,
  ...campaignSendingVerbs,
  ...campaignEventVerbs,
  ...campaignReportVerbs,
  ...automationVerbs,
  ...enrollmentVerbs,
  ...workspaceVerbs,
  ...memberVerbs(clearKeyCache),
  ...eventVerbs,
  ...keyVerbs(clearKeyCache),
  ...webhookVerbs(webhooks),
  ...auditVerbs,
  ...viewVerbs,
  ...searchVerbs,
})

/** Checks that the resource of a path exists, so that a missing one is reported before an invalid body. */
export const resourceLocators: ResourceLocators = {
  '/boards/:board_id': async (db, { board_id = '' }) =>
    orNotFound(await boardState(db, board_id), 'board', board_id),
  '/boards/:board_id/lists/:list_id': (db, { board_id = '', list_id = '' }) =>
    findListOf(db, board_id, list_id),
  '/boards/:board_id/labels/:label_id': (db, { board_id = '', label_id = '' }) =>
    findLabelOf(db, board_id, label_id),
  '/api-keys/:key_id': (db, { key_id = '' }) => requireKey(db, key_id),
  '/members/:member_id': (db, { member_id = '' }) => requireMember(db, member_id),
  '/cards/:card_id': async (db, { card_id = '' }) =>
    orNotFound(await findCard(db, card_id), 'card', card_id),
  '/automations/:automation_id': (db, { automation_id = '' }) =>
    requireAutomation(db, automation_id),
  '/automations/:automation_id/enrollments/:enrollment_id': (
    db,
    { automation_id = '', enrollment_id = '' },
  ) => requireEnrollment(db, automation_id, enrollment_id),
  '/campaigns/:campaign_id': (db, { campaign_id = '' }) => requireCampaign(db, campaign_id),
  '/lists/:list_id': (db, { list_id = '' }) => requireList(db, list_id),
  '/lists/:list_id/tags/:tag': (db, { list_id = '', tag = '' }) => requireTag(db, list_id, tag),
  '/lists/:list_id/segments/:segment_id': (db, { list_id = '', segment_id = '' }) =>
    requireSegmentFilter(db, list_id, segment_id),
  '/lists/:list_id/imports/:import_id': (db, { list_id = '', import_id = '' }) =>
    requireImport(db, list_id, import_id),
  '/lists/:list_id/contacts/:id_or_email': (db, { list_id = '', id_or_email = '' }) =>
    requireContact(db, list_id, id_or_email),
  '/lists/:list_id/contacts/:contact_id': (db, { list_id = '', contact_id = '' }) =>
    requireContactById(db, list_id, contact_id),
  '/suppressions/:suppression_id': (db, { suppression_id = '' }) =>
    requireSuppression(db, suppression_id),
  '/feedback/posts/:post_id': (db, { post_id = '' }) => requirePost(db, post_id),
  '/feedback/posts/:post_id/comments/:comment_id': (db, { post_id = '', comment_id = '' }) =>
    requireComment(db, post_id, comment_id),
  '/feedback/changelog/entries/:entry_id': (db, { entry_id = '' }) =>
    requireEntry(db, entry_id, new Date()),
  '/feedback/changelog/subscribers/:subscriber_id': (db, { subscriber_id = '' }) =>
    requireSubscriber(db, subscriber_id),
  '/feedback/users/:user_id': (db, { user_id = '' }) => requirePortalUser(db, user_id),
  '/feedback/boards/:board_id': (db, { board_id = '' }) => requireFeedbackBoard(db, board_id),
  '/feedback/statuses/:status_id': (db, { status_id = '' }) => requirePostStatus(db, status_id),
  '/feedback/tags/:tag_id': (db, { tag_id = '' }) => requireNamedResource(db, 'post_tags', tag_id),
  '/views/:view_id': (db, { view_id = '' }) => requireView(db, view_id),
  '/webhooks/:webhook_id': (db, { webhook_id = '' }) => requireWebhookById(db, webhook_id),
  '/webhooks/:webhook_id/deliveries/:delivery_id': (db, { webhook_id = '', delivery_id = '' }) =>
    requireDelivery(db, webhook_id, delivery_id),
  '/feedback/changelog/labels/:label_id': (db, { label_id = '' }) =>
    requireNamedResource(db, 'changelog_labels', label_id),
}
