import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Radio } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Textarea } from '@/components/ui/input'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { toast } from '@/stores/toasts'
import { useSettleReport, type ReportPage } from '../api'
import { results } from '../model/acts'
import css from './close-dialog.module.css'

const MAX_ANSWER = 4_000
const schema = v.object({
  result: v.pipe(v.string(), v.nonEmpty(t.resultNeeded)),
  answer: v.pipe(v.string(), v.maxLength(MAX_ANSWER, t.answerLong(MAX_ANSWER))),
})

/** Closes a report with a result, which its reporter reads in the thread and as a notification. */
export default function CloseDialog({ report, acted, onClose }: { report: ReportPage; acted: boolean; onClose: () => void }) {
  const settle = useSettleReport(report)
  const form = useAppForm({
    schema,
    values: { result: acted ? 'acted' : '', answer: '' },
    send: ({ result, answer }) => settle.mutateAsync({ result: results.find((one) => one === result) ?? 'unclear', answer }),
    onDone: () => {
      toast(t.closedToast, t.closedText)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.closeTitle} description={t.closeLead}>
      <Form form={form}>
        <Field form={form} name="result" label={t.result} required>
          {(control) => (
            <div className={css.results} role="radiogroup" aria-label={t.result}>
              {results.map((one) => (
                <Radio key={one} {...control} id={`${control.id}-${one}`} value={one} checked={form.written.result === one}>
                  <b>{t.results[one]}</b>
                  <small>{t.resultHints[one]}</small>
                </Radio>
              ))}
            </div>
          )}
        </Field>
        <Field form={form} name="answer" label={t.answer} hint={t.answerHint}>
          {(control) => <Textarea {...control} rows={4} />}
        </Field>
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.close}
        </FormActions>
      </Form>
    </Dialog>
  )
}
