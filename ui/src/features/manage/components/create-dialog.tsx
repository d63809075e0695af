import { useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormField, Input, Textarea } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { ApiError } from '@/lib/api/errors'
import type { Project, UrlType } from '@/lib/api/types'
import { contentTypes } from '@/lib/content-types'
import { useImeSafeValue } from '@/lib/ime'
import { manageText as t } from '@/lib/i18n/zh-Hans/manage'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useCreateProject } from '../api'
import { SLUG_MAX, SLUG_MIN, slugFrom, slugProblem } from '../model/slug'
import { useSlugCheck } from '../use-slug-check'

const TITLE = { min: 3, max: 64 }
const SUMMARY = { min: 3, max: 255 }

type CreateDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onCreated: (project: Project, type: UrlType) => void }

/** Names a new project. Everything else is added where it stands. */
export function CreateDialog({ open, onOpenChange, onCreated }: CreateDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.createTitle} description={t.createLead}>
      {open ? <CreateForm onCancel={() => onOpenChange(false)} onCreated={onCreated} /> : null}
    </Dialog>
  )
}

function within(text: string, { min, max }: { min: number; max: number }): string | undefined {
  const length = [...text.trim()].length
  return length < min || length > max ? t.lengthRange(min, max) : undefined
}

function CreateForm({ onCancel, onCreated }: { onCancel: () => void; onCreated: CreateDialogProps['onCreated'] }) {
  const [type, setType] = useState<UrlType>('mod')
  const [title, setTitle] = useState('')
  const [ownSlug, setOwnSlug] = useState<string>()
  const [summary, setSummary] = useState('')
  const [tried, setTried] = useState(false)
  const key = useRef(crypto.randomUUID())
  const form = useRef<HTMLFormElement>(null)
  const typeId = useId()
  const create = useCreateProject()
  const slug = ownSlug ?? slugFrom(title)
  const check = useSlugCheck(slug)
  const titleField = useImeSafeValue<HTMLInputElement>(title, setTitle)
  const slugField = useImeSafeValue<HTMLInputElement>(slug, setOwnSlug)
  const errors = {
    title: within(title, TITLE),
    slug: slugProblem(slug) === 'length' ? t.lengthRange(SLUG_MIN, SLUG_MAX) : slugProblem(slug) ? t.slugWrong : check.taken ? t.slugTaken : undefined,
    summary: within(summary, SUMMARY) ?? (summary.trim() === title.trim() ? t.summarySame : undefined),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.values(errors).some(Boolean)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const project = { title: title.trim(), slug, description: summary.trim(), project_type: type }
    create.mutate({ project, key: key.current }, { onSuccess: (made) => onCreated(made, type), onError: () => (key.current = crypto.randomUUID()) })
  }
  return (
    <form ref={form} className="stack-form" onSubmit={submit} noValidate>
      {create.error ? <Note tone="bad">{create.error instanceof ApiError ? create.error.description : siteText.unknownError}</Note> : null}
      <div className="form-field">
        <label htmlFor={typeId}>{t.type}</label>
        <Select id={typeId} label={t.type} value={type} onValue={setType} options={contentTypes.map((one) => ({ value: one.id, label: one.label }))} />
      </div>
      <FormField label={t.title} hint={t.titleHint} error={tried ? errors.title : undefined} required>
        {(control) => <Input {...control} {...titleField} maxLength={TITLE.max * 2} autoComplete="off" />}
      </FormField>
      <FormField label={t.slug} hint={check.free && slug ? t.slugFree : check.busy ? t.slugChecking : t.slugHint} error={tried || check.taken ? errors.slug : undefined} required>
        {(control) => <Input {...control} {...slugField} autoComplete="off" spellCheck={false} autoCapitalize="none" icon={<span className="subtle">/{type}/</span>} />}
      </FormField>
      <FormField label={t.summary} hint={t.summaryHint} error={tried ? errors.summary : undefined} required>
        {(control) => <Textarea {...control} rows={3} value={summary} onChange={(e) => setSummary(e.target.value)} />}
      </FormField>
      <div className="form-actions">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" kind="primary" loading={create.isPending}>
          {t.create}
        </Button>
      </div>
    </form>
  )
}
