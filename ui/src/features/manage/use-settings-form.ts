import type { FieldValues } from 'react-hook-form'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import { useAppForm } from '@/components/form/use-app-form'
import type { ProjectPage } from '@/lib/api/types'
import { changesOf } from '@/lib/changes'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { toast } from '@/stores/toasts'
import { usePatchProject, type ProjectPatch } from './commands'

type Options<S extends GenericSchema<FieldValues, FieldValues>> = {
  schema: S
  values: InferInput<S>
  /** What is sent of what was changed. */
  patch: (changes: Partial<InferOutput<S>>, given: InferOutput<S>) => ProjectPatch
  onSaved?: (given: InferOutput<S>) => void
}

/** The form of one page of a project's settings. */
export function useSettingsForm<S extends GenericSchema<FieldValues, FieldValues>>(
  project: ProjectPage,
  page: string,
  { schema, values, patch, onSaved }: Options<S>,
) {
  const save = usePatchProject(project.id)
  const form = useAppForm({
    schema,
    values,
    keep: `project.${project.id}.${page}`,
    send: (given) => save.mutateAsync(patch(changesOf<InferOutput<S>>(given, values as InferOutput<S>), given)),
    onDone: (_answer, given) => {
      form.reset(given as InferInput<S>)
      toast(t.updated, t.updatedText)
      onSaved?.(given)
    },
  })
  return form
}
