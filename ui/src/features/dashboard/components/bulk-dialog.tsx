import { ArrowRight, Check, CircleX } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { FormField, Input } from '@/components/ui/input'
import type { Project } from '@/lib/api/types'
import { categoryLabel } from '@/lib/categories'
import { cn } from '@/lib/cn'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { toast } from '@/stores/toasts'
import { bulkChanges, hasChanges, linkFields, useBulkEdit, type BulkDraft, type FieldChange, type Outcome } from '../bulk'
import { BulkTags } from './bulk-tags'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './bulk-dialog.module.css'

/** Null leaves a link, an empty text takes it away. */
const link = v.nullable(v.pipe(v.string(), v.trim(), v.regex(/^(https:\/\/[^\s"<>\\]+)?$/, t.bulkWrong)))
const schema = v.object({
  issues_url: link,
  source_url: link,
  wiki_url: link,
  discord_url: link,
  add: v.array(v.string()),
  remove: v.array(v.string()),
})

type BulkDialogProps = { projects: readonly Project[]; onClose: () => void }

/** Changes links and tags of several projects: what, then how each will stand, then how it went. */
export default function BulkDialog({ projects, onClose }: BulkDialogProps) {
  const [chosen] = useState(projects)
  const [preview, setPreview] = useState(false)
  const bulk = useBulkEdit()
  const form = useAppForm({
    schema,
    values: { issues_url: null, source_url: null, wiki_url: null, discord_url: null, add: [], remove: [] },
    send: () => Promise.resolve(setPreview(true)),
  })
  const { add, remove, ...links } = form.written
  const draft: BulkDraft = { links: Object.fromEntries(Object.entries(links).filter(([, text]) => text !== null)), add, remove }
  const affected = chosen.filter((one) => bulkChanges(one, draft).length > 0)
  const busy = bulk.run.isPending
  const over = bulk.run.isSuccess
  const failed = chosen.filter((one) => bulk.outcomes[one.id]?.state === 'failed')
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
      <Form form={form}>
        <div className={css.links}>
          {linkFields.map((name) => {
            const { value, onValue } = form.bind(name)
            return (
              <div key={name} className={css.link}>
                <FormField label={t.bulkFields[name]} error={form.error(name)} hint={value === '' ? t.bulkClears : undefined}>
                  {(control) => (
                    <Input
                      {...control}
                      type="url"
                      placeholder={value === '' ? t.bulkClears : t.bulkKeep}
                      value={value ?? ''}
                      onChange={(event) => onValue(event.target.value || null)}
                      autoComplete="off"
                    />
                  )}
                </FormField>
                <Checkbox className={ui.text13} checked={value === ''} onChange={(event) => onValue(event.target.checked ? '' : null)}>
                  {t.bulkClear}
                </Checkbox>
              </div>
            )
          })}
        </div>
        <BulkTags
          projects={chosen}
          draft={draft}
          onDraft={(tags) => {
            form.bind('add').onValue(tags.add)
            form.bind('remove').onValue(tags.remove)
          }}
        />
        <div className={formCss.actions}>
          <Button onClick={onClose}>{t.bulkCancel}</Button>
          <Button type="submit" kind="primary" disabled={!hasChanges(draft)}>
            {t.bulkNext}
          </Button>
        </div>
      </Form>
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
