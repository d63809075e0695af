import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Checkbox } from '@/components/ui/checkbox'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { keepDraft, readDraft } from '@/lib/drafts'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { projectParams } from '@/lib/links'
import ui from '@/components/ui/ui.module.css'
import type { HistoryEntry } from '../api'
import { placeOf, pointName } from '../model/mend'
import css from './mend.module.css'

type MendProps = { project: ProjectPage; decision: HistoryEntry; me: string }

function ticksIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** The points that led to the last decision, to tick off while mending. Each person has their own ticks, in this browser. */
export function Mend({ project, decision, me }: MendProps) {
  const place = `mend.${project.id}.${decision.position}`
  const [done, setDone] = useState(() => ticksIn(readDraft(me, place)?.value))
  const tick = (id: string, on: boolean) => {
    const next = on ? [...done, id] : done.filter((one) => one !== id)
    setDone(next)
    keepDraft(me, place, next)
  }
  return (
    <section className={cn(ui.card, css.root)} aria-labelledby="review-mend">
      <div className={ui.cardHead}>
        <h2 id="review-mend">{t.mend.title}</h2>
        <small className={ui.small}>
          {t.mend.done(decision.points.filter(({ id }) => done.includes(id)).length, decision.points.length)}
        </small>
      </div>
      <p className={ui.small}>{t.mend.hint}</p>
      <ul className={css.list}>
        {decision.points.map((point) => (
          <li key={point.id}>
            <Checkbox checked={done.includes(point.id)} onChange={(event) => tick(point.id, event.target.checked)}>
              {pointName(point)}
            </Checkbox>
            <PathLink
              className={ui.link}
              to={placeOf(point.step)}
              params={projectParams(project)}
              aria-label={t.mend.goTo(pointName(point))}
            >
              {t.mend.go}
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
