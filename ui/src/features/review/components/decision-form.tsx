import { useQueryClient } from '@tanstack/react-query'
import { Ban, Check, EyeOff, type LucideIcon } from 'lucide-react'
import { useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button, type ButtonKind } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { DateInput } from '@/components/ui/date-input'
import { FormField } from '@/components/ui/input'
import { ReasonSelect } from '@/components/ui/reason-select'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { reviewChecklistText } from '@/lib/i18n/zh-Hans/review-checklist'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { momentOf, timeProblem, timeRange, zoneName } from '@/lib/release-time'
import { pictureUpload } from '@/lib/picture-upload'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { reviewQueries, useDecide } from '../api'
import { blockOf, decisions, MAX_MESSAGE, type Block, type Decision } from '../model/decision'
import { roundCount } from '../model/history'
import ui from '@/components/ui/ui.module.css'
import decisionPanelCss from './decision-panel.module.css'

type Look = { icon: LucideIcon; kind: ButtonKind; danger?: boolean; key: string }
const looks: Record<Decision, Look> = {
  approve: { icon: Check, kind: 'primary', key: 'A' },
  reject: { icon: Ban, kind: 'plain', danger: true, key: 'R' },
  withhold: { icon: EyeOff, kind: 'outline', key: 'W' },
}

/** What the panel's keys do with the form. */
export type DecisionHandle = { decide: (decision: Decision) => void; focus: () => void }

type DecisionFormProps = {
  project: ProjectPage
  message: string
  onMessage: (message: string) => void
  code: string
  onCode: (code: string) => void
  /** The chosen options of the checklist, and the versions of the templates that the message was made from. */
  options: readonly string[]
  templates: readonly string[]
  onDecided: (decision: Decision) => void
  onSkip: () => void
  ref?: Ref<DecisionHandle>
}

/** The message to the author and the three decisions. */
export function DecisionForm({ project, message, onMessage, code, onCode, options, templates, onDecided, onSkip, ref }: DecisionFormProps) {
  const client = useQueryClient()
  const decide = useDecide(project)
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const [time, setTime] = useState('')
  const [range] = useState(() => timeRange(Date.now()))
  // A time that was begun blocks the approval until it is whole and lies ahead.
  const late = time !== '' && timeProblem(time, Date.now()) !== undefined
  const blocks = new Map(
    decisions.map((one) => [one, blockOf(one, project.status, message, code) ?? (late && one === 'approve' ? 'time' : undefined)]),
  )
  const reasons = [...new Set(blocks.values())].filter((block) => block !== undefined)
  const reasonId = (block: Block) => `${id}-${block}`
  const take = (decision: Decision) => {
    if (decide.isPending || blocks.get(decision)) return
    const planned = decision === 'approve' && time !== '' ? new Date(momentOf(time)).toISOString() : undefined
    const history = client.getQueryData(reviewQueries.history(project).queryKey)
    const round = project.status === 'processing' && history ? roundCount(history.entries) : 0
    decide.mutate({ decision, message, code, options, templates, round, time: planned }, { onSuccess: () => onDecided(decision) })
  }
  useImperativeHandle(ref, () => ({
    decide: take,
    focus: () => area.current?.querySelector<HTMLElement>('.cm-content, textarea')?.focus(),
  }))
  return (
    <>
      <div ref={area} className={decisionPanelCss.message}>
        <MarkdownEditor
          label={t.message}
          placeholder={t.messagePlaceholder}
          value={message}
          onValue={onMessage}
          rows={6}
          onImageUpload={pictureUpload({ context: 'thread_message' })}
          maxLength={MAX_MESSAGE}
          headingButtons={false}
          disabled={decide.isPending}
          described={reasons.map(reasonId).join(' ') || undefined}
          invalid={reasons.includes('long')}
        />
        <FormField label={t.reason} hint={t.reasonHint}>
          {(control) => (
            <ReasonSelect {...control} value={code} onChange={(event) => onCode(event.target.value)} disabled={decide.isPending} />
          )}
        </FormField>
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
      </div>
      {decide.isError ? <Refusal error={decide.error} /> : null}
      <div className={decisionPanelCss.actions}>
        {decisions.map((decision) => {
          const { icon: Icon, kind, danger, key } = looks[decision]
          const block = blocks.get(decision)
          return (
            <Button
              key={decision}
              kind={kind}
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
        {reasons.map((block) => (
          <p key={block} id={reasonId(block)}>
            {reasonText(block, project)}
          </p>
        ))}
      </div>
      <p className={decisionPanelCss.keys}>
        <span className={ui.visuallyHidden}>{t.keys}</span>
        <kbd>Shift</kbd> <kbd>Alt</kbd> +
        {decisions.map((decision) => (
          <span key={decision}>
            <kbd>{looks[decision].key}</kbd> {t[decision]}
          </span>
        ))}
      </p>
    </>
  )
}

function reasonText(block: Block, project: ProjectPage): string {
  if (block === 'already') return t.block.already(projectText.statuses[project.status] ?? project.status)
  return block === 'long' ? t.block.long(formatExact(MAX_MESSAGE)) : t.block[block]
}

function Refusal({ error }: { error: Error }) {
  return (
    <Note tone="bad" className={decisionPanelCss.note}>
      {error instanceof ApiError ? error.description : siteText.errorTitle}
      {ApiError.is(error, 409) ? <p className={ui.text13}>{t.conflictHint}</p> : null}
    </Note>
  )
}
