import { useState } from 'react'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { fillIn, type FillField, type Filled } from './model/detected'
import { draftOf, emptyVersion, onlyLoader, type VersionDraft } from './model/version-draft'
import type { StagedFile } from './staged'

/** What a version says, who said it, and what was read from its main file. */
export function useVersionForm(project: ProjectPage, version: VersionPage | undefined) {
  const [first] = useState<VersionDraft>(() => {
    if (version) return draftOf(version)
    const only = onlyLoader(project.url_type)
    return emptyVersion(only ? [only] : [])
  })
  const [draft, setDraft] = useState(first)
  // A version that stands was written by a person: nothing of it is filled in again.
  const [touched, setTouched] = useState<ReadonlySet<string>>(() => new Set(version ? Object.keys(first) : []))
  const [filled, setFilled] = useState<Filled>({})
  const [read, setRead] = useState<string>()

  const change = (patch: Partial<VersionDraft>) => {
    setDraft((now) => ({ ...now, ...patch }))
    setTouched((now) => new Set([...now, ...Object.keys(patch)]))
    setFilled((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in patch))))
  }
  return {
    first,
    draft,
    filled,
    change,
    /** Restores what was written in an earlier visit. */
    restore: (kept: VersionDraft) => {
      setDraft(kept)
      setTouched(
        new Set(
          Object.keys(kept).filter(
            (field) => JSON.stringify(kept[field as keyof VersionDraft]) !== JSON.stringify(first[field as keyof VersionDraft]),
          ),
        ),
      )
    },
    undo: (field: FillField) => {
      const fill = filled[field]
      if (fill) change({ [field]: fill.before } as Partial<VersionDraft>)
    },
    /** Reads the main file once; called while drawing, as it depends on which file that is. */
    readMain: (main: StagedFile | undefined) => {
      if (version || main?.id === read) return
      setRead(main?.id)
      if (!main) return
      const result = fillIn(draft, filled, touched, main, t.fromName)
      setDraft(result.draft)
      setFilled(result.filled)
    },
    dirty: JSON.stringify(draft) !== JSON.stringify(first),
  }
}
