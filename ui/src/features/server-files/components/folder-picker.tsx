import { useInfiniteQuery } from '@tanstack/react-query'
import { CornerLeftUp, Folder } from 'lucide-react'
import { Bone, Loading } from '@/components/ui/feedback'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { fileQueries } from '../api'
import { usePlace } from '../context'
import { faultOf } from '../model/faults'
import { parentOf } from '../model/paths'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

const t = serverFilesText.place

type FolderPickerProps = { folder: string; without: readonly string[]; onFolder: (folder: string) => void }

/** The folders of a folder, to go into one or back up. The first page holds them: the node lists folders first. */
export function FolderPicker({ folder, without, onFolder }: FolderPickerProps) {
  const { id, node } = usePlace()
  const query = useInfiniteQuery(fileQueries.list(id, node, folder))
  const folders = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ type, path }) => type === 'directory' && !without.includes(path))
  return (
    <ul className={css.picker} aria-label={t.folders}>
      {folder === '/' ? null : (
        <li>
          <button type="button" onClick={() => onFolder(parentOf(folder))}>
            <CornerLeftUp className={ui.icon} aria-hidden />
            {t.up}
          </button>
        </li>
      )}
      {query.isPending ? (
        <li>
          <Loading>
            <Bone w="50%" />
          </Loading>
        </li>
      ) : query.isError ? (
        <li className={ui.muted}>{faultOf(query.error)}</li>
      ) : (
        folders.map(({ name, path }) => (
          <li key={path}>
            <button type="button" onClick={() => onFolder(path)}>
              <Folder className={ui.icon} aria-hidden />
              <span className={ui.clip}>{name}</span>
            </button>
          </li>
        ))
      )}
      {query.isSuccess && folders.length === 0 ? <li className={ui.subtle}>{t.none}</li> : null}
      {query.hasNextPage && folders.length > 0 ? (
        <li>
          <button type="button" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.moreFolders}
          </button>
        </li>
      ) : null}
    </ul>
  )
}
