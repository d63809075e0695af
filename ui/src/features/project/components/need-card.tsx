import { Check, Download, ExternalLink, FileArchive } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge, type Tone } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import type { ChosenVersion, DependencyType, VersionNeed, VersionNeeds } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { relativeOf } from '@/lib/estimated'
import { formatBytes } from '@/lib/format'
import { versionsInBrief } from '@/lib/game-versions'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { projectParams, versionParams } from '@/lib/links'
import { loaderName } from '@/lib/loaders'
import type { Choice } from '../model/download-choice'
import { useDownloads } from '../use-downloaded'
import { Elsewhere } from './elsewhere'
import buttonCss from '@/components/ui/button.module.css'
import picCss from '@/components/ui/pic.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './need-card.module.css'

const tones: Record<DependencyType, Tone> = { required: 'accent', optional: 'neutral', incompatible: 'bad', embedded: 'neutral' }
/** Relations whose other half one may want to get. */
const gettable = new Set<DependencyType>(['required', 'optional'])
const SHOWN_LOADERS = 2

/** Where a version runs, said as what was asked for where it was. */
function about(version: ChosenVersion, place: Choice | undefined): string {
  const loaders = place && version.loaders.includes(place.loader) ? [place.loader] : version.loaders.slice(0, SHOWN_LOADERS)
  const game = place && version.game_versions.includes(place.gameVersion) ? place.gameVersion : versionsInBrief(version.game_versions).text
  const runs = [loaders.map(loaderName).join('、'), game]
  return [...runs, version.file ? formatBytes(version.file.size) : relativeOf(version.date_published, version.date_estimated)]
    .filter(Boolean)
    .join(' · ')
}

function detail({ project, version, dependency_type: kind, pinned, fits, required_by }: VersionNeed, place: Choice | undefined): string {
  if (!project) return t.page.unknownProject
  if (kind === 'incompatible') return version && pinned ? t.need.onlyVersion(version.version_number) : ''
  if (!version) return t.need.noneFits
  if (pinned && !fits) return t.need.pinnedUnfit(version.version_number)
  return required_by ? t.need.requiredBy(required_by, about(version, place)) : about(version, place)
}

/** Another project that a version stands in relation to, with the file of it that fits. */
export function NeedCard({ need, place, wide }: { need: VersionNeed; place?: Choice; wide?: boolean }) {
  const { project, version, dependency_type: kind } = need
  const title = project?.title ?? need.file_name ?? t.need.gone
  const text = detail(need, place)
  const wanted = gettable.has(kind)
  return (
    <li className={cn(css.root, ui.result, wide && css.wide)}>
      {project ? (
        <Pic src={project.icon_url} project={project.id} name={project.title} size={40} />
      ) : (
        <span className={cn(picCss.root, picCss.size40, css.file)}>
          <FileArchive className={ui.icon} aria-hidden />
        </span>
      )}
      <div className={ui.grow}>
        <b className={cn(ui.clip, ui.block)}>
          {project ? (
            <PathLink
              className={ui.resultLink}
              {...(version && need.pinned
                ? ({ to: '/$type/$id/version/$version', params: versionParams(project, version.id) } as const)
                : ({ to: '/$type/$id', params: projectParams(project) } as const))}
            >
              {title}
            </PathLink>
          ) : (
            title
          )}
          {version && wanted ? <span className={css.version}>{version.version_number}</span> : null}
        </b>
        <small className={cn(ui.clip, ui.block)} title={text}>
          {text}
        </small>
      </div>
      {kind === 'required' || kind === 'embedded' ? null : <Badge tone={tones[kind]}>{t.dependency[kind]}</Badge>}
      {wanted && project ? <Get title={title} version={version} project={project} wide={wide} /> : null}
    </li>
  )
}

/** A language pack whose translation of the version was accepted. */
export function TranslationCard({ pack, wide }: { pack: VersionNeeds['translations'][number]; wide?: boolean }) {
  const { project, author, version } = pack
  return (
    <li className={cn(css.root, ui.result, wide && css.wide)}>
      <Pic src={project.icon_url} project={project.id} name={project.title} size={40} />
      <div className={ui.grow}>
        <b className={cn(ui.clip, ui.block)}>
          <PathLink className={ui.resultLink} to="/$type/$id" params={projectParams(project)}>
            {project.title}
          </PathLink>
          <span className={css.version}>{version.version_number}</span>
        </b>
        {pack.description ? (
          <small className={cn(ui.clip, ui.block)} title={pack.description}>
            {pack.description}
          </small>
        ) : null}
        <small className={cn(ui.clip, ui.block)}>
          {[author ? t.need.translator(author.username) : '', relativeOf(version.date_published, version.date_estimated)]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <Badge tone="accent">{t.languages[pack.language_code]}</Badge>
      <Get title={project.title} version={version} project={project} wide={wide} />
    </li>
  )
}

type GetProps = {
  title: string
  version: ChosenVersion | null
  project: Parameters<typeof projectParams>[0]
  wide: boolean | undefined
}

/** The file itself, or the page where one can look for another. */
function Get({ title, version, project, wide }: GetProps) {
  const { got, mark } = useDownloads()
  const fetched = version !== null && got.has(version.id)
  const Icon = fetched ? Check : Download
  const look = buttonClass({ size: wide ? 'md' : 'sm' }, wide ? undefined : buttonCss.icon)
  if (version && !version.file && version.disk_urls.length > 0) {
    return <Elsewhere version={version} size={wide ? 'md' : 'sm'} wide={wide ?? false} onOpen={() => mark(version.id)} />
  }
  if (!version?.file) {
    return (
      <PathLink
        className={look}
        to="/$type/$id/versions"
        params={projectParams(project)}
        aria-label={t.need.lookFor(title)}
        title={t.need.lookFor(title)}
      >
        <ExternalLink className={ui.icon} aria-hidden />
        {wide ? t.need.look : null}
      </PathLink>
    )
  }
  return (
    <a
      className={look}
      href={version.file.url}
      download={version.file.filename}
      aria-label={t.download(`${title} ${version.version_number}`)}
      title={t.download(`${title} ${version.version_number}`)}
      onClick={() => mark(version.id)}
    >
      <Icon className={cn(ui.icon, fetched && ui.ok)} aria-hidden />
      {wide ? (fetched ? t.need.fetched : t.need.download) : null}
    </a>
  )
}
