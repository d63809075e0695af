import { ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import type { ProjectStatus } from '@/lib/api/types'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { momentOf } from '@/lib/span'
import { hasPassed } from '../model/decision'
import type { Standing } from '../model/standing'
import { useHeir } from '../use-heir'
import ui from '@/components/ui/ui.module.css'
import css from './decision-panel.module.css'

const t = reviewPanelText.standing

type StandingNoteProps = {
  standing: Standing
  status: ProjectStatus
  me: string | undefined
  now: number
  /** The refusal of a decision by the server, where the state says nothing of it. */
  refused: string | undefined
  /** The moderator has asked to change the status all the same. */
  outside: boolean
  onOutside: () => void
  onResume: () => void
  onNext: () => void
}

/** At the top of the panel: why the round cannot be decided any more, by whom it was, and the ways on. */
export function StandingNote(props: StandingNoteProps) {
  const { standing, status, refused, outside } = props
  const text = useRef<HTMLParagraphElement>(null)
  if (standing.kind === 'open' && refused === undefined) return null
  const loud = standing.kind !== 'outside'
  const still = hasPassed(status) ? t.still : t.stillHidden
  return (
    <Note tone={loud ? 'bad' : 'warn'} className={css.standing}>
      <p ref={text} tabIndex={-1}>
        {textOf(props)}
      </p>
      <div className={css.ways}>
        {standing.kind === 'resubmitted' ? (
          <Button size="sm" kind="primary" onClick={props.onResume}>
            {t.goOn(standing.round)}
          </Button>
        ) : standing.kind === 'open' ? (
          <Button size="sm" onClick={props.onResume}>
            {t.again}
          </Button>
        ) : (
          <>
            {loud ? (
              <Button size="sm" kind="primary" onClick={props.onNext}>
                {reviewText.next}
                <ArrowRight className={ui.icon} aria-hidden />
              </Button>
            ) : null}
            {outside || status === 'draft' ? null : <Still label={still} onPress={props.onOutside} heir={() => text.current} />}
          </>
        )}
      </div>
    </Note>
  )
}

/** The way to a change of the status: it goes when it is taken. */
function Still({ label, onPress, heir }: { label: string; onPress: () => void; heir: () => HTMLElement | null }) {
  const part = useHeir<HTMLSpanElement>(heir)
  return (
    <span ref={part}>
      <Button size="sm" onClick={onPress}>
        {label}
      </Button>
    </span>
  )
}

function textOf({ standing, status, me, now, refused }: StandingNoteProps): string {
  const named = projectText.statuses[status] ?? status
  switch (standing.kind) {
    case 'open':
      return refused ?? ''
    case 'resubmitted':
      return t.resubmitted(standing.round)
    case 'outside':
      return t.outside(named)
    case 'decided': {
      const { entry } = standing
      if (!entry) return t.changed(named)
      const name = entry.actor ? (entry.actor.id === me ? t.you : entry.actor.username) : t.somebody
      const verb = t.verbs[entry.type]
      if (verb && !entry.forced) return t.decided(name, verb, momentOf(entry.at, now))
      return entry.actor ? t.forced(name, named, momentOf(entry.at, now)) : t.changed(named)
    }
  }
}
