import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { plainText } from '@/lib/plain-text'
import { floorId } from '../model/floors'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

type FloorFrameProps = {
  floor: number
  /** What the text is called, where it is not a floor with its author. */
  label?: string
  /** Empty where the account is closed. */
  name: string
  author: string | null
  avatar: string | null
  gone: boolean
  hidden: boolean
  /** The address leads to it. */
  wanted: boolean
  watch?: (element: Element | null) => (() => void) | undefined
  children: ReactNode
}

/** The frame of a numbered text. */
export function FloorFrame({ floor, label, name, author, avatar, gone, hidden, wanted, watch, children }: FloorFrameProps) {
  return (
    <article
      id={floorId(floor)}
      {...(watch ? { ref: watch } : {})}
      tabIndex={-1}
      className={cn(css.floor, gone && css.gone, hidden && css.hidden, wanted && css.wanted)}
      aria-label={label ?? t.floorOf(floor, name || t.gone)}
    >
      <Pic src={avatar} name={name || t.gone} id={author ?? undefined} size={40} round />
      {children}
    </article>
  )
}

/** Links to a floor; the title says what stands there. */
export type LinkToFloor = (floor: number, text: string, title?: string) => ReactNode

type QuoteBlockProps = {
  quote: { floor_number: number; user_name: string; content: string } | null
  edited: boolean
  link: LinkToFloor
}

/** The beginning of the answer that this one answers; null where that is gone. */
export function QuoteBlock({ quote, edited, link }: QuoteBlockProps) {
  if (!quote) return <p className={css.quote}>{t.quoteGone}</p>
  return (
    <blockquote className={css.quote}>
      {link(quote.floor_number, t.answering(quote.floor_number, quote.user_name || t.gone))}
      {edited ? (
        <Badge tone="warn" className={ui.before8}>
          <span title={t.quoteEditedHint}>{t.quoteEdited}</span>
        </Badge>
      ) : null}
      <p className={ui.clip2}>{plainText(quote.content)}</p>
    </blockquote>
  )
}

type Reply = { post_id: string; floor_number: number; user_name: string; content: string; deleted: boolean }

/** The answers to one; what they say is shown on hover and focus. */
export function ReplyList({ replies, link }: { replies: readonly Reply[]; link: LinkToFloor }) {
  if (replies.length === 0) return null
  return (
    <p className={css.replies}>
      <span>{t.repliesTo}</span>
      {replies.map(({ post_id: id, floor_number: floor, user_name: name, content, deleted }) => (
        <span key={id}>{link(floor, t.replyOf(floor, name || t.gone), deleted ? t.deletedFloor : plainText(content))}</span>
      ))}
    </p>
  )
}
