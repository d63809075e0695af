import { useState } from 'react'
import { Segmented } from '@/components/ui/segmented'
import { Badge, Tag, type Tone as BadgeTone } from '@/components/ui/badge'
import { CheckPoints } from '@/components/ui/check-points'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { formatDate, formatDateTime } from '@/lib/format'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { formatSpan, momentOf, secondsSince } from '@/lib/span'
import rail from '@/components/ui/rail.module.css'
import ui from '@/components/ui/ui.module.css'
import type { Step } from '../api'
import { decides, partsOf, toneOf, verbOf, type Part, type Tone } from '../model/steps'
import css from './step-list.module.css'

type StepListProps = { steps: readonly Step[]; chosen: Step; inside: boolean; now: number; onChoose: (position: number) => void }
type Kind = 'all' | 'decisions' | 'edits'

const badges: Record<Tone, BadgeTone> = { acc: 'info', ok: 'ok', bad: 'bad', warn: 'warn', plain: 'neutral' }

/** Every step, the newest round first. */
export function StepList({ steps, chosen, inside, now, onChoose }: StepListProps) {
  const [kind, setKind] = useState<Kind>('all')
  const decisions = steps.filter(decides).length
  const shown = kind === 'all' ? steps : steps.filter((step) => decides(step) === (kind === 'decisions'))
  const parts = inside ? partsOf(shown) : [{ round: 0, steps: [...shown].reverse() }]
  return (
    <section className={cn(ui.card, css.card)} aria-labelledby="history-steps">
      <h2 id="history-steps" className={ui.visuallyHidden}>
        {t.steps}
      </h2>
      <div className={css.bar}>
        <Segmented
          label={t.filter}
          value={kind}
          onValue={setKind}
          segments={[
            { value: 'all', label: t.all(steps.length) },
            { value: 'decisions', label: t.decisions(decisions) },
            { value: 'edits', label: t.edits(steps.length - decisions) },
          ]}
        />
      </div>
      <div className={css.scroll}>
        {shown.length === 0 ? <p className={css.none}>{t.none}</p> : null}
        {parts.map((part) => (
          <PartOf key={part.round} part={part} inside={inside} chosen={chosen} now={now} onChoose={onChoose} />
        ))}
      </div>
    </section>
  )
}

type PartProps = { part: Part; inside: boolean; chosen: Step; now: number; onChoose: (position: number) => void }

function PartOf({ part, inside, chosen, now, onChoose }: PartProps) {
  const name = !inside ? t.public : part.round > 0 ? t.round(part.round) : t.before
  return (
    <>
      <h3 className={rail.round}>
        <b>{name}</b>
        {part.submitted ? <span>{formatDate(part.submitted)}</span> : null}
        {part.submitted ? (
          <span className={ui.push} suppressHydrationWarning>
            {t.waited(formatSpan(secondsSince(part.submitted, part.decided ? Date.parse(part.decided) : now)))}
          </span>
        ) : null}
      </h3>
      <ol className={rail.list} aria-label={name}>
        {part.steps.map((step) => (
          <li key={step.position} className={step === chosen ? css.on : undefined}>
            <button
              type="button"
              className={cn(rail.entry, css.entry)}
              aria-current={step === chosen ? 'true' : undefined}
              onClick={() => onChoose(step.position)}
            >
              <time dateTime={step.at} title={formatDateTime(step.at)} suppressHydrationWarning>
                {momentOf(step.at, now)}
              </time>
              <span className={cn(rail.pin, rail[toneOf(step)])} aria-hidden />
              <span className={css.text}>
                <span className={rail.what}>
                  <Who step={step} />
                  <b>{verbOf(step)}</b>
                  {step.undone ? <Tag line>{t.undone}</Tag> : null}
                  {step.type !== 'changed' && step.to !== 'deleted' ? (
                    <Badge tone={badges[toneOf(step)]}>
                      {step.type === 'submitted' ? t.round(step.round) : projectText.statuses[step.to]}
                    </Badge>
                  ) : null}
                </span>
                <Told step={step} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The account, or only the role where the caller may not know more. */
function Who({ step }: { step: Step }) {
  if (!step.by) return <span className={ui.muted}>{t.role[step.role]}</span>
  return (
    <>
      <Pic src={step.by.avatar_url} name={step.by.username} size={24} round />
      <span>{step.by.username}</span>
      {step.role === 'moderator' || step.role === 'admin' ? <span className={ui.small}>{t.role[step.role]}</span> : null}
    </>
  )
}

/** The reason of the staff; that of an approval goes without saying, and its text may be the message. */
function Why({ step: { reason, message } }: { step: Step }) {
  if (!reason || reason.code === 'complies') return null
  const text = reason.text && reason.text !== message ? reason.text : ''
  return <small className={css.sum}>{t.because(reasonText.name(reason.code), text)}</small>
}

function Told({ step }: { step: Step }) {
  const [first] = step.versions
  return (
    <>
      {first === undefined ? null : (
        <small className={css.sum}>
          {step.versions.length > 2 ? t.versionCount(first, step.versions.length) : t.versionNumbers(step.versions.join('、'))}
        </small>
      )}
      <CheckPoints points={step.points} stacked />
      <Why step={step} />
    </>
  )
}
