import { MessageSquare, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { MessageProse } from '@/components/markdown/message-prose'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import type { Thread as Messages, ThreadMessage } from '../api'
import { RemoveDialog } from './remove-dialog'
import { ReplyForm } from './reply-form'
import ui from '@/components/ui/ui.module.css'
import talkCss from './talk.module.css'
import css from './thread.module.css'

type ThreadProps = {
  thread: Messages
  /** A closed thread takes no more messages of its owner. */
  closed?: boolean
  staff: boolean
  me: string | undefined
  /** What stands in place of the first message, and in the empty field. */
  hint: string
  placeholder: string
}

/** The messages of a thread and the reply form. */
export function Thread({ thread, closed = false, staff, me, hint, placeholder }: ThreadProps) {
  const { messages, members } = thread
  const [removing, setRemoving] = useState<string>()
  return (
    <section className={cn(ui.card, css.root)} aria-labelledby="thread-title">
      <header className={ui.cardHead}>
        <h2 id="thread-title">{t.thread}</h2>
        {messages.length > 0 ? <small>{t.messages(messages.filter((one) => one.body.type === 'text').length)}</small> : null}
      </header>
      {messages.length > 0 ? (
        <ol className={css.messages} aria-live="polite">
          {messages.map((message) => (
            <Line
              key={message.id}
              message={message}
              author={members.find((one) => one.id === message.author_id)}
              onRemove={staff || message.author_id === me ? () => setRemoving(message.id) : undefined}
            />
          ))}
        </ol>
      ) : (
        <Empty icon={MessageSquare} title={t.threadEmpty} hint={staff ? undefined : hint} />
      )}
      <ReplyForm thread={thread.id} closed={closed} staff={staff} placeholder={placeholder} />
      {removing ? <RemoveDialog id={removing} onClose={() => setRemoving(undefined)} /> : null}
    </section>
  )
}

type Author = Messages['members'][number]

function Line({ message, author, onRemove }: { message: ThreadMessage; author: Author | undefined; onRemove: (() => void) | undefined }) {
  const { body } = message
  if (body.type === 'thread_closure' || body.type === 'thread_reopen') {
    return (
      <li className={css.turn}>
        {body.type === 'thread_closure' ? t.closedLine : t.reopenedLine} <Ago time={message.created} />
      </li>
    )
  }
  const name = author?.username ?? t.staffName
  return (
    <li className={cn(talkCss.line, body.private && talkCss.note)}>
      <Pic src={author?.avatar_url ?? null} name={name} size={32} round />
      <div className={talkCss.said}>
        <p className={talkCss.who}>
          {author ? (
            <PathLink to="/user/$id/{-$kind}" params={{ id: author.username }}>
              {name}
            </PathLink>
          ) : (
            <b>{name}</b>
          )}
          {body.private ? <Badge tone="warn">{t.privateNote}</Badge> : null}
          <Ago className={ui.subtle} time={message.created} />
          {onRemove && body.type === 'text' ? (
            <IconButton className={talkCss.acts} label={t.remove} size="xs" kind="quiet" onClick={onRemove}>
              <Trash2 className={ui.icon14} aria-hidden />
            </IconButton>
          ) : null}
        </p>
        {body.type === 'deleted' ? <p className={ui.subtle}>{t.deletedLine}</p> : <MessageProse html={body.body_html ?? ''} />}
      </div>
    </li>
  )
}
