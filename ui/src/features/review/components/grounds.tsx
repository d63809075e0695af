import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import type { HistoryEntry } from '../api'
import { pointName } from '../model/mend'
import { Message } from './message'
import ui from '@/components/ui/ui.module.css'
import css from './grounds.module.css'

/** The grounds of a decision: its reason, the points of the checklist and the whole message, or the way to it in the conversation. */
export function Grounds({ entry, talks = false }: { entry: HistoryEntry; talks?: boolean }) {
  const { reason, points, message, type, thread_message: said } = entry
  // An approval has no reason worth the name.
  const code = reason && type !== 'approved' ? (reasonText.codes[reason.code] ?? reason.code) : ''
  // The message of a decision is its reason's text, too.
  const text = reason?.text && reason.text !== message ? reason.text : ''
  return (
    <>
      {code ? <p className={css.reason}>{t.reasonIs(text ? `${code}：${text}` : code)}</p> : null}
      {points.length > 0 ? (
        <ul className={css.why}>
          {points.map((point) => (
            <li key={point.id}>{pointName(point)}</li>
          ))}
        </ul>
      ) : null}
      {talks && said ? (
        <a className={ui.link} href={`#message-${said}`}>
          {t.inTalk}
        </a>
      ) : message ? (
        <Message text={message} />
      ) : null}
    </>
  )
}
