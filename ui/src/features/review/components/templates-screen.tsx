import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { ErrorCard } from '@/components/ui/feedback'
import { FormField, Textarea } from '@/components/ui/input'
import { ItemBones } from '@/components/ui/item-bones'
import { PageHead } from '@/components/ui/page-head'
import { cn } from '@/lib/cn'
import { reviewChecklistText } from '@/lib/i18n/zh-Hans/review-checklist'
import { reviewTemplate } from '@/lib/limits.gen'
import { toast } from '@/stores/toasts'
import { templatesQuery, useChangeTemplate, type Template } from '../checklist-api'
import ui from '@/components/ui/ui.module.css'
import css from './templates-screen.module.css'

const t = reviewChecklistText.templates
const schema = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(1, t.empty), v.maxLength(reviewTemplate, t.tooLong(reviewTemplate))),
})

/** The texts of which messages to authors are made. */
export function TemplatesScreen() {
  const templates = useQuery(templatesQuery())
  const [id, setId] = useState<string>()
  const list = templates.data
  const chosen = list?.find((one) => one.id === id) ?? list?.[0]
  return (
    <>
      <PageHead title={t.title} sub={t.lead} />
      {list && chosen ? (
        <div className={css.root}>
          <nav className={cn(ui.card, css.list)} aria-label={t.list}>
            {list.map((one) => (
              <button key={one.id} type="button" aria-current={one === chosen ? 'true' : undefined} onClick={() => setId(one.id)}>
                <span>{one.name}</span>
                {one.version > 0 ? <small>{t.version(one.version)}</small> : null}
              </button>
            ))}
          </nav>
          <TemplateForm key={`${chosen.id}.${chosen.version}`} template={chosen} />
        </div>
      ) : templates.isError ? (
        <ErrorCard error={templates.error} onRetry={() => void templates.refetch()} />
      ) : (
        <ItemBones count={6} />
      )}
    </>
  )
}

function TemplateForm({ template }: { template: Template }) {
  const change = useChangeTemplate(template.id)
  const form = useAppForm({
    schema,
    values: { text: template.text },
    send: ({ text }, key) => change.mutateAsync({ text, version: template.version, key }),
    onDone: () => toast(t.saved),
  })
  const { value, onValue } = form.bind('text')
  const error = form.error('text')
  const earlier = template.versions.slice(0, -1)
  return (
    <Form form={form} className={cn(ui.card, css.form)} guard="save">
      <h2>
        {template.name} <small className={ui.subtle}>{t.version(template.version)}</small>
      </h2>
      <FormField label={t.text} error={error} required>
        {(control) => <Textarea {...control} rows={8} value={value} onChange={(event) => onValue(event.target.value)} />}
      </FormField>
      <div className={css.placeholders} role="group" aria-label={t.placeholders}>
        <span className={ui.subtle}>{t.placeholders}</span>
        {template.placeholders.map((one) => (
          <button key={one} type="button" aria-label={t.insert(`%${one}%`)} onClick={() => onValue(`${value}%${one}%`)}>
            <code>%{one}%</code>
            {template.required.includes(one) ? <small>{t.required}</small> : null}
          </button>
        ))}
      </div>
      <div className={css.actions}>
        <Button kind="primary" type="submit" loading={form.pending} disabled={value.trim() === template.text}>
          {t.save}
        </Button>
        {template.text !== template.versions[0] ? (
          <Button kind="quiet" onClick={() => onValue(template.versions[0] ?? '')}>
            {t.restore}
          </Button>
        ) : null}
      </div>
      {earlier.length > 0 ? (
        <section className={css.history}>
          <h3>{t.history}</h3>
          {earlier
            .map((text, version) => (
              <details key={`${template.id}-v${version}`}>
                <summary>{t.version(version)}</summary>
                <p>{text}</p>
              </details>
            ))
            .reverse()}
        </section>
      ) : null}
    </Form>
  )
}
