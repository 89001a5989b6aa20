import { sql, type Kysely } from 'kysely'

const statements = [
  // When the audience was frozen; null for drafts and for campaigns that were imported with their counters.
  `alter table campaigns add column audience_at timestamptz(3)`,
  // For the scheduler, which covers all workspaces.
  `create index campaigns_due on campaigns (scheduled_at) where status = 'scheduled'`,
  // Until now an import could store any time and nothing was sent. The scheduler would send these at once.
  `update campaigns set status = 'cancelled', version = version + 1, updated_at = now()
    where status = 'scheduled' and scheduled_at <= now()`,

  // The frozen audience, and the first or latest time of each thing that happened to a recipient. The report is not
  // counted from here: its counters are updated with each batch of events.
  `create table campaign_recipients (
    workspace_id text collate "C" not null,
    campaign_id text collate "C" not null,
    contact_id text collate "C" not null,
    delivered_at timestamptz(3),
    opened_at timestamptz(3),
    clicked_at timestamptz(3),
    soft_bounced_at timestamptz(3),
    hard_bounced_at timestamptz(3),
    complained_at timestamptz(3),
    unsubscribed_at timestamptz(3),
    primary key (workspace_id, campaign_id, contact_id),
    foreign key (workspace_id, campaign_id) references campaigns (workspace_id, id) on delete cascade,
    foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
  )`,
  `create index campaign_recipients_of_contact on campaign_recipients (workspace_id, contact_id)`,

  // The ids that a sender has used: an event that is repeated counts once.
  `create table campaign_event_ids (
    workspace_id text collate "C" not null,
    campaign_id text collate "C" not null,
    event_id text collate "C" not null,
    primary key (workspace_id, campaign_id, event_id),
    foreign key (workspace_id, campaign_id) references campaigns (workspace_id, id) on delete cascade
  )`,

  // Who clicked which link: a hash, because an address may be longer than an index entry.
  `create table campaign_clicks (
    workspace_id text collate "C" not null,
    campaign_id text collate "C" not null,
    contact_id text collate "C" not null,
    url_hash text collate "C" not null,
    primary key (workspace_id, campaign_id, contact_id, url_hash),
    foreign key (workspace_id, campaign_id, contact_id)
      references campaign_recipients (workspace_id, campaign_id, contact_id) on delete cascade
  )`,

  `create table campaign_hours (
    workspace_id text collate "C" not null,
    campaign_id text collate "C" not null,
    hour timestamptz(3) not null,
    opens_unique integer not null,
    opens_total integer not null,
    clicks_unique integer not null,
    clicks_total integer not null,
    primary key (workspace_id, campaign_id, hour),
    foreign key (workspace_id, campaign_id) references campaigns (workspace_id, id) on delete cascade
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
