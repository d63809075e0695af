import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import type { Draft } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './submission.module.css'

/** The reasons of submissions and rejections, in their order. */
export function Messages({ messages }: { messages: Draft['messages'] }) {
  if (messages.length === 0) return null
  return (
    <section className={cn(ui.card, ui.cardPad, css.card)} aria-label={t.messages}>
      <h2 className={ui.heading}>{t.messages}</h2>
      <ol className={css.messages}>
        {messages.map((message) => (
          <li key={`${message.time}.${message.username}`}>
            <Pic src={message.avatar_url} name={message.username} size={24} round />
            <div className={ui.grow}>
              <p className={ui.small}>
                <b>{message.username}</b> <Ago time={message.time} />
              </p>
              <p className={cn(ui.text13, css.words)}>{message.message}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
