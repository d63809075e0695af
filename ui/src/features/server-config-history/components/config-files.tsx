import { Tag } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import { serverConfigHistoryText as t } from '@/lib/i18n/zh-Hans/server-config-history'
import type { ConfigFile } from '../api'
import css from './config-history.module.css'

type ConfigFilesProps = { files: readonly ConfigFile[]; path: string | undefined; onPath: (path: string) => void }

/** The files of a moment, those that are gone last. */
export function ConfigFiles({ files, path, onPath }: ConfigFilesProps) {
  const listed = [...files.filter(({ state }) => state !== 'gone'), ...files.filter(({ state }) => state === 'gone')]
  return (
    <ul className={css.files} aria-label={t.files}>
      {listed.map((file) => {
        const cut = file.path.lastIndexOf('/') + 1
        return (
          <li key={file.path}>
            <button
              type="button"
              className={cn(css.name, file.path === path && css.on, file.state === 'gone' && css.gone)}
              aria-pressed={file.path === path}
              title={file.path}
              onClick={() => onPath(file.path)}
            >
              <bdi>
                {cut > 1 ? <span>{file.path.slice(1, cut)}</span> : null}
                <b>{file.path.slice(cut)}</b>
              </bdi>
              {file.state === 'gone' ? (
                <Tag line>{t.gone}</Tag>
              ) : file.state === 'unreadable' ? (
                <Tag line>{t.unreadable}</Tag>
              ) : (
                <small>{formatBytes(file.size)}</small>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
