import { Note } from '@/components/ui/feedback'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import type { Discussion } from '../api'

/** Why something is hidden or locked, for those who are told. */
export function StatedReason({ text, reason }: { text: string; reason: Discussion['reason'] }) {
  return (
    <Note tone="warn">
      <p>{text}</p>
      {reason ? <p>{t.why(reasonText.name(reason.code), reason.text)}</p> : null}
    </Note>
  )
}
