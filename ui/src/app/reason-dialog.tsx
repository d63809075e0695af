import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Textarea } from '@/components/ui/input'
import { ReasonSelect } from '@/components/ui/reason-select'
import type { Reason } from '@/lib/api/reason'
import { formatExact } from '@/lib/format'
import { reasonText as t } from '@/lib/i18n/zh-Hans/reason'
import { reasonLength } from '@/lib/limits.gen'
import { showDialog } from './show-dialog'

type Answer = (reason: Reason | undefined) => void

/** Asks once for a reason. Concurrent commands share the answer; the last reason is offered again. */
let open: Promise<Reason | undefined> | undefined
let last: Reason | undefined

export function askReason(client: QueryClient, from: Element | null = document.activeElement): Promise<Reason | undefined> {
  open ??= showDialog<Reason | undefined>(client, from, (answer) => <ReasonDialog first={last} onAnswer={answer} />).then((reason) => {
    last = reason ?? last
    open = undefined
    return reason
  })
  return open
}

const schema = v.pipe(
  v.object({ code: v.pipe(v.string(), v.nonEmpty(t.missing)), text: textBetween(0, reasonLength, t.long(formatExact(reasonLength))) }),
  v.forward(
    v.partialCheck([['code'], ['text']], ({ code, text }) => code !== 'other' || text !== '', t.textRequired),
    ['text'],
  ),
)

/** The dialog for a reason: a code, and a text where the code does not suffice. */
function ReasonDialog({ first, onAnswer }: { first?: Reason | undefined; onAnswer: Answer }) {
  const form = useAppForm({
    schema,
    values: { code: first?.code ?? '', text: first?.text ?? '' },
    send: ({ code, text }) => Promise.resolve(onAnswer(text ? { code, text } : { code })),
  })
  return (
    <Dialog open onOpenChange={(shown) => (shown ? undefined : onAnswer(undefined))} title={t.title} description={t.lead}>
      <Form form={form}>
        <Field form={form} name="code" deps="text" label={t.code} required>
          {(control) => <ReasonSelect {...control} />}
        </Field>
        <Field form={form} name="text" label={t.text} hint={t.textHint} required={form.written.code === 'other'}>
          {(control) => <Textarea {...control} rows={4} />}
        </Field>
        <FormActions onCancel={() => onAnswer(undefined)}>{t.send}</FormActions>
      </Form>
    </Dialog>
  )
}
