import { useRouter } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { Radio } from '@/components/ui/checkbox'
import { Star } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { reportBody } from '@/lib/limits.gen'
import { pictureUpload } from '@/lib/picture-upload'
import { toast } from '@/stores/toasts'
import { useOpenReport } from '../api'
import { itemTypes, reasons, type ItemType, type Reason } from '../model/item'
import { useReportable } from '../use-reportable'
import { ItemField } from './item-field'
import formCss from '@/components/ui/form.module.css'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './report-form.module.css'

/** The form that opens a report, with guidance beside it. */
export function ReportForm({ itemType, itemId }: { itemType: ItemType; itemId: string }) {
  const router = useRouter()
  const open = useOpenReport()
  const form = useAppForm({
    schema: v.object({
      item_type: v.picklist(itemTypes),
      item_id: v.pipe(
        v.string(),
        v.regex(/\S/, t.itemNeeded),
        v.check(() => found.item !== undefined, t.looking),
      ),
      report_type: v.picklist(reasons, t.reasonNeeded),
      body: v.string(),
    }),
    values: { item_type: itemType, item_id: itemId, report_type: '' as Reason, body: '' },
    keep: itemId ? `report.${itemId}` : 'report',
    send: (report, key) =>
      open.mutateAsync({
        ...report,
        item_type: found.item?.type ?? report.item_type,
        item_id: found.item?.id ?? report.item_id,
        key,
      }),
    onDone: ({ id }) => {
      toast(t.submitted, t.submittedText)
      void router.navigate({ to: '/dashboard/report/$id', params: { id } })
    },
  })
  const kind = form.bind('item_type')
  const name = form.bind('item_id')
  const found = useReportable(kind.value, name.value)
  const reason = form.field('report_type')
  const body = form.bind('body')
  return (
    <>
      <div className={cn(pageHeadCss.root, ui.above16)}>
        <h1>{t.title}</h1>
        <span className={pageHeadCss.sub}>{t.lead}</span>
      </div>
      <div className={ui.splitSide}>
        <Form form={form} className={cn(ui.card, ui.cardPad, formCss.root)}>
          <ItemField
            kind={kind.value}
            text={name.value}
            onChosen={(type, text) => {
              kind.onValue(type)
              name.onValue(text)
            }}
            found={found}
            error={form.error('item_id')}
            disabled={form.pending}
          />
          <fieldset
            className={css.set}
            disabled={form.pending}
            aria-describedby={reason.error ? 'reason-error' : undefined}
            data-invalid={reason.error ? true : undefined}
            tabIndex={reason.error ? -1 : undefined}
          >
            <legend>
              {t.reason}
              <Star />
            </legend>
            <div className={css.reasons}>
              {reasons.map((one) => (
                <Radio key={one} {...reason.control} value={one}>
                  <b>{t.reasons[one]}</b>
                  <small>{t.reasonHints[one]}</small>
                </Radio>
              ))}
            </div>
            {reason.error ? (
              <p id="reason-error" className={formCss.error} role="alert">
                {reason.error}
              </p>
            ) : null}
          </fieldset>
          <div className={formCss.field}>
            <span className={css.label}>{t.body}</span>
            <MarkdownEditor
              label={t.body}
              value={body.value}
              onValue={body.onValue}
              onImageUpload={pictureUpload({ context: 'report' })}
              placeholder={t.bodyPlaceholder}
              maxLength={reportBody}
              disabled={form.pending}
              rows={8}
            />
            <p className={formCss.hint}>{t.bodyHint}</p>
          </div>
          <div className={formCss.actions}>
            <Button type="submit" kind="primary" loading={form.pending} disabled={Boolean(found.item?.reported)}>
              {t.submit}
            </Button>
          </div>
        </Form>
        <aside className={ui.pile}>
          <Help title={t.yesTitle} lines={t.yes} good />
          <Help title={t.noTitle} lines={t.no} />
        </aside>
      </div>
    </>
  )
}

function Help({ title, lines, good }: { title: string; lines: readonly string[]; good?: boolean }) {
  const Icon = good ? CircleCheck : CircleX
  return (
    <section className={cn(ui.card, ui.cardPad, css.help)}>
      <h2>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Icon className={good ? cn(ui.icon, ui.ok) : cn(ui.icon, ui.bad)} aria-hidden />
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
