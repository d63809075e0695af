import { useQuery } from '@tanstack/react-query'
import { GitMerge, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { formatSpan } from '@/lib/span'
import { wikiQueries, type Draft } from '../api'
import { useNow } from '../hooks'
import { wikiOf } from '../links'
import { PersonLink } from './person-link'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './editor.module.css'

const GiveUp = lazy(() => import('./give-up'))

type DraftCardProps = {
  project: ProjectPage
  draft: Draft
  reviews: boolean
  updating: boolean
  onUpdate: () => void
  onPreview: () => void
  onGivenUp: () => void
}

/** The draft as a whole: how long it may still be edited, on what it is based, and where it goes. */
export function DraftCard({ project, draft, reviews, updating, onUpdate, onPreview, onGivenUp }: DraftCardProps) {
  const now = useNow()
  const [givingUp, setGivingUp] = useState(false)
  const edited = draft.pages > 0 || draft.tree.some(({ edits, saved }) => saved || edits.length > 0)
  const left = draft.ends === null ? undefined : Math.max(0, (Date.parse(draft.ends) - now) / 1000)
  return (
    <aside className={ui.pile} aria-label={t.card.title}>
      <section className={cn(ui.card, ui.cardPad, css.card)}>
        <h2 className={ui.heading}>{t.card.title}</h2>
        <dl className={keyValuesCss.root}>
          <dt>{t.card.window}</dt>
          <dd title={draft.ends ? t.card.ends(formatDateTime(draft.ends)) : undefined}>
            {left === undefined ? t.card.forever : left < 60 ? t.card.over : t.card.left(formatSpan(left))}
          </dd>
          <dt>{t.card.again}</dt>
          <dd>{t.card.againOf(draft.again_count)}</dd>
          <dt>{t.card.base}</dt>
          <dd>{draft.base ? wikiText.number(String(draft.base_number)) : t.card.noBase}</dd>
          <dt>{t.card.now}</dt>
          <dd>{wikiText.number(String(draft.revision))}</dd>
        </dl>
        {draft.behind > 0 ? (
          <Note
            actions={
              <Button size="sm" loading={updating} onClick={onUpdate}>
                <GitMerge className={ui.icon} aria-hidden />
                {t.card.rebase}
              </Button>
            }
          >
            <b>{t.card.behind(draft.behind)}</b>
            <p>{t.card.behindHint}</p>
          </Note>
        ) : null}
        {draft.conflicts > 0 ? (
          <Note
            tone="warn"
            actions={
              <Button size="sm" onClick={onPreview}>
                {t.card.resolve}
              </Button>
            }
          >
            {t.card.conflicts(draft.conflicts)}
          </Note>
        ) : null}
        <div className={css.buttons}>
          <Button kind="primary" disabled={!edited} title={edited ? undefined : t.card.untouched} onClick={onPreview}>
            <Send className={ui.icon} aria-hidden />
            {draft.publishes ? t.card.publish : t.card.submit}
          </Button>
          <Button kind="quiet" danger onClick={() => setGivingUp(true)}>
            {t.card.giveUp}
          </Button>
        </div>
      </section>
      {reviews ? <Others project={project} own={draft.id} /> : null}
      {givingUp ? (
        <Suspense>
          <GiveUp project={project} draft={draft} free={draft.publishes} onClose={() => setGivingUp(false)} onDone={onGivenUp} />
        </Suspense>
      ) : null}
    </aside>
  )
}

/** Drafts that others write at the same time. */
function Others({ project, own }: { project: ProjectPage; own: string }) {
  const open = useQuery(wikiQueries.drafts(project.id, 'open')).data?.drafts ?? []
  const review = useQuery(wikiQueries.drafts(project.id, 'review')).data?.drafts ?? []
  const all = new Map([...review, ...open].map((draft) => [draft.id, draft]))
  const others = [...all.values()].filter(({ id }) => id !== own)
  return (
    <section className={cn(ui.card, ui.cardPad, css.card)} aria-label={t.card.others}>
      <h2 className={ui.heading}>{t.card.others}</h2>
      {others.length === 0 ? <p className={ui.small}>{t.card.noOthers}</p> : null}
      <ul className={css.others}>
        {others.map((draft) => (
          <li key={draft.id}>
            <PersonLink person={draft.author} />
            <Badge tone={draft.status === 'review' ? 'info' : 'neutral'}>{wikiText.status[draft.status]}</Badge>
            <PathLink className={ui.link} {...wikiOf(project, 'review', draft.id)}>
              {t.card.pages(draft.pages)}
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
