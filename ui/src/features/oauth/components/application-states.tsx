import { Badge } from '@/components/ui/badge'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import type { Application } from '../api'

/** What the staff said of an application. */
export function States({ app }: { app: Pick<Application, 'verified' | 'suspended'> }) {
  return (
    <>
      {app.verified ? <Badge tone="ok">{t.verified}</Badge> : null}
      {app.suspended ? <Badge tone="bad">{t.suspended}</Badge> : null}
    </>
  )
}
