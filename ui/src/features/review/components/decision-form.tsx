import { Ban, Check, EyeOff, type LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button, buttonClass, type ButtonKind } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { FormField } from '@/components/ui/input'
import { ReasonSelect } from '@/components/ui/reason-select'
import { ApiError } from '@/lib/api/errors'
import type { Address } from '@/lib/address'
import type { ProjectPage } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { pictureUpload } from '@/lib/picture-upload'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useDecide } from '../api'
import { blockOf, decisionOfKey, decisions, MAX_MESSAGE, type Block, type Decision } from '../model/decision'
import ui from '@/components/ui/ui.module.css'
import decisionPanelCss from './decision-panel.module.css'

type Look = { icon: LucideIcon; kind: ButtonKind; danger?: boolean; key: string }
const looks: Record<Decision, Look> = {
  approve: { icon: Check, kind: 'primary', key: 'A' },
  reject: { icon: Ban, kind: 'plain', danger: true, key: 'R' },
  withhold: { icon: EyeOff, kind: 'outline', key: 'W' },
}

type DecisionFormProps = {
  project: ProjectPage
  message: string
  onMessage: (message: string) => void
  onDecided: (decision: Decision) => void
  /** Where the next project waits. */
  skip: Address | undefined
}

/** The message to the author and the three decisions. */
export function DecisionForm({ project, message, onMessage, onDecided, skip }: DecisionFormProps) {
  const decide = useDecide(project)
  const id = useId()
  const [code, setCode] = useState('')
  const blocks = new Map(decisions.map((one) => [one, blockOf(one, project.status, message, code)]))
  const reasons = [...new Set(blocks.values())].filter((block) => block !== undefined)
  const reasonId = (block: Block) => `${id}-${block}`
  const take = (decision: Decision) => {
    if (decide.isPending || blocks.get(decision)) return
    decide.mutate({ decision, message, code }, { onSuccess: () => onDecided(decision) })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.repeat || document.querySelector('[role="dialog"]')) return
    const decision = decisionOfKey(event)
    if (!decision) return
    event.preventDefault()
    take(decision)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <div className={decisionPanelCss.message}>
        <h3>{t.message}</h3>
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
            <ReasonSelect {...control} value={code} onChange={(event) => setCode(event.target.value)} disabled={decide.isPending} />
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
        {skip ? (
          <PathLink className={buttonClass({ kind: 'quiet' })} {...skip}>
            {t.skip}
          </PathLink>
        ) : null}
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
      {error instanceof ApiError ? error.description : uiText.errorTitle}
      {ApiError.is(error, 409) ? <p className={ui.text13}>{t.conflictHint}</p> : null}
    </Note>
  )
}
