import { useQuery } from '@tanstack/react-query'
import { Note } from '@/components/ui/feedback'
import { formatDateTime } from '@/lib/format'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { isStaff, useSession } from '@/lib/session'
import { POLL_MS, reviewQueries } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './effects-notice.module.css'

/** Tells the staff that letters, webhooks and forwarding are paused. */
export function EffectsNotice() {
  const staff = isStaff(useSession())
  const { data } = useQuery({ ...reviewQueries.effects(), enabled: staff, refetchInterval: POLL_MS })
  if (!data?.paused) return null
  return (
    <Note tone="warn" className={ui.below16}>
      {t.effects.paused(data.restored, data.since ? formatDateTime(data.since) : '')}
      {data.reason ? <span className={css.reason}>{t.effects.reason(data.reason)}</span> : null}
    </Note>
  )
}
