import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { GroupRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import type { NamedProject } from '@/components/ui/project-finder'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { translationDescription } from '@/lib/limits.gen'
import { translationQueries, type Language } from '../api'
import { languages } from '../model/fields'
import { TargetPicker, type Target } from './target-picker'
import ui from '@/components/ui/ui.module.css'
import css from './translation.module.css'

/** A link of a version in its form. */
export type LinkDraft = { joining_version_id: string; language_code: Language; description: string }

type LinksFieldProps = {
  project: string
  links: readonly LinkDraft[]
  disabled: boolean
  onChange: (links: LinkDraft[]) => void
}

/** The versions of other projects that a version of a language pack translates. */
export default function LinksField({ project, links, disabled, onChange }: LinksFieldProps) {
  const [adding, setAdding] = useState(false)
  const [original, setOriginal] = useState<NamedProject>()
  const [chosen, setChosen] = useState<Target[]>([])
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const stored = useQuery(translationQueries.named(project)).data?.links ?? []
  const nameOf = (version: string) => {
    const one = stored.find((link) => link.target_version_id === version)
    return names.get(version) ?? (one?.target ? `${one.target.title} ${one.target_version_number}` : version)
  }
  const close = () => {
    setAdding(false)
    setOriginal(undefined)
    setChosen([])
  }
  const add = () => {
    setNames(new Map([...names, ...chosen.map((one) => [one.version, `${original?.title ?? ''} ${one.number}`] as const)]))
    onChange([...links, ...chosen.map((one) => ({ joining_version_id: one.version, language_code: 'zh_CN' as const, description: '' }))])
    close()
  }
  const set = (at: number, patch: Partial<LinkDraft>) => onChange(links.map((one, index) => (index === at ? { ...one, ...patch } : one)))
  return (
    <GroupRow label={t.field} hint={t.fieldHint}>
      {links.length > 0 ? (
        <ul className={css.links}>
          {links.map((one, at) => {
            const name = nameOf(one.joining_version_id)
            return (
              <li key={one.joining_version_id}>
                <b className={ui.clip}>{name}</b>
                <NativeSelect
                  size="sm"
                  label={`${t.language}：${name}`}
                  value={one.language_code}
                  options={languages}
                  onValue={(value) => set(at, { language_code: value as Language })}
                />
                <Input
                  aria-label={`${t.description}：${name}`}
                  placeholder={t.description}
                  value={one.description}
                  maxLength={translationDescription}
                  disabled={disabled}
                  onChange={(event) => set(at, { description: event.target.value })}
                />
                <IconButton
                  label={t.remove(name)}
                  kind="quiet"
                  size="sm"
                  disabled={disabled}
                  onClick={() => onChange(links.filter((_, index) => index !== at))}
                >
                  <X className={ui.icon} aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
      ) : null}
      {adding ? (
        <div className={css.picker}>
          <TargetPicker
            own={project}
            original={original}
            chosen={chosen}
            linked={links.map((one) => one.joining_version_id)}
            onOriginal={setOriginal}
            onChosen={setChosen}
            onClose={close}
          />
          {original ? (
            <Button size="sm" kind="primary" disabled={chosen.length === 0} onClick={add}>
              {t.done}
            </Button>
          ) : null}
        </div>
      ) : (
        <Button size="sm" disabled={disabled} onClick={() => setAdding(true)}>
          <Plus className={ui.icon} aria-hidden />
          {t.pick}
        </Button>
      )}
    </GroupRow>
  )
}
