import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useAppForm } from '@/components/form/use-app-form'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { fillIn, type FillField, type Filled } from './model/detected'
import { draftOf, emptyVersion, onlyLoader, type VersionDraft } from './model/version-draft'
import type { StagedFile } from './staged'

type Options<A> = {
  project: ProjectPage
  version: VersionPage | undefined
  /** What is in the way of sending, by field. */
  problems: (draft: VersionDraft) => Partial<Record<string, string>>
  send: (draft: VersionDraft, key: string) => Promise<A>
  onDone: (answer: A, draft: VersionDraft) => void
  /** The files that are sent with it. */
  beside: () => unknown
}

/** What a version says. */
export function useVersionForm<A>({ project, version, problems, send, onDone, beside }: Options<A>) {
  const only = onlyLoader(project.url_type)
  return useAppForm({
    schema: v.pipe(
      v.custom<VersionDraft>(() => true),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return
        const draft: Record<string, unknown> = dataset.value
        for (const [key, message = ''] of Object.entries(problems(dataset.value)))
          addIssue({ message, path: [{ type: 'object', origin: 'value', input: draft, key, value: draft[key] }] })
      }),
    ),
    values: version ? draftOf(version) : emptyVersion(only ? [only] : []),
    keep: version ? `version.${version.id}` : `version.new.${project.id}`,
    send,
    onDone,
    beside,
  })
}

export type VersionForm = Pick<ReturnType<typeof useVersionForm>, 'field' | 'bind' | 'error' | 'written' | 'changes' | 'setValue'>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Fills in what the main file says, once a file. What a person wrote stays, and so does a version that stands. */
export function useFilled({ written, changes, setValue }: VersionForm, stands: boolean, main: StagedFile | undefined) {
  const [read, setRead] = useState<{ filled: Filled; draft: VersionDraft }>()
  // What a person changed is theirs, also where it has the file's value again.
  const [byHand, setByHand] = useState<readonly FillField[]>([])
  const fields = (Object.keys(read?.filled ?? {}) as FillField[]).filter((field) => !byHand.includes(field))
  const changed = fields.filter((field) => !same(written[field], read?.draft[field]))
  if (changed.length > 0) setByHand([...byHand, ...changed])
  const filled: Filled = Object.fromEntries(Object.entries(read?.filled ?? {}).filter(([field]) => fields.includes(field as FillField)))
  const put = (field: FillField, value: VersionDraft[FillField]) => setValue(field, value as never, { shouldDirty: true })
  useEffect(() => {
    if (stands || !main) return
    const touched = new Set([...byHand, ...Object.keys(changes).filter((field) => !(field in filled))])
    const result = fillIn(written, filled, touched, main, t.fromName)
    for (const field of Object.keys(result.filled) as FillField[]) put(field, result.draft[field])
    setRead(result)
    // Only another file is read.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [main?.id])
  return {
    filled,
    undo: (field: FillField) => {
      const fill = filled[field]
      if (!fill) return
      put(field, fill.before)
      setByHand([...byHand, field])
    },
  }
}
