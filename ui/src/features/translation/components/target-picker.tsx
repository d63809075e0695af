import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { ProjectFinder, type NamedProject } from '@/components/ui/project-finder'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { versionsInBrief } from '@/lib/game-versions'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { MOST_SHOWN, translationQueries } from '../api'
import itemCss from '@/components/ui/item.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './translation.module.css'

/** A version of an original, with its name. */
export type Target = { version: string; number: string }

type TargetPickerProps = {
  /** The language pack itself. */
  own: string
  original: NamedProject | undefined
  chosen: readonly Target[]
  /** Versions that are linked already. */
  linked: readonly string[]
  onOriginal: (project: NamedProject | undefined) => void
  onChosen: (targets: Target[]) => void
  onClose: () => void
}

/** Finds the original by its name, and some of its versions. */
export function TargetPicker({ own, original, chosen, linked, onOriginal, onChosen, onClose }: TargetPickerProps) {
  if (!original) return <ProjectFinder without={[own]} onPick={onOriginal} onClose={onClose} />
  return (
    <div className={css.picker}>
      <div className={cn(itemCss.root, css.original)}>
        <Pic src={original.icon_url} project={original.id} name={original.title} size={32} />
        <div>
          <b className={ui.clip}>{original.title}</b>
        </div>
        <Button
          size="sm"
          kind="quiet"
          onClick={() => {
            onChosen([])
            onOriginal(undefined)
          }}
        >
          {t.change}
        </Button>
      </div>
      <Versions of={original.id} chosen={chosen} linked={linked} onChosen={onChosen} />
    </div>
  )
}

type VersionsProps = Pick<TargetPickerProps, 'chosen' | 'linked' | 'onChosen'> & { of: string }

function Versions({ of, chosen, linked, onChosen }: VersionsProps) {
  const query = useQuery(translationQueries.versions(of))
  if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Loading className={ui.pile}>
        <Bone h={20} />
        <Bone h={20} />
      </Loading>
    )
  }
  const { versions, total } = query.data
  if (versions.length === 0) return <p className={ui.subtle}>{t.versionsNone}</p>
  const toggle = (target: Target, on: boolean) =>
    onChosen(on ? [...chosen, target] : chosen.filter((one) => one.version !== target.version))
  return (
    <fieldset className={css.versions}>
      <legend>{t.versions}</legend>
      {versions.map((version) => {
        const there = linked.includes(version.id)
        return (
          <Checkbox
            key={version.id}
            disabled={there}
            checked={there || chosen.some((one) => one.version === version.id)}
            onChange={(event) => toggle({ version: version.id, number: version.version_number }, event.target.checked)}
          >
            {version.version_number} <small className={ui.subtle}>{there ? t.linked : versionsInBrief(version.game_versions).text}</small>
          </Checkbox>
        )
      })}
      {total > MOST_SHOWN ? <p className={ui.small}>{t.versionsMore(formatExact(MOST_SHOWN))}</p> : null}
    </fieldset>
  )
}
