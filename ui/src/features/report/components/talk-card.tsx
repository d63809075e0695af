import { MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { now } from '@/lib/clock'
import { formatDate } from '@/lib/format'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { talkText as t } from '@/lib/i18n/zh-Hans/talk'
import type { ThreadMessage } from '../api'
import { firstUnread, foldedAt, itemsOf, MORE, nearness, SHOWN } from '../model/talk'
import type { Talk } from '../talk-api'
import { useMarkSeen } from '../use-mark-seen'
import { RemoveDialog } from './remove-dialog'
import { TalkForm } from './talk-form'
import { TalkLine, nameOf, lineId } from './talk-line'
import replyCss from '@/components/ui/reply.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './talk.module.css'

export type TalkCardProps = { talk: Talk; project: ProjectPage; staff: boolean; member: boolean; me: string | undefined }

/** The conversation about a project, oldest first, with the form below it. */
export function TalkCard({ talk, project, staff, member, me }: TalkCardProps) {
  const { thread } = talk
  const { messages, members } = thread
  // The mark stays above what is new since the page was opened, while it is read.
  const [seen] = useState(talk.seen)
  const unread = firstUnread(messages, seen, me)
  const [shown, setShown] = useState(SHOWN)
  const [replying, setReplying] = useState<ThreadMessage>()
  const [removing, setRemoving] = useState<string>()
  const wanted = useWanted()
  const from = foldedAt(messages, shown, [unread, wanted])
  const end = useMarkSeen(thread.id, messages.at(-1)?.id, talk.seen)
  const byId = new Map(messages.map((one) => [one.id, one]))
  const writes = staff && !member ? 'staff' : staff ? 'both' : 'member'
  const texts = messages.filter((one) => one.body.type === 'text').length
  useEffect(() => {
    if (wanted) document.getElementById(lineId(wanted))?.scrollIntoView({ block: 'center' })
  }, [wanted])
  return (
    <section id="thread" className={cn(ui.card, css.root)} aria-labelledby="thread-title">
      <header className={ui.cardHead}>
        <h2 id="thread-title">{t.title}</h2>
        {texts > 0 ? <small className={ui.small}>{t.count(texts)}</small> : null}
      </header>
      {from > 0 ? (
        <div className={css.earlier}>
          <Button size="sm" onClick={() => setShown(messages.length - from + MORE)}>
            {t.earlier(from)}
          </Button>
        </div>
      ) : null}
      {messages.length === 0 ? (
        <Empty icon={MessageSquare} title={t.empty} {...(writes === 'staff' ? {} : { hint: reviewText.threadHint })} />
      ) : null}
      {/* Always there, so that the first message is announced too. */}
      <div role="log" aria-label={t.lines} className={css.log}>
        {itemsOf(messages.slice(from), unread).map((item) => {
          if (item.kind === 'day') return <Day key={item.id} day={item.day} />
          if (item.kind === 'unread') {
            return (
              <p key={item.id} className={replyCss.unread} role="separator" aria-label={t.unread}>
                <span>{t.unread}</span>
              </p>
            )
          }
          const { message } = item
          return (
            <TalkLine
              key={item.id}
              message={message}
              members={members}
              me={me}
              quoted={message.body.replying_to ? (byId.get(message.body.replying_to) ?? null) : undefined}
              wanted={item.id === wanted}
              onReply={() => setReplying(message)}
              onRemove={staff || message.author_id === me ? () => setRemoving(message.id) : undefined}
            />
          )
        })}
      </div>
      <div ref={end} />
      <TalkForm
        thread={thread.id}
        writes={writes}
        replying={replying ? { message: replying, name: nameOf(replying, members, me) } : undefined}
        onReplied={() => setReplying(undefined)}
        project={project}
      />
      {removing ? <RemoveDialog id={removing} onClose={() => setRemoving(undefined)} /> : null}
    </section>
  )
}

function Day({ day }: { day: string }) {
  const near = nearness(day, now())
  return (
    <p className={css.day} role="separator" aria-label={near ? t[near] : day}>
      <span>{near ? t[near] : formatDate(`${day}T12:00`)}</span>
    </p>
  )
}

/** The message that the address names, such as that of a decision in the review's history. */
function useWanted(): string | undefined {
  const read = () => (typeof location === 'undefined' ? undefined : /^#message-([\w-]+)$/.exec(location.hash)?.[1])
  const [wanted, setWanted] = useState(read)
  useEffect(() => {
    const changed = () => setWanted(read())
    window.addEventListener('hashchange', changed)
    return () => window.removeEventListener('hashchange', changed)
  }, [])
  return wanted
}
