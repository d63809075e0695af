import { BookOpen, ChevronDown, CircleX, Split, type LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Textarea, Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { reviewChecklistText as t } from '@/lib/i18n/zh-Hans/review-checklist'
import type { Option, Progress, Step } from '../model/checklist'
import { StepFact } from './step-fact'
import ui from '@/components/ui/ui.module.css'
import css from './checklist.module.css'

type ChecklistStepProps = {
  step: Step
  number: number
  progress: Progress
  onToggle: (option: string) => void
  onFill: (option: string, filler: string, value: string) => void
  /** What the step has beside its options; the number keys then belong to it. */
  children?: ReactNode
}

/** One question with its rules, what the project has, and what may be wrong. */
export function ChecklistStep({ step, number, progress, onToggle, onFill, children }: ChecklistStepProps) {
  const id = useId()
  return (
    <section className={css.step} aria-labelledby={id} tabIndex={-1}>
      <div className={css.question}>
        <h3 id={id}>{step.question}</h3>
        <span className={ui.subtle}>{t.stepOf(number, step.title)}</span>
      </div>
      {step.facts.length > 0 ? (
        <dl className={css.facts}>
          {step.facts.map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two facts may be the same, and their order is all there is
            <StepFact key={at} fact={fact} />
          ))}
        </dl>
      ) : null}
      <div className={css.rules}>
        <Bullets icon={BookOpen} title={t.rules} items={step.rules} />
        <Bullets icon={CircleX} title={t.examples} items={step.examples} />
        <Bullets icon={Split} title={t.exceptions} items={step.exceptions} />
      </div>
      {children}
      <ul className={css.options} aria-label={t.options}>
        {step.options.map((option, at) => (
          <OptionRow
            key={option.id}
            option={option}
            digit={at < 9 && !children ? at + 1 : undefined}
            values={progress.chosen[option.id]}
            onToggle={() => onToggle(option.id)}
            onFill={(filler, value) => onFill(option.id, filler, value)}
          />
        ))}
      </ul>
    </section>
  )
}

function Bullets({ icon: Icon, title, items }: { icon: LucideIcon; title: string; items: readonly string[] }) {
  return (
    <details>
      <summary>
        <Icon className={ui.icon14} aria-hidden />
        {title}
        <small>{items.length}</small>
        <ChevronDown className={ui.icon14} aria-hidden />
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </details>
  )
}

type OptionRowProps = {
  option: Option
  digit: number | undefined
  /** Undefined while the option is not chosen. */
  values: Readonly<Record<string, string>> | undefined
  onToggle: () => void
  onFill: (filler: string, value: string) => void
}

function OptionRow({ option, digit, values, onToggle, onFill }: OptionRowProps) {
  const on = values !== undefined
  const row = useRef<HTMLLIElement>(null)
  const was = useRef(on)
  // What is asked for comes next, where the reader has chosen the option: judged files choose theirs.
  useEffect(() => {
    const chosen = on && !was.current && (digit !== undefined || row.current?.contains(document.activeElement))
    if (chosen) row.current?.querySelector<HTMLElement>('textarea, input:not([type="checkbox"])')?.focus()
    was.current = on
  }, [on, digit])
  return (
    <li ref={row} className={cn(css.option, on && css.on, on && option.fillers.length > 0 && css.filled)}>
      <label>
        <input type="checkbox" checked={on} onChange={onToggle} />
        {option.name}
        {digit ? <kbd aria-hidden>{digit}</kbd> : null}
      </label>
      {on
        ? option.fillers.map(({ id: filler, question, required, large }) => {
            const Field = large ? Textarea : Input
            return (
              <div key={filler} className={css.filler}>
                <label htmlFor={`filler-${option.id}-${filler}`}>
                  {question}
                  {required ? <b aria-hidden>*</b> : null}
                </label>
                <Field
                  id={`filler-${option.id}-${filler}`}
                  required={required}
                  aria-required={required}
                  maxLength={8_000}
                  {...(large ? { rows: 3 } : {})}
                  value={values[filler] ?? ''}
                  onChange={(event: { target: { value: string } }) => onFill(filler, event.target.value)}
                />
              </div>
            )
          })
        : null}
    </li>
  )
}
