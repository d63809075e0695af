import { ArrowRight, Check, CircleX } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { FormField, Input } from '@/components/ui/input'
import type { Project } from '@/lib/api/types'
import { categoryLabel } from '@/lib/categories'
import { cn } from '@/lib/cn'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { toast } from '@/stores/toasts'
import { bulkChanges, emptyBulk, hasChanges, linkFields, useBulkEdit, type BulkDraft, type FieldChange, type Outcome } from '../bulk'
import { BulkTags } from './bulk-tags'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './bulk-dialog.module.css'

type BulkDialogProps = { projects: readonly Project[]; onClose: () => void }

/** Changes links and tags of several projects: what, then how each will stand, then how it went. */
export default function BulkDialog({ projects, onClose }: BulkDialogProps) {
  const [chosen] = useState(projects)
  const [draft, setDraft] = useState<BulkDraft>(emptyBulk)
  const [preview, setPreview] = useState(false)
  const [tried, setTried] = useState(false)
  const bulk = useBulkEdit()
  const wrong = linkFields.filter((name) => draft.links[name]?.trim() && !/^https:\/\/[^\s"<>\\]+$/.test(draft.links[name].trim()))
  const affected = chosen.filter((one) => bulkChanges(one, draft).length > 0)
  const busy = bulk.run.isPending
  const over = bulk.run.isSuccess
  const failed = chosen.filter((one) => bulk.outcomes[one.id]?.state === 'failed')
  const next = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong.length === 0 && hasChanges(draft)) setPreview(true)
  }
  const apply = (list: readonly Project[]) =>
    void bulk.run.mutateAsync({ projects: list, draft }).then(
      (bad) => (bad === 0 ? toast(t.bulkDone(list.length)) : toast(t.bulkSome(bad), undefined, 'warning')),
      () => undefined,
    )
  if (preview) {
    return (
      <Dialog
        open
        onOpenChange={(open) => (open || busy ? undefined : onClose())}
        title={t.bulkPreview}
        className={css.dialog}
        footer={
          over ? (
            <>
              {failed.length > 0 ? <Button onClick={() => apply(failed)}>{t.bulkRetry(failed.length)}</Button> : null}
              <Button kind="primary" onClick={onClose}>
                {t.bulkClose}
              </Button>
            </>
          ) : (
            <>
              <Button disabled={busy} onClick={() => setPreview(false)}>
                {t.bulkBack}
              </Button>
              <Button kind="primary" loading={busy} disabled={affected.length === 0} onClick={() => apply(affected)}>
                {t.bulkApply(affected.length)}
              </Button>
            </>
          )
        }
      >
        <ul className={css.root} aria-live="polite">
          {chosen.map((project) => (
            <li key={project.id}>
              <b className={ui.clip}>{project.title}</b>
              <Result outcome={bulk.outcomes[project.id]} />
              <Changes changes={bulkChanges(project, draft)} />
            </li>
          ))}
        </ul>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t.bulkTitle(chosen.length)}
      description={t.bulkLead}
      className={css.dialog}
    >
      <form className={formCss.root} onSubmit={next} noValidate>
        <div className={css.links}>
          {linkFields.map((name) => {
            const value = draft.links[name]
            const set = (text: string | undefined) =>
              setDraft((now) => {
                const others = Object.fromEntries(Object.entries(now.links).filter(([one]) => one !== name))
                return { ...now, links: text === undefined ? others : { ...others, [name]: text } }
              })
            return (
              <div key={name} className={css.link}>
                <FormField
                  label={t.bulkFields[name]}
                  error={tried && wrong.includes(name) ? t.bulkWrong : undefined}
                  hint={value === '' ? t.bulkClears : undefined}
                >
                  {(control) => (
                    <Input
                      {...control}
                      type="url"
                      placeholder={value === '' ? t.bulkClears : t.bulkKeep}
                      value={value ?? ''}
                      onChange={(event) => set(event.target.value || undefined)}
                      autoComplete="off"
                    />
                  )}
                </FormField>
                <Checkbox checked={value === ''} onChange={(event) => set(event.target.checked ? '' : undefined)}>
                  {t.bulkClear}
                </Checkbox>
              </div>
            )
          })}
        </div>
        <BulkTags projects={chosen} draft={draft} onDraft={setDraft} />
        <div className={formCss.actions}>
          <Button onClick={onClose}>{t.bulkCancel}</Button>
          <Button type="submit" kind="primary" disabled={!hasChanges(draft)}>
            {t.bulkNext}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <p className={ui.small}>{t.bulkSame}</p>
  const text = (name: FieldChange['name'], list: readonly string[]) =>
    list.length === 0 ? t.bulkNone : list.map((one) => (name === 'categories' ? categoryLabel(one) : one)).join('、')
  return (
    <dl>
      {changes.map((change) => (
        <div key={change.name}>
          <dt>{change.name === 'categories' ? t.bulkTags : t.bulkFields[change.name]}</dt>
          <dd>
            <del>{text(change.name, change.before)}</del>
            <ArrowRight className={ui.icon14} aria-label={t.bulkTo} />
            <ins>{text(change.name, change.after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Result({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome || outcome.state === 'same') return null
  if (outcome.state === 'failed') {
    return (
      <span className={formCss.error} role="alert">
        <CircleX className={ui.icon14} aria-hidden /> {outcome.error}
      </span>
    )
  }
  return outcome.state === 'done' ? (
    <span className={cn(ui.ok, ui.text12)}>
      <Check className={ui.icon14} aria-hidden /> {t.bulkOk}
    </span>
  ) : (
    <span className={ui.small}>{t.bulkSending}</span>
  )
}
