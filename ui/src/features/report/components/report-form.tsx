import { useRouter } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useCallback, useRef, useState, type FormEvent } from 'react'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { Radio } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { RestoredDraft } from '@/components/ui/restored-draft'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { pictureUpload } from '@/lib/picture-upload'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { toast } from '@/stores/toasts'
import { useOpenReport, type Reportable } from '../api'
import { reasons, type ItemType, type Reason } from '../model/item'
import { ItemField } from './item-field'
import formCss from '@/components/ui/form.module.css'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './report-form.module.css'

const MAX_BODY = 65_536

/** The form that opens a report, with what belongs here and what does not beside it. */
export function ReportForm({ itemType, itemId }: { itemType: ItemType; itemId: string }) {
  const router = useRouter()
  const [chosen, setChosen] = useState({ kind: itemType, text: itemId })
  const [item, setItem] = useState<Reportable>()
  const [reason, setReason] = useState<Reason>()
  const [body, setBody] = useState('')
  const [tried, setTried] = useState(false)
  // One key a report: sent again after a lost answer, it counts once.
  const key = useRef<string>(undefined)
  const open = useOpenReport()
  const onItem = useCallback((found: Reportable | undefined) => setItem(found), [])
  const written = body.trim() !== '' || reason !== undefined
  const kept = useKeptDraft(
    'report',
    written ? { chosen, reason, body } : undefined,
    (value: { chosen: typeof chosen; reason?: Reason; body: string }) => {
      // A report that was begun about something else stays with that.
      if (itemId && value.chosen.text !== itemId) return
      setChosen(value.chosen)
      setReason(value.reason)
      setBody(value.body)
    },
  )
  const ready = item && !item.reported && reason
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!ready) return
    key.current ??= crypto.randomUUID()
    open
      .mutateAsync({ report_type: reason, item_type: item.type, item_id: item.id, body, key: key.current })
      .then(({ id }) => {
        kept.drop()
        toast(t.submitted, t.submittedText)
        void router.navigate({ href: `/dashboard/report/${id}` })
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status > 0) key.current = undefined
      })
  }
  return (
    <>
      <div className={cn(pageHeadCss.root, ui.above16)}>
        <h1>{t.title}</h1>
        <span className={pageHeadCss.sub}>{t.lead}</span>
      </div>
      <div className={ui.splitSide}>
        <form className={cn(ui.card, ui.cardPad, formCss.root)} onSubmit={submit} noValidate>
          <RestoredDraft
            restored={kept.restored}
            onDiscard={() => {
              kept.drop()
              setReason(undefined)
              setBody('')
            }}
          />
          {open.error ? <Note tone="bad">{open.error instanceof ApiError ? open.error.description : siteText.unknownError}</Note> : null}
          <ItemField
            chosen={chosen}
            onChosen={setChosen}
            onItem={onItem}
            error={tried && !chosen.text.trim() ? t.itemNeeded : undefined}
            disabled={open.isPending}
          />
          <fieldset className={css.set} disabled={open.isPending} aria-describedby={tried && !reason ? 'reason-error' : undefined}>
            <legend>
              {t.reason}
              <span className={formCss.star} aria-hidden>
                {' '}
                *
              </span>
            </legend>
            <div className={css.reasons}>
              {reasons.map((one) => (
                <Radio key={one} name="reason" checked={one === reason} onChange={() => setReason(one)}>
                  <b>{t.reasons[one]}</b>
                  <small>{t.reasonHints[one]}</small>
                </Radio>
              ))}
            </div>
            {tried && !reason ? (
              <p id="reason-error" className={formCss.error} role="alert">
                {t.reasonNeeded}
              </p>
            ) : null}
          </fieldset>
          <div className={formCss.field}>
            <span className={css.label}>{t.body}</span>
            <MarkdownEditor
              label={t.body}
              value={body}
              onValue={setBody}
              onImageUpload={pictureUpload({ context: 'report' })}
              placeholder={t.bodyPlaceholder}
              maxLength={MAX_BODY}
              disabled={open.isPending}
              rows={8}
            />
            <p className={formCss.hint}>{t.bodyHint}</p>
          </div>
          <div className={formCss.actions}>
            <Button type="submit" kind="primary" loading={open.isPending} disabled={Boolean(item?.reported)}>
              {t.submit}
            </Button>
          </div>
        </form>
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
