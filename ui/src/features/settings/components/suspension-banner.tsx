import { Ban } from 'lucide-react'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { formatZoned } from '@/lib/zoned'
import noteCss from '@/components/ui/note.module.css'
import ui from '@/components/ui/ui.module.css'

type Suspension = NonNullable<OwnUser['suspensions']>[number]

/** What the staff took from the account, until when and why. It stays until then. */
export function SuspensionBanner({ suspension: { kind, until, reason_code: code, reason } }: { suspension: Suspension }) {
  const why = [reasonText.name(code), reason].filter(Boolean).join('，')
  return (
    <div className={cn(noteCss.root, noteCss.bad)} role="status">
      <Ban className={ui.icon} aria-hidden />
      <span className={ui.grow}>
        {t.suspendedBanner(t.suspendedActs[kind], until ? t.suspendedUntil(formatZoned(until)) : t.suspendedForever, why)}
      </span>
    </div>
  )
}
