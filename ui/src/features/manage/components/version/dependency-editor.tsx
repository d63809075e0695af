import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Search, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { SearchInput } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Pic } from '@/components/ui/pic'
import { get } from '@/lib/api/client'
import type { DependencyType } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { titles } from '@/lib/titles'
import type { DependencyDraft } from '../../model/version-draft'
import ui from '@/components/ui/ui.module.css'
import css from './dependency-editor.module.css'

export type NamedProject = { id: string; title: string; icon_url: string | null }

type DependencyEditorProps = {
  dependencies: readonly DependencyDraft[]
  /** Names of the projects that are depended on already. */
  known: readonly NamedProject[]
  /** The project itself, which cannot depend on itself. */
  own: string
  onChange: (dependencies: DependencyDraft[]) => void
  disabled?: boolean
}

const kinds = (['required', 'optional', 'incompatible', 'embedded'] as const).map((value) => ({
  value,
  label: versionText.dependency[value],
}))

/** What a version needs, found by name. */
export function DependencyEditor({ dependencies, known, own, onChange, disabled }: DependencyEditorProps) {
  const [adding, setAdding] = useState(false)
  const [found, setFound] = useState<NamedProject[]>([])
  const named = (id: string | null) => [...found, ...known].find((one) => one.id === id)
  const add = (project: NamedProject) => {
    setFound([...found, project])
    setAdding(false)
    onChange([...dependencies, { project_id: project.id, version_id: null, file_name: null, dependency_type: 'required' }])
  }
  const set = (at: number, dependency_type: DependencyType) =>
    onChange(dependencies.map((one, index) => (index === at ? { ...one, dependency_type } : one)))
  return (
    <div className={css.root}>
      {dependencies.length > 0 ? (
        <ul>
          {dependencies.map((one, at) => {
            const project = named(one.project_id)
            const name = project?.title ?? one.file_name ?? one.project_id ?? t.externalFile
            return (
              <li key={`${one.project_id ?? ''}-${one.version_id ?? ''}-${one.file_name ?? ''}-${at}`}>
                <Pic src={project?.icon_url} name={one.project_id ?? name} size={24} />
                <b className={ui.clip}>{name}</b>
                <span className={ui.small}>{one.version_id ?? t.anyVersion}</span>
                <NativeSelect
                  size="sm"
                  label={`${t.dependencyKind}：${name}`}
                  value={one.dependency_type}
                  options={kinds}
                  onValue={(value) => set(at, value as DependencyType)}
                />
                <IconButton
                  label={t.removeDependency(name)}
                  kind="quiet"
                  size="sm"
                  disabled={disabled ?? false}
                  onClick={() => onChange(dependencies.filter((_, index) => index !== at))}
                >
                  <X className={ui.icon} aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
      ) : null}
      {adding ? (
        <ProjectFinder
          without={[own, ...dependencies.flatMap((one) => one.project_id ?? [])]}
          onPick={add}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button size="sm" disabled={disabled ?? false} onClick={() => setAdding(true)}>
          <Plus className={ui.icon} aria-hidden />
          {t.addDependency}
        </Button>
      )}
    </div>
  )
}

function ProjectFinder({ without, onPick, onClose }: { without: string[]; onPick: (project: NamedProject) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const query = text.trim()
  const hits = useQuery({
    queryKey: ['search', 'dependency', query],
    queryFn: ({ signal }) => get('/v2/search', { query: { query, limit: 8 }, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const shown = query === '' ? [] : (hits.data?.hits ?? []).filter((hit) => !without.includes(hit.project_id))
  return (
    <div className={css.find}>
      <div className={ui.row}>
        <SearchInput
          size="sm"
          label={t.findProject}
          placeholder={t.findProject}
          value={text}
          onValue={setText}
          icon={<Search className={ui.icon14} aria-hidden />}
          ref={(field) => {
            if (field && document.activeElement === document.body) field.focus()
          }}
        />
        <Button kind="quiet" size="sm" onClick={onClose}>
          {t.cancel}
        </Button>
      </div>
      {shown.length > 0 ? (
        <ul>
          {shown.map((hit) => (
            <li key={hit.project_id}>
              <button type="button" onClick={() => onPick({ id: hit.project_id, title: titles(hit).title, icon_url: hit.icon_url })}>
                <Pic src={hit.icon_url} name={hit.slug} size={32} />
                <span>
                  <b className={ui.clip}>{titles(hit).title}</b>
                  <small className={ui.clip}>{hit.author}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : query !== '' && hits.isSuccess && !hits.isFetching ? (
        <p className={cn(ui.subtle, ui.text13)} role="status">
          {t.noProject}
        </p>
      ) : null}
    </div>
  )
}
