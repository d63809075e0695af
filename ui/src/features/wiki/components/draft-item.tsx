import { PathLink } from '@/components/layout/path-link'
import { Badge, type Tone } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiManageText } from '@/lib/i18n/zh-Hans/wiki-manage'
import { formatSpan, secondsSince } from '@/lib/span'
import type { DraftItem } from '../api'
import { useNow } from '../hooks'
import { wikiOf } from '../links'
import { PersonLink } from './person-link'
import ui from '@/components/ui/ui.module.css'
import css from './draft-lists.module.css'

const t = wikiManageText.lists
const tones: Record<DraftItem['status'], Tone> = {
  draft: 'neutral',
  review: 'info',
  success: 'ok',
  reject: 'bad',
  timeout: 'warn',
  given_up: 'neutral',
}

/** One draft of a list: its project, who writes it, how it stands. */
export function DraftItemCard({ draft }: { draft: DraftItem }) {
  const now = useNow()
  const { project } = draft
  return (
    <li className={cn(ui.card, ui.cardPad, css.item)}>
      <div className={css.head}>
        {project ? (
          <PathLink className={css.project} {...wikiOf(project)}>
            <Pic src={project.icon_url} project={project.id} name={project.title} size={32} />
            <b>{project.title}</b>
          </PathLink>
        ) : (
          <span className={ui.muted}>{t.gone}</span>
        )}
        <Badge tone={tones[draft.status]}>{wikiText.status[draft.status]}</Badge>
        <span className={ui.small}>{t.pages(draft.pages)}</span>
      </div>
      {draft.msg ? <p className={css.words}>{draft.msg}</p> : null}
      {draft.status === 'reject' && draft.rejection ? (
        <p className={cn(css.words, ui.bad)}>{wikiText.state.rejectedHint(draft.rejection)}</p>
      ) : null}
      <div className={css.head}>
        {draft.own ? null : <PersonLink person={draft.author} />}
        <span className={ui.small}>
          {draft.status === 'review' && draft.submitted ? (
            t.waits(formatSpan(secondsSince(draft.submitted, now)))
          ) : (
            <>
              {t.changed} <Ago time={draft.changed} />
            </>
          )}
        </span>
        {project ? (
          draft.own && draft.status === 'draft' ? (
            <PathLink className={buttonClass({ size: 'sm' }, ui.push)} {...wikiOf(project, 'edit')}>
              {wikiText.openDraft}
            </PathLink>
          ) : draft.own ? (
            <PathLink className={buttonClass({ size: 'sm' }, ui.push)} {...wikiOf(project, 'preview')}>
              {t.open}
            </PathLink>
          ) : (
            <PathLink className={buttonClass({ size: 'sm' }, ui.push)} {...wikiOf(project, 'review', draft.id)}>
              {t.open}
            </PathLink>
          )
        ) : null}
      </div>
    </li>
  )
}
