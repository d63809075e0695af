import { useQuery } from '@tanstack/react-query'
import { EyeOff, History } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { CategoryTag } from '@/components/ui/category-icon'
import { CopyButton } from '@/components/ui/copy-button'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { PathLink } from '@/components/layout/path-link'
import { TableHead } from '@/components/ui/data-table'
import { Pic } from '@/components/ui/pic'
import { statusTone } from '@/components/ui/status-tone'
import { Categories, Compatibility, Details, Links, Overview } from '@/features/project/parts'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatBytes, formatDateTime } from '@/lib/format'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { projectParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'
import { historyQueries, type Then } from '../api'
import css from './then-page.module.css'

type ThenPageProps = { project: ProjectPage; position: number; latest: boolean }

/** A project's page as it was, with a way back to now. */
export function ThenPage({ project, position, latest }: ThenPageProps) {
  const then = useQuery(historyQueries.then(project.id, position))
  if (ApiError.is(then.error, 404))
    return (
      <div className={ui.card}>
        <Empty level={2} icon={EyeOff} title={t.notPublic} hint={t.notPublicHint} />
      </div>
    )
  if (then.isError) return <ErrorCard error={then.error} onRetry={() => void then.refetch()} />
  if (!then.data)
    return (
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        <Bone w={240} h={28} />
        <Bone h={160} />
      </Loading>
    )
  return (
    <div className={ui.pile}>
      <Note
        tone={latest ? 'info' : 'warn'}
        actions={
          latest ? undefined : (
            <PathLink className={buttonClass({ size: 'sm' })} to="/$type/$id" params={projectParams(project)}>
              <History className={ui.icon} aria-hidden />
              {t.toNow}
            </PathLink>
          )
        }
      >
        {latest ? t.then.noticeNow : t.then.notice(formatDateTime(then.data.at))}
      </Note>
      <Page then={then.data} />
    </div>
  )
}

function Page({ then }: { then: Then }) {
  const { project } = then
  const { title, original } = titles(project)
  return (
    <article className={css.root} aria-label={title}>
      <header className={css.head}>
        <Pic src={project.icon_url} project={project.id} name={title} color={project.color} size={96} />
        <div>
          <h2>
            {title}
            {original ? (
              <span className={subjectCss.english} lang="en">
                {original}
              </span>
            ) : null}{' '}
            <Badge tone={statusTone(project.status)}>{projectText.statuses[project.status] ?? project.status}</Badge>
          </h2>
          <p>{project.description}</p>
          <span className={subjectCss.tags}>
            {project.categories.map((name) => (
              <CategoryTag key={name} name={name} />
            ))}
          </span>
        </div>
      </header>
      <div className={css.columns}>
        <div className={ui.stack}>
          <Overview project={project} />
          <Versions then={then} />
        </div>
        <aside className={ui.card} aria-label={projectText.side.label}>
          <Compatibility project={project} />
          <Categories project={project} />
          <Links project={project} />
          <Details project={project} />
        </aside>
      </div>
    </article>
  )
}

/** The versions as they were: their files cannot be had here, since some were removed. */
function Versions({ then: { versions, total } }: { then: Then }) {
  if (versions.length === 0) return null
  return (
    <section className={cn(ui.card, css.versions)}>
      <div className={ui.cardHead}>
        <h3>{t.then.versions}</h3>
      </div>
      <table>
        <caption className={ui.visuallyHidden}>{t.then.versionsCaption}</caption>
        <TableHead columns={[t.then.number, t.then.file, t.then.sha512]} />
        <tbody>
          {versions.map((version) => (
            <tr key={version.id}>
              <th scope="row">
                {version.version_number}
                {version.status === 'listed' || version.status === 'archived' ? null : <Badge>{t.then.hidden}</Badge>}
              </th>
              <td>
                {version.files.length === 0 ? <span className={ui.subtle}>{t.then.noFiles}</span> : null}
                {version.files.map((file) => (
                  <div key={file.hashes.sha512} className={css.file}>
                    <span className={css.mono}>{file.filename}</span> <small className={ui.small}>{formatBytes(file.size)}</small>
                  </div>
                ))}
              </td>
              <td>
                {version.files.map((file) => (
                  <div key={file.hashes.sha512} className={css.file}>
                    <CopyButton text={file.hashes.sha512} label={`${t.then.copyHash} ${file.filename}`}>
                      {`${file.hashes.sha512.slice(0, 12)}…`}
                    </CopyButton>
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > versions.length ? <p className={css.more}>{t.then.more(versions.length, total)}</p> : null}
    </section>
  )
}
