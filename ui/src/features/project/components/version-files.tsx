import { Download, Fingerprint } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { ProjectPage, VersionFile, VersionPage } from '@/lib/api/types'
import { typeLabel } from '@/lib/content-types'
import { formatBytes, formatDateTime } from '@/lib/format'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { primaryFile } from '../model/version-list'

function kindOf(file: VersionFile, primary: boolean, project: ProjectPage): string {
  if (file.file_type) return t.fileTypes[file.file_type] ?? t.fileTypes.unknown ?? ''
  return primary ? typeLabel(project.url_type) : t.page.supplementary
}

/** The files of a version, the main one first, each with its digest ready to be copied. */
export function VersionFiles({ project, version }: { project: ProjectPage; version: VersionPage }) {
  const primary = primaryFile(version)
  const files = [...version.files].sort((a, b) => Number(b === primary) - Number(a === primary))
  return (
    <section className="vblock">
      <h3>{t.page.files}</h3>
      <table className="files">
        <thead>
          <tr>
            <th scope="col">{t.page.fileName}</th>
            <th scope="col" className="hide-m">
              {t.page.fileType}
            </th>
            <th scope="col">{t.page.size}</th>
            <th scope="col">
              <span className="sr">{t.columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.url}>
              <td>
                <span className="mono">{file.filename}</span> {file === primary ? <Badge tone="accent">{t.page.primary}</Badge> : null}
              </td>
              <td className="muted hide-m">{kindOf(file, file === primary, project)}</td>
              <td className="num muted whitespace-nowrap">{formatBytes(file.size)}</td>
              <td className="row-acts">
                {file.hashes.sha512 ? <CopyButton className={buttonClass({ size: 'sm', kind: 'quiet' }, 'btn-icon')} text={file.hashes.sha512} label={t.page.copyHashOf('SHA-512', file.filename)} icon={Fingerprint} /> : null}
                <a className={buttonClass({ size: 'sm' }, 'btn-icon')} href={file.url} download={file.filename} aria-label={t.download(file.filename)} title={t.download(file.filename)}>
                  <Download className="i" aria-hidden />
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
    <section className="vblock">
      <h3>{t.page.metadata}</h3>
      <dl className="kv kv-wide">
        <dt>{t.page.versionNumber}</dt>
        <dd>{version.version_number}</dd>
        <dt>{t.page.versionId}</dt>
        <dd>
          <CopyButton text={version.id} label={t.copyId}>
            {version.id}
          </CopyButton>
        </dd>
        <dt>{t.page.published}</dt>
        <dd>{formatDateTime(version.date_published)}</dd>
        {primary
          ? (['sha1', 'sha512'] as const).map((name) => (
              primary.hashes[name] ? <Hash key={name} name={name === 'sha1' ? 'SHA-1' : 'SHA-512'} value={primary.hashes[name]} /> : null
            ))
          : null}
      </dl>
    </section>
  )
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="hash">
        <span title={value}>{value}</span>
        <CopyButton text={value} label={t.page.copyHash(name)} />
      </dd>
    </>
  )
}
