import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { Pic } from '@/components/ui/pic'
import { ProjectFinder, type NamedProject } from '@/components/ui/project-finder'
import type { DependencyType } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import type { DependencyDraft } from '../../model/version-draft'
import ui from '@/components/ui/ui.module.css'
import css from './dependency-editor.module.css'

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
                <Pic src={project?.icon_url} project={one.project_id ?? undefined} name={name} size={24} />
                <b className={ui.clip}>{name}</b>
                <span className={ui.small}>{one.version_id ?? t.anyVersion}</span>
                <NativeSelect
                  className={css.kind}
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
