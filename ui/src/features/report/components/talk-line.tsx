import { Lock, Reply, Trash2 } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { MessageProse } from '@/components/markdown/message-prose'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { statusTone } from '@/components/ui/status-tone'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { talkText as t } from '@/lib/i18n/zh-Hans/talk'
import { plainText } from '@/lib/plain-text'
import type { Thread, ThreadMessage } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './talk.module.css'

type Members = Thread['members']

/** The element of a line, to which addresses lead. */
export const lineId = (id: string) => `message-${id}`

const authorOf = (message: ThreadMessage, members: Members) => members.find((one) => one.id === message.author_id)

/** Who wrote a line, as the reader may know it. */
export function nameOf(message: ThreadMessage, members: Members, me: string | undefined): string {
  if (me !== undefined && message.author_id === me) return t.you
  if (message.hide_identity) return t.staff
  if (message.author_id === null) return t.system
  return authorOf(message, members)?.username ?? t.gone
}

type TalkLineProps = {
  message: ThreadMessage
  members: Members
  me: string | undefined
  /** The message that it answers: null for one that the reader does not see, undefined for none. */
  quoted: ThreadMessage | null | undefined
  /** The address leads to it. */
  wanted: boolean
  onReply: () => void
  onRemove: (() => void) | undefined
}

export function TalkLine({ message, members, me, quoted, wanted, onReply, onRemove }: TalkLineProps) {
  const { body } = message
  const name = nameOf(message, members, me)
  if (body.type !== 'text' && body.type !== 'deleted') {
    return (
      <p id={lineId(message.id)} className={css.turn}>
        <Turn body={body} name={name} /> <Ago time={message.created} />
      </p>
    )
  }
  const author = authorOf(message, members)
  return (
    <article id={lineId(message.id)} className={cn(css.line, body.private && css.note, wanted && css.wanted)}>
      <Pic src={author?.avatar_url ?? null} name={author?.username ?? name} size={32} round />
      <div className={css.said}>
        <header className={css.who}>
          {author ? (
            <PathLink to="/user/$id/{-$kind}" params={{ id: author.username }}>
              {name}
            </PathLink>
          ) : (
            <b>{name}</b>
          )}
          {body.private ? (
            <Badge tone="warn">
              <Lock className={ui.icon14} aria-hidden /> {t.noteMark}
            </Badge>
          ) : null}
          {body.decision ? <Badge tone="info">{t.decisionMark}</Badge> : null}
          <Ago className={ui.subtle} time={message.created} />
          {body.type === 'text' ? (
            <span className={css.acts}>
              <IconButton label={t.answerTo(name)} size="xs" kind="quiet" onClick={onReply}>
                <Reply className={ui.icon14} aria-hidden />
              </IconButton>
              {onRemove ? (
                <IconButton label={t.removeOf(name)} size="xs" kind="quiet" onClick={onRemove}>
                  <Trash2 className={ui.icon14} aria-hidden />
                </IconButton>
              ) : null}
            </span>
          ) : null}
        </header>
        {quoted === undefined ? null : <Quote quoted={quoted} members={members} me={me} />}
        {body.type === 'deleted' ? <p className={ui.subtle}>{t.deleted}</p> : <MessageProse html={body.body_html ?? ''} />}
      </div>
    </article>
  )
}

function Turn({ body, name }: { body: ThreadMessage['body']; name: string }) {
  if (body.type === 'thread_closure') return t.closed
  if (body.type === 'thread_reopen') return t.reopened
  const { old_status: from, new_status: to } = body
  if (!from || !to) return null
  return (
    <>
      {t.becomes(name)} <Badge tone={statusTone(from)}>{projectText.statuses[from] ?? from}</Badge> {t.to}{' '}
      <Badge tone={statusTone(to)}>{projectText.statuses[to] ?? to}</Badge>
    </>
  )
}

/** What a message answers, in one line. */
function Quote({ quoted, members, me }: { quoted: ThreadMessage | null; members: Members; me: string | undefined }) {
  if (quoted?.body.type !== 'text') return <p className={css.quote}>{t.quoteGone}</p>
  return (
    <a className={css.quote} href={`#${lineId(quoted.id)}`} title={t.goTo}>
      <b>{nameOf(quoted, members, me)}</b> {plainText(quoted.body.body ?? '')}
    </a>
  )
}
