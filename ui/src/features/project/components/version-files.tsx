import { Download, FileSearch, Fingerprint } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { ProjectPage, VersionFile, VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { typeLabel } from '@/lib/content-types'
import { momentOf, whyEstimated } from '@/lib/estimated'
import { formatBytes } from '@/lib/format'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { isStaff, useSession } from '@/lib/session'
import { primaryFile } from '../model/version-list'
import buttonCss from '@/components/ui/button.module.css'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import versionScreenCss from './version-screen.module.css'
import css from './version-files.module.css'

function kindOf(file: VersionFile, primary: boolean, project: ProjectPage): string {
  if (file.file_type) return t.fileTypes[file.file_type] ?? t.fileTypes.unknown ?? ''
  return primary ? typeLabel(project.url_type) : t.page.supplementary
}

/** The files of a version, the main one first, each with its digest ready to be copied. */
export function VersionFiles({ project, version }: { project: ProjectPage; version: VersionPage }) {
  const primary = primaryFile(version)
  const staff = isStaff(useSession())
  const files = [...version.files].sort((a, b) => Number(b === primary) - Number(a === primary))
  return (
    <section className={versionScreenCss.block}>
      <h3>{t.page.files}</h3>
      <table className={css.root}>
        <thead>
          <tr>
            <th scope="col">{t.page.fileName}</th>
            <th scope="col" className={css.mobileHidden}>
              {t.page.fileType}
            </th>
            <th scope="col">{t.page.size}</th>
            <th scope="col">
              <span className={ui.visuallyHidden}>{t.columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.url}>
              <td>
                <span className={css.mono}>{file.filename}</span> {file === primary ? <Badge tone="accent">{t.page.primary}</Badge> : null}
              </td>
              <td className={cn(ui.muted, css.mobileHidden)}>{kindOf(file, file === primary, project)}</td>
              <td className={cn(ui.tabular, ui.muted, ui.oneLine)}>{formatBytes(file.size)}</td>
              <td className={css.rowActions}>
                {staff ? (
                  <PathLink
                    className={buttonClass({ size: 'sm', kind: 'quiet' }, buttonCss.icon)}
                    to="/moderation/contents/$id"
                    params={{ id: version.id }}
                    search={{ file: file.hashes.sha1 }}
                    aria-label={t.page.contentsOf(file.filename)}
                    title={t.page.contentsOf(file.filename)}
                  >
                    <FileSearch className={ui.icon} aria-hidden />
                  </PathLink>
                ) : null}
                {file.hashes.sha512 ? (
                  <CopyButton
                    className={buttonClass({ size: 'sm', kind: 'quiet' }, buttonCss.icon)}
                    text={file.hashes.sha512}
                    label={t.page.copyHashOf('SHA-512', file.filename)}
                    icon={Fingerprint}
                  />
                ) : null}
                <a
                  className={buttonClass({ size: 'sm' }, buttonCss.icon)}
                  href={file.url}
                  download={file.filename}
                  aria-label={t.download(file.filename)}
                  title={t.download(file.filename)}
                >
                  <Download className={ui.icon} aria-hidden />
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Ids, times and hashes, each ready to be copied. */
export function VersionMetadata({ version }: { version: VersionPage }) {
  const primary = primaryFile(version)
  return (
    <section className={versionScreenCss.block}>
      <h3>{t.page.metadata}</h3>
      <dl className={cn(keyValuesCss.root, keyValuesCss.wide)}>
        <dt>{t.page.versionNumber}</dt>
        <dd>{version.version_number}</dd>
        <dt>{t.page.versionId}</dt>
        <dd>
          <CopyButton text={version.id} label={t.copyId}>
            {version.id}
          </CopyButton>
        </dd>
        <dt>{t.page.published}</dt>
        <dd title={version.date_estimated ? whyEstimated(version.date_published) : undefined}>
          {momentOf(version.date_published, version.date_estimated)}
        </dd>
        {primary
          ? (['sha1', 'sha512'] as const).map((name) =>
              primary.hashes[name] ? <Hash key={name} name={name === 'sha1' ? 'SHA-1' : 'SHA-512'} value={primary.hashes[name]} /> : null,
            )
          : null}
      </dl>
    </section>
  )
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={css.hash}>
        <span title={value}>{value}</span>
        <CopyButton text={value} label={t.page.copyHash(name)} />
      </dd>
    </>
  )
}
