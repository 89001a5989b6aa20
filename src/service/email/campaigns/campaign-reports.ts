import type { Verbs } from '#service/context.ts'
import { fetchPage } from '#service/page-query.ts'
import { countRecipients, recipientsAfter, seriesOf } from './campaign-recipients.store.ts'
import { sortByClicks } from './campaign-stats.rules.ts'
import { findLinks } from './campaigns.store.ts'
import { requireCampaign } from './campaigns.ts'

export const campaignReportVerbs = {
  async 'GET /campaigns/:campaign_id/report'({ db, now }, { campaign_id }) {
    const { stats } = await requireCampaign(db, campaign_id)
    const links = sortByClicks(await findLinks(db, campaign_id))
    return { campaign_id, stats, links, generated_at: now.toISOString() }
  },

  async 'GET /campaigns/:campaign_id/report/timeseries'({ db }, { campaign_id, interval }) {
    await requireCampaign(db, campaign_id)
    return { campaign_id, interval, data: await seriesOf(db, campaign_id, interval) }
  },

  async 'GET /campaigns/:campaign_id/report/contacts'({ db, cursor }, query) {
    await requireCampaign(db, query.campaign_id)
    return fetchPage(cursor, query, {
      rows: (last, limit) => recipientsAfter(db, query, last, limit),
      keyOf: ({ id }) => [id],
      total: () => countRecipients(db, query),
    })
  },
} satisfies Partial<Verbs>
