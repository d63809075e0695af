import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { Loading, Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { FormField } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import type { NamedProject } from '@/components/ui/project-finder'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'
import { translationQueries, useAsk } from '../api'
import { described } from '../model/fields'
import { DescribedFields } from './described-fields'
import { TargetPicker, type Target } from './target-picker'

const target = v.object({ version: v.string(), number: v.string() })
const schema = v.object({ ...described, version: v.string(), targets: v.pipe(v.array(target), v.minLength(1, t.versionsNeeded)) })

/** Asks that a version of a language pack is shown as a translation of versions of another project. */
export function AddDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const own = useQuery(translationQueries.versions(project))
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.addTitle} description={t.addLead}>
      {own.data ? (
        own.data.versions.length > 0 ? (
          <AddForm project={project} versions={own.data.versions} onClose={onClose} />
        ) : (
          <Note tone="warn">{t.ownNone}</Note>
        )
      ) : (
        <Loading>
          <p>{uiText.loading}</p>
        </Loading>
      )}
    </Dialog>
  )
}

type AddFormProps = { project: string; versions: readonly { id: string; version_number: string }[]; onClose: () => void }

function AddForm({ project, versions, onClose }: AddFormProps) {
  const ask = useAsk()
  const [original, setOriginal] = useState<NamedProject>()
  const links = useQuery(translationQueries.named(project)).data?.links ?? []
  const form = useAppForm({
    schema,
    values: { language_code: 'zh_CN' as const, description: '', version: versions[0]?.id ?? '', targets: [] as Target[] },
    send: async ({ version, targets, language_code, description }, key) => {
      const body = { language_code, description }
      const done = await Promise.allSettled(
        targets.map((one) =>
          ask.mutateAsync({ ends: { joining_version_id: version, target_version_id: one.version }, body, key: `${key}-${one.version}` }),
        ),
      )
      const failed = done.filter((one) => one.status === 'rejected')
      if (failed.length === done.length && failed[0]) throw failed[0].reason
      return { done: done.length - failed.length, failed: failed.length }
    },
    onDone: ({ done, failed }) => {
      toast(failed > 0 ? t.submittedSome(done, failed) : t.submitted(done))
      onClose()
    },
  })
  const version = form.bind('version')
  const targets = form.bind('targets')
  const error = form.error('targets')
  return (
    <Form form={form}>
      <FormField label={t.own}>
        {() => (
          <NativeSelect
            label={t.own}
            value={version.value}
            options={versions.map((one) => ({ value: one.id, label: one.version_number }))}
            onValue={version.onValue}
          />
        )}
      </FormField>
      <FormField label={t.original} error={error && !original ? t.originalNeeded : error}>
        {() => (
          <TargetPicker
            own={project}
            original={original}
            chosen={targets.value}
            linked={links
              .filter((one) => one.joining_version_id === version.value && one.approval_status !== 'revoked')
              .map((one) => one.target_version_id)}
            onOriginal={setOriginal}
            onChosen={targets.onValue}
            onClose={onClose}
          />
        )}
      </FormField>
      <DescribedFields form={form} language={form.bind('language_code')} />
      <FormActions onCancel={onClose} loading={form.pending}>
        {t.submit}
      </FormActions>
    </Form>
  )
}
