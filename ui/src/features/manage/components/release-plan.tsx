import { CalendarClock } from 'lucide-react'
import { useId, useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { GroupRow } from '@/components/ui/form-row'
import { DateInput } from '@/components/ui/date-input'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { releasePlanText as t } from '@/lib/i18n/zh-Hans/release-plan'
import { toast } from '@/stores/toasts'
import { localTime, momentOf, timeProblem, timeRange, zoneName } from '@/lib/release-time'
import { useReleasePlan } from '../release-plan-commands'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './release-plan.module.css'

type ReleasePlanProps = {
  project: string
  /** The version that is planned; without one it is the project. */
  version?: string
  plan: { time: string; requested_status: string } | null | undefined
  /** Why the viewer cannot plan; undefined if they can. */
  refused?: string | undefined
}

const problems = { none: t.timeNone, past: t.timePast, far: t.timeFar }
const problemOf = (text: string): keyof typeof problems | undefined => timeProblem(text, Date.now())
const schema = v.object({
  time: v.pipe(
    v.string(),
    v.check((text) => problemOf(text) !== 'none', problems.none),
    v.check((text) => problemOf(text) !== 'past', problems.past),
    v.check((text) => problemOf(text) !== 'far', problems.far),
  ),
  requested_status: v.string(),
})

/** The planned release of a project or a version: its time, and how to plan, change and cancel it. */
export function ReleasePlan({ project, version, plan, refused }: ReleasePlanProps) {
  const id = useId()
  const commands = useReleasePlan(project, version)
  const statuses = version === undefined ? t.statuses : t.versionStatuses
  const [range] = useState(() => timeRange(Date.now()))
  const form = useAppForm({
    schema,
    values: {
      time: plan ? localTime(new Date(plan.time).getTime()) : '',
      requested_status: plan?.requested_status ?? (version === undefined ? 'approved' : 'listed'),
    },
    send: ({ time, requested_status }) => commands.plan.mutateAsync({ time: new Date(momentOf(time)).toISOString(), requested_status }),
    onDone: (_answer, { time }) => toast(t.saved, formatDateTime(new Date(momentOf(time)).toISOString())),
  })
  const status = form.bind('requested_status')
  const cancel = () => commands.cancel.mutate(undefined, { onSuccess: () => toast(t.cancelled) })
  return (
    <section className={cn(ui.card, ui.above16)} aria-labelledby={id}>
      <header className={ui.cardHead}>
        <h2 id={id}>{t.title}</h2>
      </header>
      <div className={css.lead}>
        <p className={cn(ui.text13, ui.muted)}>{version === undefined ? t.hint : t.versionHint}</p>
        {plan ? <Note>{t.planned(formatDateTime(plan.time), statuses[plan.requested_status] ?? plan.requested_status)}</Note> : null}
      </div>
      <Form form={form}>
        <fieldset className={cn(formCss.rows, css.root)} disabled={refused !== undefined} title={refused}>
          <Field form={form} row name="time" label={t.time} hint={t.zone(zoneName())} required>
            {(control) => <DateInput {...control} {...range} type="datetime-local" />}
          </Field>
          <GroupRow label={t.status}>
            <NativeSelect
              label={t.status}
              value={status.value}
              options={Object.entries(statuses).map(([value, label]) => ({ value, label }))}
              onValue={status.onValue}
            />
          </GroupRow>
          <div className={cn(formCss.actions, css.actions)}>
            {plan ? (
              <Button
                kind="quiet"
                danger
                loading={commands.cancel.isPending}
                aria-description={version === undefined ? t.cancelHint : t.cancelVersionHint}
                title={version === undefined ? t.cancelHint : t.cancelVersionHint}
                onClick={cancel}
              >
                {t.cancel}
              </Button>
            ) : null}
            <Button type="submit" loading={form.pending}>
              <CalendarClock className={ui.icon} aria-hidden />
              {plan ? t.change : t.plan}
            </Button>
          </div>
        </fieldset>
      </Form>
    </section>
  )
}
