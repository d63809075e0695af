import { Ban, Check, EyeOff, Hand, type LucideIcon } from 'lucide-react'
import { lazy, Suspense, useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button, type ButtonKind } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { DateInput } from '@/components/ui/date-input'
import { FormField } from '@/components/ui/input'
import { ReasonSelect } from '@/components/ui/reason-select'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { reviewChecklistText } from '@/lib/i18n/zh-Hans/review-checklist'
import { reviewLockText } from '@/lib/i18n/zh-Hans/review-lock'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { reviewMessage } from '@/lib/limits.gen'
import { momentOf, timeProblem, timeRange, zoneName } from '@/lib/release-time'
import { pictureUpload } from '@/lib/picture-upload'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSession } from '@/lib/session'
import { useDecide } from '../api'
import { blockOf, decisions, statusAfter, type Block, type Decision } from '../model/decision'
import { asksOf, type Lacking } from '../model/guard'
import { textOfBlock } from '../model/block-text'
import ui from '@/components/ui/ui.module.css'
import decisionPanelCss from './decision-panel.module.css'

const DecisionAsk = lazy(() => import('./decision-ask'))

type Look = { icon: LucideIcon; kind: ButtonKind; danger?: boolean; key: string }
const looks: Record<Decision, Look> = {
  approve: { icon: Check, kind: 'primary', key: 'A' },
  reject: { icon: Ban, kind: 'plain', danger: true, key: 'R' },
  withhold: { icon: EyeOff, kind: 'outline', key: 'W' },
}

/** What the panel's keys do with the form. */
export type DecisionHandle = { decide: (decision: Decision) => void; focus: () => void; reason: () => void }

/** What stands against a decision of anybody, whatever is written: with what to do about it. */
export type Guarded = {
  block: 'conflict' | 'outside' | 'resubmitted' | 'locked' | 'watching' | 'own'
  holder?: string | undefined
  /** Takes the review over, or begins it. */
  act?: (() => void) | undefined
  busy?: boolean
}

/** Why the last key did nothing; with a number, so that it is said again. */
type Told = { block: Block; text: string; count: number }

/** How far the checklist has come. */
type Looked = {
  unseen: number
  lacking: readonly Lacking[]
  /** The message is older than the options. */
  stale: boolean
  /** The message is that of a refusal. */
  refusal: boolean
}

const nothingLooked: Looked = { unseen: 0, lacking: [], stale: false, refusal: false }

type DecisionFormProps = {
  project: ProjectPage
  message: string
  onMessage: (message: string) => void
  code: string
  onCode: (code: string) => void
  /** The chosen options of the checklist, and the versions of the templates that the message was made from. */
  options: readonly string[]
  templates: readonly string[]
  /** The round that is decided, 0 where none waits. */
  round?: number
  looked?: Looked
  guarded?: Guarded | undefined
  onLacking?: (lacking: Lacking) => void
  onRegenerate?: (verdict?: 'reject' | 'withhold') => void
  /** The stale message is right. */
  onKeep?: () => void
  onConflict?: (text: string) => void
  onDecided: (decision: Decision) => void
  onSkip: () => void
  ref?: Ref<DecisionHandle>
}

/** The message to the author and the three decisions. */
export function DecisionForm(props: DecisionFormProps) {
  const { project, message, onMessage, code, onCode, options, templates, guarded, onDecided, onSkip, ref } = props
  const { round = 0, looked = nothingLooked } = props
  const me = useSession()?.id
  const decide = useDecide(project, me)
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const why = useRef<HTMLSelectElement>(null)
  // A second press comes before the first one has drawn anything.
  const sending = useRef(false)
  const [asking, setAsking] = useState<Decision>()
  const [told, setTold] = useState<Told>()
  const plan = useRef<HTMLDetailsElement>(null)
  const act = useRef<HTMLButtonElement>(null)
  const [time, setTime] = useState('')
  const [range] = useState(() => timeRange(Date.now()))
  const outside = project.status !== 'processing'
  // A time that was begun blocks the approval until it is whole and lies ahead.
  const late = time !== '' && timeProblem(time, Date.now()) !== undefined
  const blocks = new Map(decisions.map((one) => [one, blockFor(one)]))
  const reasons = [...new Set(blocks.values())].filter((block) => block !== undefined)
  const reasonId = (block: Block) => `${id}-${block}`
  const asksFor = (decision: Decision) => {
    const { unseen, refusal } = looked
    return asksOf(decision, { outside, objections: options.length, unseen, refusal: refusal && message.trim() !== '', templates })
  }

  function blockFor(one: Decision): Block | undefined {
    const own = blockOf(one, project.status, message, code)
    if (own === 'draft' || own === 'already') return own
    if (guarded) return guarded.block
    if (own) return own
    if (one === 'approve') return late ? 'time' : undefined
    if (looked.lacking.length > 0) return 'fillers'
    return looked.stale ? 'stale' : undefined
  }

  const send = (decision: Decision) => {
    if (sending.current) return
    sending.current = true
    const planned = decision === 'approve' && time !== '' ? new Date(momentOf(time)).toISOString() : undefined
    decide.mutate(
      { decision, message, code, options, templates, round: outside ? 0 : round, time: planned },
      {
        onSuccess: () => onDecided(decision),
        onError: (error) => {
          if (ApiError.is(error, 409)) props.onConflict?.(error.description)
        },
        onSettled: () => {
          sending.current = false
          setAsking(undefined)
        },
      },
    )
  }
  const textOf = (block: Block) => textOfBlock(block, project.status, { holder: guarded?.holder, lacking: looked.lacking.length })
  // A key is not dimmed as its button is: it says what is missing, and leads there.
  const refuse = (decision: Decision, block: Block) => {
    setTold((last) => ({ block, text: reviewPanelText.refused(t[decision], textOf(block)), count: (last?.count ?? 0) + 1 }))
    const [lacking] = looked.lacking
    if (block === 'message' || block === 'long' || block === 'stale') focusMessage()
    else if (block === 'code') why.current?.focus()
    else if (block === 'fillers' && lacking) props.onLacking?.(lacking)
    else if (block === 'time' && plan.current) {
      plan.current.open = true
      plan.current.querySelector('input')?.focus()
    } else act.current?.focus()
  }
  const take = (decision: Decision) => {
    if (decide.isPending || sending.current) return
    const block = blocks.get(decision)
    if (block) return refuse(decision, block)
    if (asksFor(decision).length > 0) setAsking(decision)
    else send(decision)
  }
  const focusMessage = () => area.current?.querySelector<HTMLElement>('.cm-content, textarea')?.focus()
  useImperativeHandle(ref, () => ({ decide: take, focus: focusMessage, reason: () => why.current?.focus() }))
  return (
    <>
      <div ref={area} className={decisionPanelCss.message}>
        <MarkdownEditor
          label={t.message}
          placeholder={t.messagePlaceholder}
          value={message}
          onValue={onMessage}
          rows={5}
          onImageUpload={pictureUpload({ context: 'thread_message' })}
          maxLength={reviewMessage}
          headingButtons={false}
          disabled={decide.isPending}
          described={reasons.map(reasonId).join(' ') || undefined}
          invalid={reasons.includes('long')}
        />
      </div>
      <div className={decisionPanelCss.actions}>
        <div className={decisionPanelCss.terms}>
          <label htmlFor={`${id}-why`}>{t.reason}</label>
          <ReasonSelect
            ref={why}
            id={`${id}-why`}
            className={decisionPanelCss.why}
            title={t.reasonHint}
            aria-keyshortcuts="Shift+Alt+Y"
            value={code}
            onChange={(event) => onCode(event.target.value)}
            disabled={decide.isPending}
          />
          <details ref={plan}>
            <summary>{reviewPanelText.schedule}</summary>
            <FormField label={t.releaseTime} hint={t.releaseTimeHint(zoneName())}>
              {(control) => (
                <DateInput
                  {...control}
                  {...range}
                  type="datetime-local"
                  value={time}
                  onChange={(event) => setTime(event.target.value)}
                  disabled={decide.isPending}
                />
              )}
            </FormField>
          </details>
        </div>
        {looked.stale ? (
          <div className={decisionPanelCss.stale} role="status">
            <b>{templates.length > 0 ? reviewPanelText.stale : reviewPanelText.staleTyped}</b>
            <Button size="sm" onClick={() => props.onRegenerate?.()}>
              {reviewPanelText.regenerate}
            </Button>
            <Button size="sm" kind="quiet" onClick={() => keep(props, focusMessage)}>
              {reviewPanelText.sendStale}
            </Button>
          </div>
        ) : null}
        {decide.isError && !ApiError.is(decide.error, 409) ? <Refusal error={decide.error} /> : null}
        <div className={decisionPanelCss.buttons}>
          {decisions.map((decision) => {
            const { icon: Icon, kind, danger, key } = looks[decision]
            const block = blocks.get(decision)
            const doubtful = decision === 'approve' && asksFor(decision).length > 0
            return (
              <Button
                key={decision}
                kind={doubtful ? 'plain' : kind}
                danger={danger}
                disabled={block !== undefined || decide.isPending}
                loading={decide.isPending && decide.variables.decision === decision}
                aria-describedby={block ? reasonId(block) : undefined}
                aria-keyshortcuts={`Shift+Alt+${key}`}
                onClick={() => take(decision)}
              >
                <Icon className={ui.icon} aria-hidden />
                {t[decision]}
              </Button>
            )
          })}
          <Button kind="quiet" aria-keyshortcuts="Shift+Alt+S" disabled={decide.isPending} onClick={onSkip}>
            {reviewChecklistText.skip}
          </Button>
        </div>
        {reasons.map((block) => (
          <p key={block} id={reasonId(block)} className={told?.block === block ? ui.bad : undefined}>
            {textOf(block)}
            {block === guarded?.block && guarded.act ? (
              <Button ref={act} size="sm" loading={guarded.busy ?? false} onClick={guarded.act}>
                <Hand className={ui.icon14} aria-hidden />
                {block === 'locked' ? reviewLockText.takeOver : reviewPanelText.watchOff}
              </Button>
            ) : null}
            {block === 'fillers' ? <ToFiller lacking={looked.lacking[0]} onGo={props.onLacking} /> : null}
          </p>
        ))}
        {looked.unseen > 0 && reasons.length === 0 ? <p>{reviewPanelText.ask.unseen(looked.unseen)}</p> : null}
      </div>
      <p className={ui.visuallyHidden} aria-live="assertive">
        {told ? <span key={told.count}>{told.text}</span> : null}
      </p>
      <p className={decisionPanelCss.keys}>
        <span className={ui.visuallyHidden}>{t.keys}</span>
        <kbd>Shift</kbd> <kbd>Alt</kbd> +
        {decisions.map((decision) => (
          <span key={decision}>
            <kbd>{looks[decision].key}</kbd> {t[decision]}
          </span>
        ))}
      </p>
      {asking ? (
        <Suspense>
          <DecisionAsk
            decision={asking}
            asks={asksFor(asking)}
            from={project.status}
            to={statusAfter(asking, project.requested_status)}
            objections={options.length}
            unseen={looked.unseen}
            onRewrite={() => {
              setAsking(undefined)
              if (asking !== 'approve') props.onRegenerate?.(asking)
            }}
            onSure={() => (blocks.get(asking) ? setAsking(undefined) : send(asking))}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The notice goes with its button: the message gets the focus. */
function keep({ onKeep }: DecisionFormProps, focus: () => void) {
  onKeep?.()
  focus()
}

/** The way to the first thing that is missing. */
function ToFiller({ lacking, onGo }: { lacking: Lacking | undefined; onGo: ((lacking: Lacking) => void) | undefined }) {
  if (!lacking || !onGo) return null
  return (
    <button type="button" className={decisionPanelCss.go} onClick={() => onGo(lacking)}>
      {reviewPanelText.fillersGo(lacking.step.title, lacking.name)}
    </button>
  )
}

function Refusal({ error }: { error: Error }) {
  return (
    <Note tone="bad" className={decisionPanelCss.refusal}>
      {error instanceof ApiError ? error.description : siteText.errorTitle}
    </Note>
  )
}
