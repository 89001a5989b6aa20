import ScrollText from 'lucide-react/icons/scroll-text'

import { AdminAccess, DeniedPage } from '#web/developers/keys/admin-access.tsx'
import { auditText as text } from '#web/messages/en/audit.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AuditLog } from './audit-log.tsx'

/** What each key did, for admin keys. */
export const Component = () => (
  <>
    <PageHeader title={text.title} area={text.developers} />
    <AdminAccess
      capability="audit.read"
      onlyReads
      loading={text.loading}
      skeleton={<div className="mt-4 h-96 rounded-tray bg-sunken" />}
      denied={(denial) =>
        denial !== 'readOnly' && <DeniedPage icon={ScrollText} text={text.access} denial={denial} />
      }
    >
      <AuditLog />
    </AdminAccess>
  </>
)
