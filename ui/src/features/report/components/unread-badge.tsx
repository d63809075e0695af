import { useQuery } from '@tanstack/react-query'
import { formatExact } from '@/lib/format'
import { talkText as t } from '@/lib/i18n/zh-Hans/talk'
import { useLive } from '@/lib/live'
import { threadsTopic } from '@/lib/live/topics'
import { talkQueries } from '../talk-api'
import css from './unread-badge.module.css'

const topics = [threadsTopic]

export default function UnreadBadge({ thread }: { thread: string }) {
  useLive(topics)
  const unread = useQuery(talkQueries.unread(thread)).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <small className={css.root} title={t.unreadCount(formatExact(unread))} aria-label={t.unreadCount(formatExact(unread))}>
      {formatExact(unread)}
    </small>
  )
}
